"""Making, copying and converting arrays underneath `NDArray`."""

import functools
from typing import Any

import jax

from ..base import MXNetError
from ..core.declare.integers import whole_number
from ..core.declare.x64 import x64
from ..core.numpy_tier import jit
from ..core.run import storage as _array
from ..core.run import tape as _tape
from ..core.run.cells import exposed
from ..core.run.storage import UNREAD, ArrayBase, place, wrap

_mode = _tape.mode


def _new(value, ctx, cls=None) -> Any:
    """An array that takes over the NumPy array `value`."""
    return wrap(place(value, ctx), ctx, cls)


def _recast(source, cls):
    array = object.__new__(cls)
    array._cell, array._view, array._ctx = source._cell, source._view, source._ctx
    array._seen = UNREAD
    array._entry = array._grad = None
    return array


def replica(array: Any) -> Any:
    """A copy of an array, outside of recorded graphs. Buffers are immutable, so it shares that of the array until a write."""
    if not array._dense:
        return array.copy()
    buf = array._data()
    if exposed((buf,)):
        return array.copy()
    return wrap(buf, array._ctx, _array.numpy_class if array._numpy else None)


def overwritten(target: Any, source: Any) -> bool:
    """`target[:] = source` for dense arrays of one shape, context and element type; False, and nothing done, for others."""
    if not (target._dense and source._dense) or target._ctx != source._ctx:
        return False
    buf = source._data()
    if buf.dtype != target._cell.buf.dtype or target.shape != buf.shape:
        return False
    target._set_data(buf)
    return True


def _fitting(number, dtype):
    """A Python number as elements of type `dtype` take it: 1.7 is 1 in an integer array."""
    return whole_number(number, dtype) if dtype.kind in "iu" else bool(number) if dtype.kind == "b" else number


def _transfer(source, target, ctx=None):
    """Copy `source` to the array `target`, or to a new array on `ctx`; recorded, with a gradient that travels back."""
    buf = source._data()
    if target is None:
        buf = _array.move(buf, ctx)
        result = object.__new__(type(source))
        ArrayBase.__init__(result, buf, ctx)
    else:
        if target.shape != source.shape:
            raise MXNetError(
                f"copyto: Incompatible attr in node  at 0-th output: expected {list(source.shape)}, got {list(target.shape)}"
            )
        if _mode.recording and target._entry is not None:
            raise MXNetError(_tape.IN_PLACE)
        moved = _array.move(buf, target._ctx) if target._ctx != source._ctx else buf
        dtype = target._cell.buf.dtype
        target._set_data(moved if moved.dtype == dtype else _convert(moved, dtype, None))
        result = target
    if _mode.recording and source._entry is not None:
        home, source_dtype = source._ctx, buf.dtype

        def pull(cts):
            ct = cts[0]
            return [_array.move(ct if ct.dtype == source_dtype else _convert(ct, source_dtype, None), home)]

        def redo(cts):
            return [cts[0].as_in_context(home)]

        result._entry = (_tape.GivenNode("_copyto", [(0, source._entry)], pull, redo, 1, [("_copyto", {})]), 0)
    return result


def _convert(buf, dtype, shape):
    with x64(buf, dtype):
        return _converter(dtype, shape)(buf)


@functools.lru_cache(4096)
def _converter(dtype, shape):
    return jit(functools.partial(_cast_and_broadcast, dtype, shape))


def _cast_and_broadcast(dtype, shape, buf):
    buf = buf.astype(dtype)
    return buf if shape is None else jax.numpy.broadcast_to(buf, shape)
