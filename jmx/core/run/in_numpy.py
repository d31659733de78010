"""Eager calls that an operator computes by NumPy (`Op.in_numpy`): what it draws is what its program would draw."""

from __future__ import annotations

import functools
from typing import Any

import jax
import numpy as np
from jax.core import Tracer
from jax.sharding import SingleDeviceSharding

from ... import config
from ...util import is_bit_equal
from ..numpy_tier import jit, on_device
from .rng import generator_of, key_of
from .storage import on_host, place

#: (outputs, new values of auxiliary inputs: none), as a program returns them
Made = tuple[tuple[jax.Array, ...], tuple[()]]
#: so many draws at a time: they cost as much as one
_AHEAD = 64


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
            drawn = jax.tree_util.tree_map(on_host, self.program(on_device(states, device)))
            self.last = (high, low, block), drawn
        return jax.tree_util.tree_map(lambda leaf: leaf[number], drawn)


_drawing = functools.lru_cache(256)(_Drawing)


def drawn(make, records, attrs, ctx, rng_state, scalars, bufs, parents, out) -> Made | None:
    """The results of an operator that draws random numbers (`Op.on_host`), or None where its program has to run.

    `records` says that it may be done for calls that are recorded, too.
    """
    if ctx.device.platform != "cpu" or (parents and not records) or any(map(_is_elsewhere, bufs)):
        return None
    made = make(attrs, generator_of(rng_state), *map(on_host, bufs), *scalars)
    if made is None:
        return None
    return tuple([place(value, ctx) for value in (made if type(made) is tuple else (made,))]), ()


def _is_elsewhere(buf) -> bool:
    return isinstance(buf, Tracer) or not isinstance(buf.sharding, SingleDeviceSharding)


def output(make, attrs, ctx, rng_state, scalars, bufs, parents, out) -> Made | None:
    """The output of an eager call, or None where its program has to run: recorded, or writing to an array of the caller's."""
    if parents or out is not None or ctx.device.platform != "cpu" or is_bit_equal() or not config.get("JMX_INTERPRET"):
        return None
    if any(isinstance(buf, Tracer) for buf in bufs):
        return None
    arrays = [on_host(buf) for buf in bufs]

    def draw(function, *numbers):
        return _drawing(function, numbers)(ctx.device, rng_state)

    with np.errstate(all="ignore"):  # as compiled programs, which do not warn
        made = make(attrs, draw, *arrays)
    for buf, array in zip(bufs, arrays):
        if made is array:
            return (buf,), ()
    return None if made is None else ((place(np.ascontiguousarray(made), ctx),), ())
