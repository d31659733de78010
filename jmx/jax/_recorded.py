"""`jmx.jax.backward`: what a training loop records, as a function that JAX differentiates and compiles once."""

from __future__ import annotations

import itertools
import types
import warnings
import weakref
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from .. import autograd
from ..base import MXNetError
from ..core.run.jax_arrays import adopt, value_of
from ..core.run.storage import ArrayBase
from ..gluon.block import Block
from ..gluon.hybrid import HybridBlock
from ..ndarray import random
from ._network import to_jax
from ._sources import assign, block_leaves

#: function -> its programs by what it was called with
_PROGRAMS: weakref.WeakKeyDictionary[Any, dict[Any, _Program | None]] = weakref.WeakKeyDictionary()
#: for how many sets of shapes and other arguments the programs of a function are kept
_KEPT = 64


def backward(function, *args):
    """Run a function of mx arrays and the gradient of its losses, as `record`, `backward` do, in one compiled program.

    The gradients of the sum of the losses go where `backward` puts them, into the gradients of the parameters of all networks
    among the arguments, so that `trainer.step` follows. The program is made at the first call, and again for other shapes, other
    networks, and other numbers among the arguments. What is no function of JAX, such as a network that looks at values, is
    recorded by `autograd` as before, with a warning.

    Parameters
    ----------
    function : callable
        Called with `args`; returns a pair: the losses, an array or a list of them, and whatever else is wanted of it: arrays,
        and lists and tuples of them.
    *args : arrays, blocks, numbers and other objects, lists and tuples of them
        Gradients are computed for parameters of the blocks, not for the arrays.

    Returns
    -------
    The second of what the function returns.

    Raises
    ------
    MXNetError
        There is no array among the arguments.

    Examples
    --------
    >>> net = mx.gluon.nn.Dense(1, in_units=2, use_bias=False)
    >>> net.initialize(mx.init.One())
    >>> def squares(net, x):
    ...     loss = net(x) ** 2
    ...     return loss, loss
    >>> jmx.jax.backward(squares, net, mx.nd.ones((2, 2))).asnumpy().tolist()
    [[4.0], [4.0]]
    >>> net.weight.grad().asnumpy().tolist()
    [[8.0, 8.0]]
    """
    arrays: list[Any] = []
    structure = _taken_apart(args, arrays)
    if not arrays:
        raise MXNetError(f"{function.__name__} was given no array; it is called with those that it computes with")
    if len({array.ctx for array in arrays}) > 1 or any(array.stype != "default" for array in arrays):
        return _recorded(function, args)
    programs = _PROGRAMS.setdefault(function, {})
    key = structure, tuple([(array.shape, array.dtype, type(array)) for array in arrays])
    try:
        program = programs[key]
    except KeyError:
        program = _made(function, args, structure, arrays)
        while len(programs) >= _KEPT:
            programs.pop(next(iter(programs)))
        programs[key] = program
    if program is None or not program.holds():
        programs.pop(key, None) if program is not None else None
        return _recorded(function, args) if program is None else backward(function, *args)
    return program(arrays)


def _recorded(function, args):
    """The same by autograd."""
    with autograd.record():
        losses, results = function(*args)
    for loss in losses if isinstance(losses, Groups) else [losses]:
        autograd.backward(list(loss) if isinstance(loss, (list, tuple)) else loss)
    return results


class Groups(list):
    """Losses whose gradients are computed one after another, as by several calls of `backward`.

    Examples
    --------
    >>> jmx.jax.Groups([mx.nd.ones(1)])
    [
    [1.]
    <NDArray 1 @cpu(0)>]
    """


class _Same:
    """An object among the arguments, which is another argument only where it is another object."""

    def __init__(self, held) -> None:
        self.held = held

    def __hash__(self) -> int:
        return hash(self.held) if isinstance(self.held, types.MethodType) else id(self.held)

    def __eq__(self, other) -> bool:
        if isinstance(self.held, types.MethodType):  # which are made anew when they are looked up
            return isinstance(other, _Same) and self.held == other.held
        return isinstance(other, _Same) and self.held is other.held


def _taken_apart(value, arrays) -> Any:
    """What a value is beside its arrays, which are added to a list; it can be a key of a dictionary."""
    if isinstance(value, ArrayBase):
        arrays.append(value)
        return None
    if isinstance(value, (list, tuple)):
        return type(value), tuple([_taken_apart(one, arrays) for one in value])
    if isinstance(value, (bool, int, float, str)):
        return value, type(value).__name__
    return _Same(value)


def _put_together(structure, arrays) -> Any:
    if structure is None:
        return next(arrays)
    if isinstance(structure, _Same):
        return structure.held
    first, second = structure
    if isinstance(second, str):
        return first
    parts = [_put_together(one, arrays) for one in second]
    return parts if first is list else first(*parts) if hasattr(first, "_fields") else first(parts)


def _blocks(value) -> list[Block]:
    if isinstance(value, Block):
        return [value]
    if isinstance(value, (list, tuple)):
        return [block for one in value for block in _blocks(one)]
    if isinstance(value, dict):
        return _blocks(list(value.values()))
    if isinstance(value, types.MethodType):
        return _blocks(vars(value.__self__) if hasattr(value.__self__, "__dict__") else []) + _blocks_of(value.__func__)
    return _blocks_of(value) if isinstance(value, types.FunctionType) else []


