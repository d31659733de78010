"""Reading and writing `x[key]`: views for contiguous basic keys, compiled programs with traced starts for the rest."""

from __future__ import annotations

import functools
import operator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ..core.declare.positions import ENDS, taken
from ..core.declare.room import room, rows_at
from ..core.declare.x64 import position_type, x64
from ..core.numpy_tier import jit
from ..core.run.cells import lock_of, overwrite
from ..core.run.on_values import cpu_of
from ..core.run.program import Program, Source
from ..core.run.storage import ArrayBase, on_host, place
from ..core.run.trace_observer import trace_observer

_INTS = (int, np.integer)
_BASIC = (slice, *_INTS)
_PLAIN = (int, type(None))
#: place of an index array in a template; not True, which equals the index 1
ARRAY = "array"


def expand(key, ndim):
    """`key` as a tuple with one entry per axis: ints, slices, arrays; np.newaxis entries stay. Raises IndexError."""
    if not isinstance(key, tuple):
        key = (key,)
    key = tuple(k if not isinstance(k, (list, tuple, range)) else np.array(k, dtype=None if k else np.int64) for k in key)
    count = dots = 0
    for k in key:
        if k is Ellipsis:
            dots += 1
        elif k is not None:
            count += 1
    if dots > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    if count > ndim:
        raise IndexError(f"too many indices ({count}) for array with {ndim} dimensions")
    fill = (slice(None),) * (ndim - count)
    if dots:
        at = next(i for i, k in enumerate(key) if k is Ellipsis)
        return key[:at] + fill + key[at + 1 :]
    return key + fill


def is_basic(key) -> bool:
    """True if an expanded key holds only ints, slices and newaxis."""
    for k in key:
        if not (k is None or isinstance(k, _BASIC)):
            return False
    return True


def normalize(key, shape) -> list[tuple[int, int, int, bool]]:
    """Basic expanded key -> list of (start, step, count, kept) per axis. Raises IndexError for ints out of bounds."""
    axes = []
    for axis, (k, n) in enumerate(zip([k for k in key if k is not None], shape)):
        if isinstance(k, slice):
            start, stop, step = _slice(k).indices(n)
            axes.append((start, step, len(range(start, stop, step)), True))
        else:
            i = int(k)
            if not -n <= i < n:
                raise IndexError(f"index {i} is out of bounds for axis {axis} with size {n}, whose indices are {-n} to {n - 1}")
            axes.append((i + n if i < 0 else i, 1, 1, False))
    return axes


def _slice(k):
    """`k` with Python's integers in it."""
    if k.step == 0:
        raise ValueError("slice step cannot be zero")
    if type(k.start) in _PLAIN and type(k.stop) in _PLAIN and type(k.step) in _PLAIN:
        return k
    try:
        return slice(*[v if v is None else operator.index(v) for v in (k.start, k.stop, k.step)])
    except TypeError:
        raise TypeError(f"slice indices must be integers or None or have an __index__ method, got {k}") from None


def whole_numbers(array) -> np.ndarray:
    """An index array of NumPy's with integers; fractions are cut off, as in MXNet."""
    if array.dtype.kind not in "iubf":
        raise ValueError(f"NDArray does not support slicing with an index array of type {array.dtype}.")
    if array.dtype.kind in "iu":
        return array
    with np.errstate(invalid="ignore"):
        return array.astype(np.int64)


def check_together(arrays) -> None:
    """Raise ValueError for index arrays whose shapes do not fit together."""
    if len(arrays) > 1:
        shapes = [a.shape if isinstance(a, ArrayBase) else np.shape(a) for a in arrays]
        try:
            np.broadcast_shapes(*shapes)
        except ValueError:
            raise ValueError(f"index arrays of shapes {', '.join(map(str, shapes))} are not broadcastable") from None


def result_shape(key, axes) -> tuple[int, ...]:
    """Shape of x[key] in NumPy's sense."""
    shape, rest = [], iter(axes)
    for k in key:
        if k is None:
            shape.append(1)
        else:
            _, _, count, kept = next(rest)
            if kept:
                shape.append(count)
    return tuple(shape)


