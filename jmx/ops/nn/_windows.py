"""Maxima and sums over sliding windows, with gradients that are fast on CPU.

XLA's CPU backend scatters the gradient of `reduce_window` element by element. Here a window is a set of strided slices:
a maximum of slices forward, comparisons and shifted sums backward. The gradient of a maximum goes to the first largest
element of its window in row-major order, as in MXNet. NaN and minus infinity are left out, as in MXNet: a window of nothing else
gives the least finite number, and passes no gradient on. On one core, forward + backward, XLA's own form takes 4 to 18
times as long; MXNet takes 2.0 times as long for 2x2 windows with stride 2 on (100, 20, 24, 24).
"""

import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ...core.declare.gradients import custom_vjp
from ...native import onednn
from ...native.symbols import at_present, is_size
from ._common import for_onednn, type_for_onednn

#: arrays of fewer elements are left to XLA: a call of oneDNN takes some microseconds
_FEWEST = 2**14
#: arrays of fewer elements, with channels second, stay in the processor's cache while XLA looks for maxima
_LARGE = 2**21


class Windows(NamedTuple):
    """Windows over the axes `axes` of an array: sizes, steps, padding before the first element and number per axis."""

    axes: tuple[int, ...]
    kernel: tuple[int, ...]
    stride: tuple[int, ...]
    pad: tuple[int, ...]
    out: tuple[int, ...]

    @property
    def apart(self) -> bool | np.generic:
        """Whether every element belongs to at most one window and few slices make a window."""
        return self.kernel == self.stride and np.prod(self.kernel) <= 16

    def each(self):
        """(axis, kernel, stride, pad, out) for the axes on which a window has some extent or moves by more than one."""
        return [row for row in zip(*self) if row[1:4] != (1, 1, 0)]


def lowest(dtype):
    """The least finite number of a type, which is what MXNet starts a maximum with."""
    return jnp.finfo(dtype).min if jnp.issubdtype(dtype, jnp.floating) else jnp.iinfo(dtype).min


def numbers(x) -> jax.Array:
    """`x` with the least finite number in place of NaN and minus infinity, which MXNet leaves out of maxima."""
    least = jnp.asarray(lowest(x.dtype), x.dtype)
    return jnp.where(x > least, x, least)


def _largest(slices):
    """The largest of `numbers` of the slices, element by element."""
    top = numbers(slices[0])
    for part in slices[1:]:
        top = jnp.where(part > top, part, top)
    return top


def _slices(x, row, fill):
    """One strided slice along the row's axis for each place in the window."""
    axis, kernel, stride, pad, out = row
    right = stride * (out - 1) + kernel - pad - x.shape[axis]
    # of an open size, in a program that is exported, it may be below zero: that leaves out what no window reaches
    if not is_size(right) or (right := max(0, right)) or pad:
        edges = [(0, 0, 0)] * x.ndim
        edges[axis] = (pad, right, 0)
        x = lax.pad(x, jnp.asarray(fill, x.dtype), edges)
    return [lax.slice_in_dim(x, i, i + stride * (out - 1) + 1, stride, axis) for i in range(kernel)]


