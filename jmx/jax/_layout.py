"""Which leaf of a tree of parameters is which parameter of an optimizer, and how it is treated."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax

from ..base import MXNetError
from ..gluon import Trainer
from ..optimizer import LARS, LBSGD, Nadam, Optimizer


class Leaf(NamedTuple):
    """A leaf of the tree: its path in JAX's terms, its name, and the index the optimizer knows it by, None if it is frozen."""

    path: tuple
    name: str
    index: Any


class Layout(NamedTuple):
    """The leaves in the order of `jax.tree.leaves`, and their tree."""

    leaves: list
    structure: Any

    def tree(self, values) -> dict[Any, Any]:
        """Values of the leaves as a tree."""
        return jax.tree.unflatten(self.structure, values)


def spelled(path) -> str:
    """A path as MXNet writes names: its parts with dots between them."""
    return ".".join(str(getattr(part, "key", getattr(part, "idx", getattr(part, "name", part)))) for part in path)


def is_network(thing) -> bool:
    """Whether this is a function that `jmx.to_jax` has returned."""
    return isinstance(getattr(thing, "names", None), dict) and isinstance(getattr(thing, "trainable", None), dict)


def layout_of(source, params) -> Layout:
    """The layout of a tree for a Trainer or an Optimizer; `params` is the tree, or a function that `jmx.to_jax` has returned."""
    tree = params.trainable if is_network(params) else params
    found, structure = jax.tree_util.tree_flatten_with_path(tree)
    paths = [path for path, _ in found]
    if not isinstance(source, Trainer):
        return Layout(_by_optimizer(source, [(path, spelled(path)) for path in paths]), structure)
    indices = {p._name: i for i, p in enumerate(source._params) if p.grad_req != "null"}
    if is_network(params):
        names = [_at(params.names, path) for path in paths]
    else:
        names = [spelled(path) for path in paths]
        known = {p._name for p in source._params}
        unknown = [name for name in names if name not in known]
        if unknown:
            raise MXNetError(
                f"The trainer has no parameters named {_listed(unknown)}. Its own are {_listed(sorted(known))}. For a tree with "
                "other names pass the function that jmx.to_jax returned in place of the tree: it knows which is which."
            )
    leaves = [Leaf(path, name, indices.get(name)) for path, name in zip(paths, names)]
    if all(leaf.index is None for leaf in leaves):
        raise MXNetError("The trainer trains none of these parameters; was it made for another network?")
    return Layout(leaves, structure)


def arrays_of(params):
    """The arrays of a tree, or of the network of a function, by path."""
    if is_network(params):
        leaves = params._source.leaves
        paths = [path for path, _ in jax.tree_util.tree_flatten_with_path(params.trainable)[0]]
        return {path: leaves[tuple([part.key for part in path])].value for path in paths}
    return dict(jax.tree_util.tree_flatten_with_path(params)[0])


def _at(names, path):
    for part in path:
        names = names[part.key]
    return names


def _listed(names):
    return ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")


def _by_optimizer(optimizer, named):
    """Leaves of an optimizer by itself: by its `param_idx2name` if it has one, else counted from 0."""
    names = [name for _, name in named]
    if optimizer.idx2name:
        indices = {name: index for index, name in optimizer.idx2name.items()}
        unknown = [name for name in names if name not in indices]
        if unknown:
            raise MXNetError(
                f"param_idx2name of the optimizer does not name {_listed(unknown)}; it names {_listed(sorted(indices))}. The "
                "names of the tree are its keys with dots between them."
            )
    else:
        indices = {name: index for index, name in enumerate(names)}
    for attribute in ("lr_mult", "wd_mult"):
        unknown = [key for key in getattr(optimizer, attribute) if key not in indices and key not in indices.values()]
        if unknown:
            raise MXNetError(
                f"{attribute} of the optimizer names {_listed([str(key) for key in unknown])}, which the tree of parameters has "
                f"not: it has {_listed(names)}"
            )
    return [Leaf(path, name, indices[name]) for path, name in named]


class Treatment(NamedTuple):
    """What parameters have in common that become one group."""

    lr_mult: float
    wd_mult: float
    plain: bool
    first: bool

    def label(self) -> str:
        """A name for the group."""
        said = [f"lr_mult={self.lr_mult:g}"] if self.lr_mult != 1 else []
        said += [f"wd_mult={self.wd_mult:g}"] if self.wd_mult != 1 else []
        said += ["plain"] if self.plain else []
        said += ["first"] if self.first else []
        return ", ".join(said) or "default"


def treatment_of(optimizer: Optimizer, index, name, first) -> Treatment:
    """How an optimizer treats a parameter; `first` is whether it is updated before all others."""
    lr_mult, wd_mult = _multiplier(optimizer, index, name, "lr_mult"), _multiplier(optimizer, index, name, "wd_mult")
    if isinstance(optimizer.wd, (int, float)) and optimizer.wd == 0:
        wd_mult = 1.0
    known_as = optimizer.idx2name.get(index, str(index))
    plain = isinstance(optimizer, LARS) and known_as.endswith(("gamma", "beta", "bias"))
    return Treatment(lr_mult, wd_mult, plain, first and isinstance(optimizer, LBSGD) and optimizer.lr_scheduler is not None)


def _multiplier(optimizer, index, name, attribute):
    factors = getattr(optimizer, attribute)
    if index not in optimizer.param_dict and index not in optimizer.idx2name and name in factors:
        return factors[name]
    return optimizer._mult(index, attribute, factors)


def needs_order(optimizer) -> bool:
    """Whether the order of updates matters."""
    return isinstance(optimizer, Nadam)