def contiguous(axes, shape) -> int | None:
    """Offset of the selected elements if they are one contiguous range in C order, else None."""
    seen_partial = False
    for (_, step, count, _), n in zip(axes, shape):
        if count == 0:
            return None
        if seen_partial and count != n:
            return None
        if step != 1 and count > 1:
            return None
        if count > 1:
            seen_partial = True
    offset = 0
    for (start, _, _, _), n in zip(axes, shape):
        offset = offset * n + start
    return offset


def _window(spec, starts):
    """Where the part of the buffer that holds all selected elements begins, and how long it is, for each axis."""
    lows, spans = [], []
    for start, (step, count) in zip(starts, spec):
        lows.append(start if step > 0 else start + (count - 1) * step)
        spans.append((count - 1) * abs(step) + 1 if count else 0)
    return lows, spans


@functools.lru_cache(512)
def reader(spec, shape) -> Program:
    """Program for a strided basic read: `spec` has (step, count) per axis; the starts are traced."""

    def fn(train, platform, key, starts, data):
        part = lax.dynamic_slice(data, *_window(spec, starts))
        part = part[tuple(slice(None, None, abs(step)) for step, _ in spec)]
        return (lax.rev(part, [i for i, (step, _) in enumerate(spec) if step < 0]).reshape(shape),), ()

    def to_graph_calls(starts):
        ends = [s + (count - 1) * step + (1 if step > 0 else -1) for s, (step, count) in zip(starts, spec)]
        begin = tuple(int(s) for s in starts)
        end = tuple(None if e < 0 else int(e) for e in ends)
        attrs = {"begin": str(begin), "end": str(end), "step": str(tuple(step for step, _ in spec))}
        return [("slice", attrs), ("Reshape", {"shape": str(shape)})]

    return Program(fn, Source("slice", to_graph_calls=to_graph_calls))


def _assign(spec, whole, data, value, starts):
    lows, spans = _window(spec, starts)
    value = value.reshape(value.shape[max(value.ndim - len(whole), 0) :])  # more dimensions than the target: leading ones
    value = jnp.broadcast_to(value.astype(data.dtype), whole).reshape([count for _, count in spec])
    value = lax.rev(value, [i for i, (step, _) in enumerate(spec) if step < 0])
    if any(abs(step) != 1 for step, _ in spec):
        old = lax.dynamic_slice(data, lows, spans)
        value = old.at[tuple(slice(None, None, abs(step)) for step, _ in spec)].set(value)
    return lax.dynamic_update_slice(data, value, lows)


@functools.lru_cache(512)
def writers(spec, whole) -> Any:
    """Compiled (data, value, starts) -> data with the strided part replaced by `value` broadcast to `whole`.

    Two programs: one that leaves the memory of `data` alone, and one that takes it over.
    """
    return [jit(functools.partial(_assign, spec, whole), donate=donate, arrays_only=False) for donate in ((), 0)]


def _join(template, arrays):
    arrays = iter(arrays)
    return tuple(next(arrays) if t is ARRAY else slice(*t) if isinstance(t, tuple) else t for t in template)


@functools.lru_cache(512)
def gatherer(template) -> Program:
    """Program for an advanced read: `template` has ARRAY for an index array, (start, stop, step), an int or None."""

    def fn(train, platform, key, scalars, data, *indices):
        indices = [_as_index(i, data.shape) for i in indices]
        axis = _only_arrays(template)
        if axis is None:
            return (data[_join(template, indices)],), ()
        return (taken(data, jnp.stack(jnp.broadcast_arrays(*indices)), axis, ENDS, platform),), ()

    return Program(fn, Source("advanced_index"))


def _only_arrays(template):
    """The axis of the first array of a key, if arrays follow one another and beside them are whole axes only."""
    kinds = [t is ARRAY for t in template]
    first, count = kinds.index(True), sum(kinds)
    return first if all(kinds[first : first + count]) and all(t is ARRAY or t == (None, None, None) for t in template) else None


def _as_index(i, shape):
    return i if jnp.issubdtype(i.dtype, jnp.integer) else i.astype(position_type(*shape))


