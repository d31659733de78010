"""Making, copying and converting arrays underneath `NDArray`."""

import functools

import jax
import numpy as np

from ..base import MXNetError
from ..core.declare.x64 import x64
from ..core.numpy_tier import jit
from ..core.run import storage as _array
from ..core.run import tape as _tape
from ..core.run.dispatch import wrap
from ..core.run.storage import ArrayBase, place

_mode = _tape.mode


def _new(value, ctx, cls=None):
    """An array that takes over the NumPy array `value`."""
    return wrap(place(value, ctx), ctx, cls)


def _recast(source, cls):
    made = object.__new__(cls)
    made._cell, made._view, made._ctx = source._cell, source._view, source._ctx
    made._seen, made._cache = -1, None
    made._entry = made._grad = None
    return made


def _fitting(number, kind):
    """A Python number as elements of type `kind` take it: 1.7 is 1 in an integer array."""
    return number if kind.kind in "fV" else int(np.array(number).astype(kind))


def _transfer(source, target, ctx=None):
    """Copy `source` to the array `target`, or to a new array on `ctx`; recorded, with a gradient that travels back."""
    buf = source._data()
    if target is None:
        buf = _array.move(buf, ctx)
        made = object.__new__(type(source))
        ArrayBase.__init__(made, buf, ctx)
    else:
        if target.shape != source.shape:
            raise MXNetError(
                f"copyto: Incompatible attr in node  at 0-th output: expected {list(source.shape)}, got {list(target.shape)}"
            )
        if _mode.recording and target._entry is not None:
            raise MXNetError("Inplace operations (+=, -=, x[:]=, etc) are not supported when recording with autograd.")
        moved = _array.move(buf, target._ctx) if target._ctx != source._ctx else buf
        kind = target._cell.buf.dtype
        target._set_data(moved if moved.dtype == kind else _convert(moved, kind, None))
        made = target
    if _mode.recording and source._entry is not None:
        home, kind = source._ctx, buf.dtype

        def pull(cts):
            ct = cts[0]
            return [_array.move(ct if ct.dtype == kind else _convert(ct, kind, None), home)]

        def redo(cts):
            return [cts[0].as_in_context(home)]

        made._entry = (_tape.Node("_copyto", [(0, source._entry)], pull, redo, 1, [("_copyto", {})]), 0)
    return made


def _convert(buf, kind, shape):
    with x64(buf, kind):
        return _converter(kind, shape)(buf)


@functools.lru_cache(4096)
def _converter(kind, shape):
    return jit(functools.partial(_cast_and_broadcast, kind, shape))


def _cast_and_broadcast(kind, shape, buf):
    buf = buf.astype(kind)
    return buf if shape is None else jax.numpy.broadcast_to(buf, shape)
