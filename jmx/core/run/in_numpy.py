"""Eager calls that an operator computes by NumPy (`Op.in_numpy`): what it draws is what its program would draw.

`OperatorsInNumpy` calls such operators one after the other, on arrays that stay NumPy's in between.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import jax
import numpy as np
from jax.core import Tracer
from jax.sharding import SingleDeviceSharding

from ... import config
from ...util import is_bit_equal
from ..declare.op import find
from ..numpy_tier import jit, on_device
from .rng import generator_of, key_of, next_state
from .storage import on_host, place

if TYPE_CHECKING:
    from ...context import Context

#: (outputs, new values of auxiliary inputs: none), as a program returns them
Made = tuple[tuple[jax.Array, ...], tuple[()]]
#: so many draws at a time: they cost a few times as much as one
_AHEAD = 256


class _Drawing:
    """What `function(key, *numbers)` draws in the calls to come, whose keys differ in their counter."""

    def __init__(self, function, numbers) -> None:
        self.program = jit(jax.vmap(lambda rng_state: function(key_of(rng_state), *numbers)))
        #: the stream and the counters that were drawn for, and the draws; replaced as one, so that threads may share it
        self.last: tuple[Any, Any] = None, None

    def __call__(self, device, rng_state) -> Any:
        high, low, counter = map(int, rng_state)
        block, number = divmod(counter, _AHEAD)
        which, drawn = self.last
        if which != (high, low, block):
            states = np.empty((_AHEAD, 3), np.uint32)
            states[:] = high, low, 0
            states[:, 2] = np.arange(block * _AHEAD, (block + 1) * _AHEAD).astype(np.uint32)
            leaves, tree = jax.tree_util.tree_flatten(self.program(on_device(states, device)))
            drawn = [tree.unflatten(each) for each in zip(*map(on_host, leaves))]
            self.last = (high, low, block), drawn
        return drawn[number]


_drawing = functools.lru_cache(256)(_Drawing)


def drawn(make, records, attrs, ctx, rng_state, scalars, bufs, parents, out) -> Made | None:
    """The results of an operator that draws random numbers (`Op.on_host`), or None where its program has to run.

    `records` says that it may be done for calls that are recorded, too.
    """
    if ctx.device.platform != "cpu" or (parents and not records) or any(map(_is_elsewhere, bufs)):
        return None
    with np.errstate(all="ignore"):  # as compiled programs, which do not warn
        made = make(attrs, generator_of(rng_state), *map(on_host, bufs), *scalars)
    if made is None:
        return None
    return tuple([place(value, ctx) for value in (made if type(made) is tuple else (made,))]), ()


def _is_elsewhere(buf) -> bool:
    return isinstance(buf, Tracer) or not isinstance(buf.sharding, SingleDeviceSharding)


def may_compute(ctx: Context) -> bool:
    """Whether NumPy may compute what programs of an operator compute, which it does to rounding."""
    return ctx.device.platform == "cpu" and not is_bit_equal() and config.get("JMX_COMPILE") != "now"


def output(make, records, attrs, ctx, rng_state, scalars, bufs, parents, out) -> Made | None:
    """The outputs of an eager call, or None where its program has to run: recorded, or writing to an array of the caller's.

    `records` says that it may be done for calls that are recorded, too.
    """
    if (parents and not records) or out is not None or not may_compute(ctx):
        return None
    if any(isinstance(buf, Tracer) for buf in bufs):
        return None
    arrays = [on_host(buf) for buf in bufs]

    def draw(function, *numbers):
        return _drawing(function, numbers)(ctx.device, rng_state)

    with np.errstate(all="ignore"):
        made = make(attrs, draw, *arrays)
    for buf, array in zip(bufs, arrays):
        if made is array:
            return (buf,), ()
    if made is None:
        return None
    return tuple([place(np.ascontiguousarray(value), ctx) for value in (made if type(made) is tuple else (made,))]), ()


class NoForm(Exception):
    """NumPy does not compute this call; nothing has been drawn for it."""


class OperatorsInNumpy:
    """Operators as attributes, as `mx.nd` has them, that take an image as a NumPy array and return one.

    A call raises NoForm where an operator has no form for NumPy, or not for such an array. What a call draws is what a call of
    the operator itself would draw.

    prefix    of the operators' names
    ctx    the context whose random numbers are drawn
    """

    def __init__(self, prefix: str, ctx: Context) -> None:
        self._prefix, self._ctx = prefix, ctx

    def __getattr__(self, name: str) -> Any:
        call = functools.partial(_on_array, self._prefix + name, self._ctx)
        setattr(self, name, call)
        return call


def _on_array(name, ctx, array, *args):
    try:
        make, attrs = _form(name, tuple([tuple(arg) if type(arg) is list else arg for arg in args]))
    except TypeError:  # arguments that are no numbers or texts
        raise NoForm(name) from None

    def draw(function, *numbers):
        return _drawing(function, numbers)(ctx.device, next_state(ctx))

    made = None if make is None else make(attrs, draw, array)
    if made is None:
        raise NoForm(name)
    return made


@functools.lru_cache(256, typed=True)
def _form(name, args):
    """What computes an operator by NumPy, or None, and its attributes from those given by position."""
    op = find(name)
    return op.numpy_form, op.parse(dict(zip(op.schema, args)))