def _scatter(template, data, value, indices):
    return data.at[_join(template, [_as_index(i, data.shape) for i in indices])].set(value.astype(data.dtype))


@functools.lru_cache(512)
def scatterers(template) -> Any:
    """Compiled (data, value, indices) -> data with the selected elements replaced; two programs, as of `writers`."""
    return [jit(functools.partial(_scatter, template), donate=donate, arrays_only=False) for donate in ((), 0)]


def _behind_mask(data, mask):
    """`data` with the axes of `mask`, which are its first ones, as one."""
    return data.reshape((mask.size, *data.shape[mask.ndim :]))


def _choose(train, platform, key, scalars, data, mask):
    return (_behind_mask(data, mask)[np.flatnonzero(np.asarray(mask))],), ()


def _choose_values(train, platform, key, scalars, data, mask):
    return (rows_at(_behind_mask(data, mask), np.flatnonzero(mask)),), ()


def _choose_gradient(cts, data, mask):
    gradient = room(data.shape, data.dtype, zero=True)
    _behind_mask(gradient, mask)[np.flatnonzero(mask)] = cts[0]
    return gradient, None


class _Chosen(Source):
    """What is read by a mask: its size depends on values."""

    dynamic, values, values_gradient = True, staticmethod(_choose_values), staticmethod(_choose_gradient)


#: (data, mask) -> what `data` has where `mask`, of its first axes, is true
chooser = Program(_choose, _Chosen("advanced_index"))


def write_masked(array, mask, value) -> bool:
    """`array[mask] = value` by NumPy, of a mask of its first axes; False, and nothing written, where that is not possible."""
    target = (np.count_nonzero(mask), *array.shape[mask.ndim :])
    if not fits(value.shape, target) or cpu_of((array._data(), value)) is None:
        return False
    value = on_host(value)
    with lock_of(array._cell):
        old = on_host(array._data())
        new = room(old.shape, old.dtype)
        new[...] = old
        new[mask] = value
        array._set_data(place(new, array._ctx))
    return True


def fits(shape, target) -> bool:
    """Whether an array of a shape can be written to one of the shape `target`."""
    try:
        return np.broadcast_shapes(shape, target) == target
    except ValueError:
        return False


def split_key(key) -> tuple[Any, ...]:
    """(template, index arrays) of an expanded advanced key."""
    template, arrays = [], []
    for k in key:
        if isinstance(k, slice):
            k = _slice(k)
            template.append((k.start, k.stop, k.step))
        elif k is None or isinstance(k, _INTS):
            template.append(None if k is None else int(k))
        else:
            template.append(ARRAY)
            arrays.append(k)
    return tuple(template), arrays


def check_bounds(key, shape) -> None:
    """Raise IndexError if an index array of `key` points outside of its axis."""
    axis = 0
    for k in key:
        if k is None:
            continue
        if isinstance(k, ArrayBase):
            buf = k._data()
            k = on_host(buf) if not isinstance(buf, jax.core.Tracer) else None
        if isinstance(k, np.ndarray) and k.size:
            low, high = int(k.min()), int(k.max())
            if low < -shape[axis] or high >= shape[axis]:
                bad = high if high >= shape[axis] else low
                raise IndexError(f"index {bad} is out of bounds for axis {axis} with size {shape[axis]}")
        axis += 1


def update(array, programs, *args) -> None:
    """Overwrite `array` by programs[donate](buffer, *args); the old buffer is donated if nobody else holds it."""
    cell = array._cell
    if trace_observer.observer is not None:
        trace_observer.observer.on_write(cell)
    with cell.lock or lock_of(cell):
        if array._view is not None:
            array._set_data(programs[False](array._data(), *args))
            return
        overwrite(cell, programs, *args)
        cell.changed()


def _masked(buf, mask, value):
    return jnp.where(mask, jnp.asarray(value, buf.dtype), buf)


_assign_masked = jit(_masked, arrays_only=False)


def masked(buf, mask, value) -> Any:
    """`buf` with the number `value` where `mask` is true."""
    with x64(buf):
        return _assign_masked(buf, mask, value)