def _blocks_of(function, seen=()) -> list[Block]:
    """The networks that a function finds in its module and around it, by itself or in functions that it calls."""
    cells = [cell.cell_contents for cell in function.__closure__ or () if _is_filled(cell)]
    found = [*cells, *(function.__globals__[name] for name in function.__code__.co_names if name in function.__globals__)]
    result: list[Block] = []
    for one in found:
        if isinstance(one, (Block, list, tuple, dict)):
            result += _blocks(one)
        elif isinstance(one, types.FunctionType) and one not in seen and one.__globals__ is function.__globals__:
            result += _blocks_of(one, (*seen, function))
    return result


def _is_filled(cell) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


class _Notes:
    """What a function has returned beside its arrays: how many arrays are losses, of how many calls of `backward`."""

    losses, groups = 0, 1
    results: Any = None


class _Recorded(HybridBlock):
    """The function as a block, whose children are the networks among its arguments."""

    def __init__(self, function, structure, blocks) -> None:
        super().__init__(prefix="")
        self._function, self._structure = function, structure
        self.notes = _Notes()
        for block in blocks:
            self.register_child(block)

    def forward(self, *arrays):
        losses, results = self._function(*_put_together(self._structure, iter(arrays)))
        outs: list[Any] = []
        _taken_apart(losses, outs)
        # A block that changes itself while it is traced has no graph.
        self.notes.groups = len(losses) if isinstance(losses, Groups) else 1
        self.notes.losses = len(outs)
        self.notes.results = _taken_apart(results, outs)
        return outs


def _made(function, args, structure, arrays) -> _Program | None:
    """The program of a function, or None where it is recorded by autograd."""
    blocks = list({id(block): block for block in [*_blocks(args), *_blocks_of(function)]}.values())
    try:
        return _Program(_Recorded(function, structure, blocks), arrays)
    except (MXNetError, TypeError, ValueError, NotImplementedError) as error:
        reason = str(error).splitlines()[0]
        warnings.warn(f"{function.__name__} is recorded by autograd and not compiled: {reason}", stacklevel=3)
        return None


class _Place(NamedTuple):
    """A parameter, and what happens to its gradient."""

    param: Any
    grad_req: str


def _paths(tree) -> list[tuple[str, ...]]:
    """The places of a tree's leaves, in the order in which JAX takes them."""
    return [tuple(part.key for part in path) for path, _ in jax.tree.flatten_with_path(tree)[0]]


class _Program:
    """A function compiled for arguments of certain shapes."""

    def __init__(self, block, arrays) -> None:
        self._block = block
        self._fn, params, state = to_jax(block, *arrays)
        holders = {path: leaf.holder for path, leaf in block_leaves(block).items()}
        self._params = [_Place(holders[path], holders[path].grad_req) for path in _paths(params)]
        self._state = [_Place(holders[path], "null") for path in _paths(state)]
        if not self._params:
            raise MXNetError("there is no network with parameters among its arguments")
        if block.notes.groups > 1 and any(place.grad_req == "write" for place in self._params):
            raise MXNetError("a second `backward` replaces the gradients of the first")
        if any(place.param._stype != "default" or place.param._grad_stype != "default" for place in self._params):
            raise MXNetError("it has sparse parameters or gradients")
        self._trees = jax.tree.structure(params), jax.tree.structure(state)
        self._trained = [place.grad_req != "null" for place in self._params]
        self._key = jax.random.key(int(random.randint(0, 2**31 - 1, shape=(1,)).asscalar()))
        self._count = itertools.count()
        self._losses = block.notes.losses
        self._run = jax.jit(self._differentiated, compiler_options=self._fn.compiler_options)

    def holds(self) -> bool:
        """Whether the parameters still want the gradients that they wanted."""
        return all(place.param.grad_req == place.grad_req for place in self._params)

    def _differentiated(self, trained, fixed, state, key, arrays):
        params_tree, state_tree = self._trees

        def total(trained):
            mine, others = iter(trained), iter(fixed)
            leaves = [next(mine) if wanted else next(others) for wanted in self._trained]
            outs, new = self._fn(params_tree.unflatten(leaves), state_tree.unflatten(state), *arrays, train=True, key=key)
            outs = list(outs) if isinstance(outs, (list, tuple)) else [outs]
            losses = [jnp.sum(loss.astype(jnp.promote_types(loss.dtype, jnp.float32))) for loss in outs[: self._losses]]
            return sum(losses), (outs[self._losses :], jax.tree.leaves(new))

        return jax.grad(total, has_aux=True)(trained)

    def __call__(self, arrays):
        held = [value_of(place.param.list_data()[0]) for place in self._params]
        trained = [value for value, wanted in zip(held, self._trained) if wanted]
        fixed = [value for value, wanted in zip(held, self._trained) if not wanted]
        state = [value_of(place.param.list_data()[0]) for place in self._state]
        key = jax.random.fold_in(self._key, next(self._count))
        grads, (outs, new) = self._run(trained, fixed, state, key, [value_of(array) for array in arrays])
        grads = iter(grads)
        for place, wanted in zip(self._params, self._trained):
            if wanted:
                self._give(place, next(grads))
        for place, value in zip(self._state, new):
            assign(place.param, adopt(value, None, None))
        ctx, cls = arrays[0].ctx, type(arrays[0])
        return _put_together(self._block.notes.results, iter([adopt(out, ctx, cls) for out in outs]))

    def _give(self, place, value):
        for array in place.param.list_data():
            array._fresh_grad = True
        first, *others = place.param.list_grad()
        value = adopt(value, first.ctx, type(first))
        first[:] = first + value if place.grad_req == "add" else value
        for other in others:  # the Trainer adds up those of all devices
            if place.grad_req != "add":
                other[:] = 0
