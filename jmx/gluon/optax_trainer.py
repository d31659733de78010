"""Optax transformations as optimizers of gluon.Trainer.

Optax knows no single parameter: a transformation takes the gradients of all of them at once, and so the whole update is
one compiled program by nature.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import ndarray
from ..core import serial
from ..ndarray import NDArray
from ..optimizer import Optimizer

if TYPE_CHECKING:
    from .._typing import Int

_FORMAT = "optax"


def is_transformation(optimizer: Any) -> Any:
    """Whether an object is an optax GradientTransformation, recognized by its two functions."""
    if isinstance(optimizer, (str, Optimizer)):
        return False
    return callable(getattr(optimizer, "init", None)) and callable(getattr(optimizer, "update", None))


def _leaves(tree):
    """The arrays and numbers of a state, in a fixed order."""
    if isinstance(tree, dict):
        tree = [tree[key] for key in sorted(tree)]
    if isinstance(tree, (tuple, list)):
        return [leaf for item in tree for leaf in _leaves(item)]
    if tree is None or isinstance(tree, (NDArray, int, float, bool, np.generic, np.ndarray)):
        return [] if tree is None else [tree]
    raise TypeError(f"The state of this optax transformation holds a {type(tree)}, which cannot be saved to a file")


def _rebuild(tree, leaves):
    """A state of the structure of `tree` with other leaves."""
    if tree is None:
        return None
    if isinstance(tree, dict):
        return {key: _rebuild(tree[key], leaves) for key in sorted(tree)}
    if isinstance(tree, (tuple, list)):
        items = [_rebuild(item, leaves) for item in tree]
        return type(tree)(*items) if hasattr(tree, "_fields") else type(tree)(items)
    return next(leaves)


class OptaxOptimizer(Optimizer):
    """Carries an optax transformation through Trainer.

    Parameters
    ----------
    transformation : optax.GradientTransformation
        What turns gradients into updates.
    """

    def __init__(self, transformation: Any) -> None:
        super().__init__()
        self.transformation = transformation
        self._updaters = []

    def new_updater(self) -> Any:
        """The updater of one more context."""
        updater = OptaxUpdater(self)
        self._updaters.append(updater)
        return updater

    def _hyperparams(self):
        """Settings that `optax.inject_hyperparams` keeps in the state, one dictionary for each context."""
        states = [updater.state for updater in self._updaters if updater.state is not None]
        hyperparams: list[Any] = [getattr(state, "hyperparams", None) for state in states]
        if not hyperparams or any(params is None or "learning_rate" not in params for params in hyperparams):
            raise UserWarning(
                "An optax transformation keeps its learning rate to itself. Create it with "
                "optax.inject_hyperparams(optax.adamw)(learning_rate=...), run one step, and the trainer can read "
                "and set it; or give optax a schedule."
            )
        return hyperparams

    @property
    def learning_rate(self) -> float:
        """The learning rate, of transformations made with `optax.inject_hyperparams`."""
        value = self._hyperparams()[0]["learning_rate"]
        return value.asscalar().item() if isinstance(value, NDArray) else float(value)

    def set_learning_rate(self, lr: Any) -> None:
        """Set the learning rate, of transformations made with `optax.inject_hyperparams`."""
        for params in self._hyperparams():
            old = params["learning_rate"]
            params["learning_rate"] = ndarray.full(old.shape, lr, ctx=old.ctx, dtype=old.dtype)

    def create_state(self, index: Int | str, weight: NDArray) -> Any:
        """Not used: the state belongs to all parameters together."""
        raise NotImplementedError("An optax transformation has one state for all parameters; use it through gluon.Trainer")

    def update(self, index: Int | str, weight: NDArray, grad: NDArray, state: Any) -> None:
        """Not used: all parameters are updated together."""
        raise NotImplementedError("An optax transformation updates all parameters; use it through gluon.Trainer")


class OptaxUpdater:
    """Updates the parameters of one context; called by Trainer like any other updater.

    Parameters
    ----------
    optimizer : OptaxOptimizer
    """

    def __init__(self, optimizer: OptaxOptimizer) -> None:
        self.optimizer = optimizer
        self.state = None
        self._indices = None
        self._restored = None
        transformation = optimizer.transformation

        def step(params, grads, state, scale, lr_mult):
            grads = {key: grad * scale.astype(grad.dtype) for key, grad in grads.items()}
            updates, state = transformation.update(grads, state, params)
            new = {key: (param + updates[key] * lr_mult[key]).astype(param.dtype) for key, param in params.items()}
            return new, state

        # Kept as one function object, which the compiled program is found by.
        self._step = step
        self._init = lambda params: transformation.init(params)

    def _check(self, indices: Any) -> None:
        if self._indices is None:
            params = self.optimizer.param_dict
            odd = [params[index].name for index in indices if params[index].wd_mult != 1]
            if odd:
                raise ValueError(
                    f"wd_mult of {', '.join(odd)} is not 1, but weight decay is inside the optax transformation. Leave "
                    "parameters out with the `mask` of optax.adamw or optax.add_decayed_weights instead."
                )
            self._indices = indices
        elif self._indices != indices:
            raise ValueError(
                "An optax transformation updates the same parameters at every step, but there were "
                f"{len(self._indices)} at first and are {len(indices)} now. Freeze parameters with optax.masked or a "
                "new Trainer, and do not use ignore_stale_grad."
            )

    def __call__(self, indices: Any, grads: Any, weights: Any) -> None:
        self._check(indices)
        keys = [f"{index:08d}" for index in indices]
        params = dict(zip(keys, weights))
        if self.state is None:
            self.state = ndarray.apply_pure(self._init, params)
            if self._restored is not None:
                self.set_states(self._restored)
        mults = self.optimizer.param_dict
        lr_mult = {key: float(mults[index].lr_mult) for key, index in zip(keys, indices)}
        scale = np.float32(self.optimizer.rescale_grad)
        new, self.state = ndarray.apply_pure(self._step, params, dict(zip(keys, grads)), self.state, scale, lr_mult)
        for key, weight in params.items():
            weight._set_data(new[key]._data())

    def get_states(self, dump_optimizer: bool = False) -> Any:
        """The state as the bytes of an array file."""
        arrays = [leaf.asnumpy() if isinstance(leaf, NDArray) else np.asarray(leaf) for leaf in _leaves(self.state)]
        names = [f"{_FORMAT}:{number}" for number in range(len(arrays))]
        return serial.save_bytes(arrays, names, np_shape=True)

    def set_states(self, states: Any) -> None:
        """Take over what :meth:`get_states` gave; before the first step, it waits for that."""
        arrays = self._fitting(states)
        if self.state is None:
            self._restored = states if arrays else None
            return
        leaves = [
            ndarray.array(array, ctx=leaf.ctx, dtype=leaf.dtype) if isinstance(leaf, NDArray) else array.item()
            for leaf, array in zip(_leaves(self.state), arrays)
        ]
        self.state = _rebuild(self.state, iter(leaves))
        self._restored = None

    def _fitting(self, states: Any) -> list[np.ndarray]:
        """The arrays in states that `set_states` takes; ValueError for others."""
        arrays, names = serial.load_bytes(states, source="optimizer states")[:2]
        if any(not name.startswith(_FORMAT) for name in names):
            raise ValueError("These states were not saved by a trainer with an optax transformation")
        dense = [array for array in arrays if isinstance(array, np.ndarray)]
        if self.state is not None and [np.shape(leaf) for leaf in _leaves(self.state)] != [array.shape for array in dense]:
            raise ValueError("The saved states belong to another optax transformation or to other parameters")
        return dense