def _unslice(parts, row, size):
    """The transpose of `_slices`: the parts summed into an array with `size` elements along the row's axis."""
    axis, kernel, stride, pad, out = row
    zero, rows = jnp.zeros((), parts[0].dtype), out + (kernel - 1) // stride
    phases = []
    for phase in range(stride):
        total = None
        for i in range(phase, kernel, stride):
            edges = [(0, 0, 0)] * parts[0].ndim
            edges[axis] = (i // stride, rows - out - i // stride, 0)
            part = lax.pad(parts[i], zero, edges)
            total = part if total is None else total + part
        shape = parts[0].shape
        phases.append(jnp.zeros((*shape[:axis], rows, *shape[axis + 1 :]), zero.dtype) if total is None else total)
    whole = phases[0]
    if stride > 1:
        whole = jnp.stack(phases, axis + 1)
        whole = whole.reshape(*whole.shape[:axis], rows * stride, *whole.shape[axis + 2 :])
    return _crop(whole, axis, pad, size)


def _crop(x, axis, pad, size):
    edges = [(0, 0, 0)] * x.ndim
    edges[axis] = (-pad, size + pad - x.shape[axis], 0)
    return lax.pad(x, jnp.zeros((), x.dtype), edges)


def _hits(slices, g):
    """For each slice, `g` where it holds the first of the largest elements and zero elsewhere."""
    top, taken, shares = _largest(slices), None, []
    for part in slices:
        hit = part == top
        first = hit if taken is None else hit & ~taken
        taken = hit if taken is None else hit | taken
        shares.append(jnp.where(first, g, jnp.zeros((), g.dtype)))
    return shares


def _all_slices(x, rows, fill):
    parts = [x]
    for row in rows:
        parts = [part for whole in parts for part in _slices(whole, row, fill)]
    return parts


def _interleave(parts, win, rows, shape):
    """The transpose of `_all_slices` for windows that do not overlap."""
    kernels = [row[1] for row in rows]
    whole = jnp.stack(parts, -1).reshape(*parts[0].shape, *kernels)
    order, places = [], {row[0]: parts[0].ndim + i for i, row in enumerate(rows)}
    for axis in range(parts[0].ndim):
        order += [axis] + ([places[axis]] if axis in places else [])
    scale = {row[0]: row[1] for row in rows}
    whole = whole.transpose(order).reshape([n * scale.get(i, 1) for i, n in enumerate(parts[0].shape)])
    for axis, _, _, pad, _ in rows:
        whole = _crop(whole, axis, pad, shape[axis])
    return whole


@functools.partial(custom_vjp, nondiff_argnums=(1,))
def maximum(x, win) -> jax.Array:
    """The largest element of each window; the gradient goes to the first of them."""
    fill, rows = lowest(x.dtype), win.each()
    if win.apart:
        return _largest(_all_slices(x, rows, fill))
    for i, row in enumerate(rows):
        # Without the barrier the compiler would compute the first axis anew for every slice along the second.
        x = _largest(_slices(lax.optimization_barrier(x) if i else x, row, fill))
    return x


def _maximum_backward(win, x, g):
    fill, rows = lowest(x.dtype), win.each()
    if win.apart:
        return (_interleave(_hits(_all_slices(x, rows, fill), g), win, rows, x.shape),)
    # Last axis first: of equal elements that of the earliest row wins, and in it the earliest column.
    stages = [x]
    for row in rows[:0:-1]:
        top = _largest(_slices(stages[-1], row, fill))
        stages.append(lax.optimization_barrier(top))
    for row, stage in zip(rows, reversed(stages)):
        g = _unslice(_hits(_slices(stage, row, fill), g), row, stage.shape[row[0]])
        g = lax.optimization_barrier(g)
    return (g,)


maximum.defvjp(lambda x, win: (maximum(x, win), x), _maximum_backward)


def onednn_plan(what, x, win) -> tuple[np.ndarray, int] | None:
    """The plan of a maximum or its gradient by oneDNN, or None: images on the CPU, as `for_onednn` has them."""
    last = win.axes == tuple(range(1, x.ndim - 1))
    dtype = type_for_onednn(x)
    if not onednn.multiplies(dtype) or at_present(x.size) < _FEWEST or not (last or _suits_channels_second(what, x, win)):
        return None
    sizes = tuple(x.shape[axis] for axis in win.axes)
    space = (sizes, win.out, win.kernel, win.stride, win.pad, (1,) * len(win.axes))
    flags = last * onednn.CHANNELS_LAST + onednn.types(dtype, dtype, dtype)
    return onednn.plan(what, flags, x.shape[0], x.shape[-1 if last else 1], space=space)


def _suits_channels_second(what, x, win):
    """Whether oneDNN, which copies channels second to its own layout, is the faster one: windows overlap, and the array is large
    or a gradient follows."""
    if win.axes not in ((2, 3), (2, 3, 4)) or win.apart:
        return False
    return what != onednn.POOL_INFERENCE or at_present(x.size) >= _LARGE


def _pooled(x, win, dtype):
    """What comes out: as many elements as there are windows along their axes."""
    shape = list(x.shape)
    for axis, out in zip(win.axes, win.out):
        shape[axis] = out
    return jax.ShapeDtypeStruct(tuple(shape), dtype)


@functools.partial(custom_vjp, nondiff_argnums=(1,))
def onednn_maximum(x, win) -> jax.Array:
    """`maximum` where there is a plan for it. Nothing is kept for a gradient unless there is one."""
    plan = onednn_plan(onednn.POOL_INFERENCE, x, win)
    if plan is None:
        return maximum(x, win)
    given = for_onednn(x)
    return onednn.call(plan, [_pooled(x, win, given.dtype)], given)[0].astype(x.dtype)


@functools.partial(custom_vjp, nondiff_argnums=(1,))
def _onednn_maximum(x, win):
    """(the largest element of each window, where in the window it was); the gradient of its gradient is XLA's."""
    plan = onednn_plan(onednn.POOL, x, win)
    given = for_onednn(x)
    y, places = onednn.call(plan, [_pooled(x, win, given.dtype), jax.ShapeDtypeStruct((plan[1],), jnp.uint8)], given)
    return y.astype(x.dtype), places


def _onednn_maximum_to_differentiate(x, win):
    y, places = _onednn_maximum(x, win)
    return y, (x, places)


def _onednn_backward(win, kept, g):
    return (_onednn_gradient(g, *kept, win),)


@functools.partial(custom_vjp, nondiff_argnums=(3,))
def _onednn_gradient(g, x, places, win):
    plan = onednn_plan(onednn.POOL_GRADIENT, x, win)
    given = for_onednn(g)
    return onednn.call(plan, [jax.ShapeDtypeStruct(x.shape, given.dtype)], given, places)[0].astype(x.dtype)


def _onednn_gradient_backward(win, kept, slope):
    """The gradient is linear in g; x and the places only say where it goes."""
    x, places = kept
    back = jax.linear_transpose(lambda g: _maximum_backward(win, x, g)[0], _pooled(x, win, x.dtype))(slope)[0]
    return back, jnp.zeros_like(x), np.zeros(places.shape, jax.dtypes.float0)


_onednn_maximum.defvjp(lambda x, win: (_onednn_maximum(x, win), x), lambda win, x, heads: _maximum_backward(win, x, heads[0]))
onednn_maximum.defvjp(_onednn_maximum_to_differentiate, _onednn_backward)
_onednn_gradient.defvjp(lambda g, x, places, win: (_onednn_gradient(g, x, places, win), (x, places)), _onednn_gradient_backward)


@functools.partial(custom_vjp, nondiff_argnums=(1, 2))
def total(x, shape, win) -> jax.Array:
    """The sum over each window of an array of the given shape."""
    for i, row in enumerate(win.each()):
        x = functools.reduce(jnp.add, _slices(lax.optimization_barrier(x) if i else x, row, 0))
    return x


@functools.partial(custom_vjp, nondiff_argnums=(1, 2))
def spread(g, shape, win) -> jax.Array:
    """The transpose of `total`: each window's number added to all its elements."""
    for i, row in enumerate(reversed(win.each())):
        g = _unslice([lax.optimization_barrier(g) if i else g] * row[1], row, shape[row[0]])
    return g


total.defvjp(lambda x, shape, win: (total(x, shape, win), None), lambda shape, win, _, g: (spread(g, shape, win),))
spread.defvjp(lambda g, shape, win: (spread(g, shape, win), None), lambda shape, win, _, x: (total(x, shape, win),))


@functools.partial(custom_vjp, nondiff_argnums=(1,))
def global_maximum(x, axes) -> jax.Array:
    """The largest element over `axes`, kept as axes of length one; the gradient goes to the first of them."""
    top = jnp.max(x, axes, keepdims=True)
    if not jnp.issubdtype(x.dtype, jnp.floating):
        return top
    # Only where there is NaN, or a map of minus infinity: the maximum of `numbers` takes four times as long.
    return lax.cond(jnp.all(top > lowest(x.dtype)), lambda x: top, lambda x: jnp.max(numbers(x), axes, keepdims=True), x)


def _global_backward(axes, x, g):
    place, step = jnp.zeros((1,) * x.ndim, jnp.int32), 1
    for axis in reversed(axes):
        place = place + step * lax.broadcasted_iota(jnp.int32, (*(1,) * axis, x.shape[axis], *(1,) * (x.ndim - axis - 1)), axis)
        step *= x.shape[axis]
    first = jnp.min(jnp.where(x == global_maximum(x, axes), place, jnp.asarray(step, jnp.int32)), axes, keepdims=True)
    return (jnp.where(place == first, g, jnp.zeros((), g.dtype)),)


global_maximum.defvjp(lambda x, axes: (global_maximum(x, axes), x), _global_backward)


def with_zero_edges(x, win):
    """x padded with zeros as far as the windows reach, and the windows of the padded array."""
    edges = [(0, 0)] * x.ndim
    for axis, kernel, stride, pad, out in zip(*win):
        edges[axis] = (pad, max(pad, stride * (out - 1) + kernel - pad - x.shape[axis]))
    return jnp.pad(x, edges), win._replace(pad=(0,) * len(win.pad))


@functools.partial(custom_vjp, nondiff_argnums=(1,))
def every_maximum(x, win) -> jax.Array:
    """The largest element of each window; the gradient goes to all of them."""
    return functools.reduce(jnp.maximum, _all_slices(x, win.each(), lowest(x.dtype)))


def _every_backward(win, x, g):
    rows = win.each()
    slices = _all_slices(x, rows, lowest(x.dtype))
    top = functools.reduce(jnp.maximum, slices)
    parts = [jnp.where(part == top, g, jnp.zeros((), g.dtype)) for part in slices]
    for row in reversed(rows):
        parts = [_unslice(parts[i : i + row[1]], row, x.shape[row[0]]) for i in range(0, len(parts), row[1])]
    return (parts[0],)


every_maximum.defvjp(lambda x, win: (every_maximum(x, win), x), _every_backward)
