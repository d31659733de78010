"""Elements and slices of arrays at positions, and what is added or written there.

On the CPU a kernel in C does it (`native/gather.c`), which NumPy's tier calls too. Positions are an array (axes, ...) of any
numeric type: one row for each of the axes, which follow one another, that they name places of. Fractions are cut off.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ...native import kernels, symbols
from .gradients import custom_vjp
from .integers import convert
from .x64 import MOST_IN_32_BITS, position_type

#: positions are in range: XLA does not look whether they are
_BOUNDED = "promise_in_bounds"
#: what positions outside name, as `gather.c` numbers it: the nearest element; one counted on from the other end; none; the
#: nearest one. In the last two cases negative ones count from the end.
NEAREST, AROUND, NONE, ENDS = range(4)
_TAKE, _ADD, _PUT = range(3)
#: element types of positions that the kernel knows, and of numbers that it adds
_POSITIONS, _SUMS = ("int32", "int64", "float32"), ("float32", "float64")


class _Places(NamedTuple):
    """What a kernel is told of an array, the slices that are taken of it or come to it, and the positions between them."""

    whole: tuple[int, ...]
    slices: tuple[int, ...]
    axis: int
    count: int
    outside: int
    #: of how many axes positions are rows, or 0 where each number has a position of its own
    rows: int

    def call(self, what, *arrays) -> jax.Array:
        behind = self.axis + max(self.rows, 1)
        outer, inner = math.prod(self.whole[: self.axis]), math.prod(self.whole[behind:])
        plan = what, outer, inner, self.count, self.outside, int(not self.rows), *self.whole[self.axis : behind]
        result = jax.ShapeDtypeStruct(self.slices if what == _TAKE else self.whole, arrays[0].dtype)
        return kernels.call("gather", plan, [result], *arrays, over={2: 0} if len(arrays) > 2 else None)[0]


class _Kernels(NamedTuple):
    """Functions of (array or slices, positions) or of (slices, positions, array), each with its gradient."""

    take: Callable[..., jax.Array]
    add: Callable[..., jax.Array]
    put: Callable[..., jax.Array]
    add_to: Callable[..., jax.Array]
    put_to: Callable[..., jax.Array]


@functools.lru_cache(1024)
def _kernels(places: _Places, floating: bool) -> _Kernels:
    calls = [functools.partial(places.call, what) for what in (_TAKE, _ADD, _PUT, _ADD, _PUT)]
    if not floating:
        return _Kernels(*calls)
    take, add, put, add_to, put_to = map(custom_vjp, calls)
    none = kernels.no_slope
    take.defvjp(lambda data, at: (take(data, at), at), lambda at, head: (add(head, at), none(at)))
    add.defvjp(lambda values, at: (add(values, at), at), lambda at, head: (take(head, at), none(at)))
    # what is written to one place twice has the gradient of the place each time, as in MXNet
    put.defvjp(lambda values, at: (put(values, at), at), lambda at, head: (take(head, at), none(at)))
    add_to.defvjp(lambda values, at, data: (add_to(values, at, data), at), lambda at, head: (take(head, at), none(at), head))
    put_to.defvjp(
        lambda values, at, data: (put_to(values, at, data), at),
        lambda at, head: (take(head, at), none(at), put_to(jnp.zeros(places.slices, head.dtype), at, head)),
    )
    return _Kernels(take, add, put, add_to, put_to)


def _found(data, at, axis, outside, platform, rows=1, floating=False) -> _Kernels | None:
    """The kernels for an array, or its shape and type, where there are any."""
    sizes = (*data.shape, *at.shape)
    if platform != "cpu" or not all(symbols.is_size(n) and n > 0 for n in sizes) or at.dtype not in _POSITIONS:
        return None
    real = data.dtype in _SUMS
    if not (real or (not floating and np.dtype(data.dtype).kind in "biu")) or not kernels.usable("gather"):
        return None
    if not rows:
        return _kernels(_Places(data.shape, at.shape, axis, at.shape[axis], outside, 0), real)
    slices = (*data.shape[:axis], *at.shape[1:], *data.shape[axis + rows :])
    return _kernels(_Places(data.shape, slices, axis, math.prod(at.shape[1:]), outside, rows), real)


def whole_positions(at: jax.Array, *sizes: int) -> jax.Array:
    """Positions of any element type as integers, cut towards zero, for dimensions of these sizes.

    Infinity and NaN are the smallest integer.
    """
    return convert(lax.stop_gradient(at), "int64" if at.dtype.itemsize == 8 else position_type(*sizes))


def _for_kernel(at, sizes):
    """Positions as they came, unless 32 bits do not hold them."""
    return whole_positions(at, *sizes) if max(sizes, default=0) > MOST_IN_32_BITS else lax.stop_gradient(at)


def bounded(at: jax.Array, size: int, outside: int = NEAREST) -> jax.Array:
    """Positions as integers in [0, size): what they name by `outside`; as they are with `NONE`."""
    at = whole_positions(at, size)
    if outside == NEAREST:
        return jnp.clip(at, 0, size - 1)
    if outside == ENDS:
        return jnp.clip(jnp.where(at < 0, at + size, at), 0, size - 1)
    return at % max(size, 1) if outside == AROUND else at


def taken(data: jax.Array, at: jax.Array, axis: int = 0, outside: int = NEAREST, platform: str | None = None) -> jax.Array:
    """The slices of an array at positions along one or several axes.

    Parameters
    ----------
    data : jax.Array
    at : jax.Array
        (axes, ...): positions along the axis `axis` and those that follow.
    axis : int, default 0
    outside : int
        `NEAREST`, `AROUND`, `ENDS`, or `NONE` for zeros.
    platform : str, optional
        Where the program runs, if known.

    Returns
    -------
    jax.Array
        `data` with the shape of the places instead of these axes.
    """
    sizes = data.shape[axis : axis + at.shape[0]]
    found = _found(data, at, axis, outside, platform, len(sizes))
    if found:
        return found.take(data, _for_kernel(at, sizes))
    where = (slice(None),) * axis + tuple(bounded(row, size, outside) for row, size in zip(at, sizes))
    return data.at[where].get(mode="fill" if outside == NONE else _BOUNDED, fill_value=0)


def gathered(data: jax.Array, at: Any, axis: int, platform: str | None = None) -> jax.Array:
    """The slices at whole positions of any shape along one axis, which all are in bounds."""
    found = _found(data, at[None], axis, NEAREST, platform)
    return found.take(data, at[None]) if found else data.at[(slice(None),) * axis + (at,)].get(mode=_BOUNDED)


def along(data: jax.Array, at: jax.Array, axis: int, outside: int = NEAREST, platform: str | None = None) -> jax.Array | None:
    """One element for each position: `at` has the shape of `data` but along `axis`. None where no kernel does it."""
    found = _found(data, at, axis, outside, platform, 0)
    return found.take(data, _for_kernel(at, data.shape[axis : axis + 1])) if found else None


def added(data: Any, at: jax.Array, values: jax.Array, outside: int = NEAREST, platform: str | None = None) -> jax.Array:
    """An array with slices added at positions along its first axes.

    Parameters
    ----------
    data : jax.Array or jax.ShapeDtypeStruct
        The array, or the shape and type of one that is zero.
    at : jax.Array
        (axes, ...): the positions.
    values : jax.Array
        The slices.
    outside, platform
        See `taken`.
    """
    return _into("add", data, at, values, outside, platform)


def written(data: Any, at: jax.Array, values: jax.Array, outside: int = NEAREST, platform: str | None = None) -> jax.Array:
    """An array with slices written at positions along its first axes, the last one of those for one place: see `added`."""
    return _into("put", data, at, values, outside, platform)


def _into(how, data, at, values, outside, platform) -> Any:
    bare, sizes = isinstance(data, jax.ShapeDtypeStruct), data.shape[: at.shape[0]]
    found = _found(data, at, 0, outside, platform, len(sizes), floating=how == "add") if values.dtype == data.dtype else None
    if found:
        given = values, _for_kernel(at, sizes)
        return getattr(found, how)(*given) if bare else getattr(found, how + "_to")(*given, data)
    whole = jnp.zeros(data.shape, data.dtype) if bare else data
    where = tuple(bounded(row, size, outside) for row, size in zip(at, sizes))
    mode = "drop" if outside == NONE else _BOUNDED
    return whole.at[where].add(values, mode=mode) if how == "add" else _put(whole, where, values, mode)


@functools.partial(custom_vjp, nondiff_argnums=(3,))
def _put(data, where, values, mode):
    return data.at[where].set(values, mode=mode)


def _put_backward(mode, where, head):
    slope = head.at[where].get(mode="fill" if mode == "drop" else mode, fill_value=0)
    return head.at[where].set(0, mode=mode), jax.tree.map(kernels.no_slope, where), slope


_put.defvjp(lambda data, where, values, mode: (_put(data, where, values, mode), where), _put_backward)
