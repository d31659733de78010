"""dot with CSR matrices, sums of them, and Embedding with row-sparse gradients."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

import jax
import jax.numpy as jnp
import numpy as np

from ..base import MXNetError
from ..core.declare.x64 import position_type, x64
from ..core.run.sparse_storage import CSR, RowSparse, capacity, compressed, distinct
from ..core.run.storage import on_host, place, wrap
from ._sparse_host import norm_of, times, times_held, times_to_rows

if TYPE_CHECKING:
    from .ndarray import NDArray


def _numbers(values, size, ctx, fill):
    """Host indices on the device, filled up to `size`; `fill` is at least as large as they are."""
    full = np.full(size, fill, position_type(fill))
    full[: len(values)] = values
    return place(full, ctx)


def _run(function, *bufs):
    with x64(*bufs):
        return function(*bufs)


@functools.partial(jax.jit, static_argnums=4)
def _accumulate(buffer, dense, source, target, count):
    """out[target[k]] += buffer[k] * dense[source[k]]; targets of `count` and more are dropped."""
    out = jnp.zeros((count, dense.shape[1]), dense.dtype)
    return out.at[target].add(buffer[:, None] * dense.at[source].get(mode="clip"), mode="drop")


def _times(value, dense, transposed):
    """value . dense, or value.T . dense, as a buffer."""
    product = times(value, dense, transposed)
    if product is not None:
        return place(product, value.ctx)
    rows, columns, _, _ = _places(value)
    source, target = (rows, columns) if transposed else (columns, rows)
    count = value.shape[1] if transposed else value.shape[0]
    return _run(lambda *a: _accumulate(*a, count), value.buffer, dense, source, target)


def _places(value):
    """(row and column of each element on the device, the columns in use, each element's place among these).

    Behind the last element stand numbers that lie outside of every result.
    """
    if "places" not in value.found:
        size, ctx, far = value.buffer.shape[0], value.ctx, max(value.shape)
        value._check(value.columns, value.shape[1], "column")
        index, where = distinct(value.columns, value.shape[1])
        value.found["places"] = (
            _numbers(value.rows(), size, ctx, far),
            _numbers(value.columns, size, ctx, far),
            index,
            _numbers(where, size, ctx, far),
        )
    return value.found["places"]


def _times_to_rows(value, dense, source=None):
    """value.T . dense as the rows that value has columns for; `source`: the row of `dense` for each element, if not its own."""
    product = times_to_rows(value, dense) if source is None else None
    if product is not None:
        return product
    rows, _, index, where = _places(value)
    places = capacity(len(index), value.shape[1])
    source = rows if source is None else source
    buffer = _run(lambda *a: _accumulate(*a, places), value.buffer, dense, source, where)
    return RowSparse(buffer, index, (value.shape[1], dense.shape[1]), value.ctx)


def _place_of(held, numbers):
    """The place in `held`, which is ordered, of each row number below its height; -1 for rows that are not stored."""
    index, height = held.index, held.shape[0]
    # as `distinct`: a table of all rows beats bisection only while it is not much larger than what is looked up
    if held.count and 0 <= index[0] and index[-1] < height <= 16 * numbers.size:
        table = np.full(height, -1, np.int32)
        table[index] = np.arange(held.count, dtype=np.int32)
        return table[numbers]
    at = np.searchsorted(index, numbers)
    at[at == held.count] = 0
    return np.where(index[at] == numbers, at, -1) if held.count else np.full(numbers.shape, -1)


def _found(held, numbers):
    """(the place in `held`, which is ordered, of each row number, whether that row is stored)."""
    at = _place_of(held, numbers)
    return np.maximum(at, 0), at >= 0


def _times_held(value, held, transposed):
    """value . held, or value.T . held, as a buffer, where `held` stores some rows only: the others are not made."""
    value._check(value.columns, value.shape[1], "column")
    held, size, ctx = held.ordered(), value.buffer.shape[0], value.ctx
    product = times_held(value, held, transposed)
    if product is not None:
        return place(product, ctx)
    rows, columns = value.rows(), value.columns
    source, target = (rows, columns) if transposed else (columns, rows)
    count = value.shape[1] if transposed else value.shape[0]
    at, stored = _found(held, source)
    target = _numbers(np.where(stored, target, count), size, ctx, count)
    return _run(lambda *a: _accumulate(*a, count), value.buffer, held.buffer, _numbers(at, size, ctx, held.count), target)


def _held_to_rows(value, held):
    """value.T . held as the rows that value has columns for in rows that `held` stores."""
    held = held.ordered()
    value = value.kept(_found(held, value.rows())[1])
    at, _ = _found(held, value.rows())
    return _times_to_rows(value, held.buffer, _numbers(at, value.buffer.shape[0], value.ctx, held.count))


def _from_left(dense, value, transposed):
    """dense . value as csr with the columns that value has, or dense . value.T, as a buffer."""
    if transposed:
        return _times(value, dense.T, False).T
    rows = _times_to_rows(value, dense.T)
    count, columns = dense.shape[0], rows.count
    indptr = np.arange(count + 1, dtype=np.int64) * columns
    return CSR.of(rows.stored().T.reshape(-1), indptr, np.tile(rows.index, count), (count, value.shape[1]), value.ctx)


def _check_matrices(call, value, other, transposed):
    if len(other.shape) != 2:
        raise MXNetError(
            f"Error in operator dot: sparse dot only supports 2 dimensional rhs, got shape {other.shape}; reshape it first."
        )
    inner = value.shape[0 if transposed else 1]
    if inner != other.shape[0]:
        raise MXNetError(
            f"Error in operator dot: dot shape error: {value.shape} X {other.shape}, transpose_a={transposed}: "
            f"dimensions {inner} and {other.shape[0]} differ"
        )
    if value.dtype != np.dtype(other.dtype):
        raise MXNetError(
            f"Error in operator dot: inputs have different element types: {value.dtype}, "
            f"{np.dtype(other.dtype)}; convert with astype()."
        )


def _fit(dense, value, transposed):
    """Whether dense . value, or dense . value.T, is a product of matrices of one type; the dense operator tells why not."""
    inner = value.shape[1 if transposed else 0]
    return len(dense.shape) == 2 and dense.shape[1] == inner and np.dtype(dense.dtype) == value.dtype


def dot(call):
    """The storage types of dot, as MXNet infers them; a forced one is met by converting the result."""
    left, right = call.attrs["transpose_a"], call.attrs["transpose_b"]
    wanted = call.attrs["forward_stype"]
    if call.stypes == "dd" and wanted in (None, "default"):
        return NotImplemented
    natural = "default"
    if call.stypes in ("cd", "cr") and left and not right:
        natural = "row_sparse"
    elif call.stypes == "dc" and not left:
        natural = "csr"
    wanted = wanted or natural
    ctx = call.inputs[0]._ctx
    if call.stypes in ("cd", "cr") and not right:
        value, other, held = call.values[0], call.inputs[1], call.values[1]
        _check_matrices(call, value, other, left)
        call.pull = functools.partial(_dot_gradient, value, left)
        some = held is not None and not held.whole
        if wanted == "row_sparse" and left:
            return _held_to_rows(value, held) if some else _times_to_rows(value, other._data())
        buf = _times_held(value, held, left) if some else _times(value, other._data(), left)
    elif call.stypes == "dc" and not left and _fit(call.inputs[0], call.values[1], right):
        buf = _from_left(call.inputs[0]._data(), call.values[1], right)
        if isinstance(buf, CSR):
            if wanted == "csr":
                return buf
            buf = buf.dense()
    elif wanted == "default" and natural == "default":
        return NotImplemented
    else:
        buf = call.run(call.op, *(a._data() for a in call.inputs))
    return wrap(buf, ctx) if wanted == "default" else compressed(on_host(buf), wanted, ctx)


def _dot_gradient(value, transposed, wanted, ct):
    if wanted != (1,):
        raise MXNetError("Error in operator dot: sparse dot has no gradient for its csr matrix; convert it to 'default' first.")
    return [_times(value, ct, False) if transposed else _times_to_rows(value, ct)]


def total(call):
    """Sum or mean of a floating csr matrix over its rows or its columns."""
    value, axis, attrs = call.values[0], call.attrs["axis"], call.attrs
    if call.stypes != "c" or value.dtype not in (np.float32, np.float64) or attrs["exclude"]:
        return NotImplemented
    axes = {a % 2 for a in axis or (0, 1) if -2 <= a < 2}
    if len(axes) != 1:
        return NotImplemented
    over = axes.pop()
    ones = np.ones((value.shape[over], 1), value.dtype)
    shape = [1 if i == over else n for i, n in enumerate(value.shape)]
    if not attrs["keepdims"]:
        del shape[over]
    count = value.shape[over] if call.op.name == "mean" else 1
    buf = place(ones, value.ctx)
    sums = times(value, buf, over == 0) if count else None
    if sums is not None:
        if count > 1:
            sums /= value.dtype.type(count)
        return wrap(place(sums.reshape(shape), value.ctx), call.inputs[0]._ctx)
    buf = _times(value, buf, over == 0)
    return wrap(_run(lambda total: total.reshape(shape) / count, buf), call.inputs[0]._ctx)


def length(call) -> NDArray:
    """Norm of a whole array, to which what is not stored adds nothing."""
    value, attrs = call.values[0], call.attrs
    if attrs["axis"] or attrs["keepdims"] or value.buffer.size >= math.prod(value.shape):
        return NotImplemented
    norm = norm_of(value) if attrs["ord"] == 2 and attrs["out_dtype"] is None else None
    if norm is not None:
        return wrap(place(norm.reshape(1), value.ctx), call.inputs[0]._ctx)
    return wrap(call.run(call.op, value.like(value.stored()).buffer), call.inputs[0]._ctx)


@jax.jit
def _gather(buffer, where):
    """buffer[where], zeros where it is negative."""
    rows = buffer.at[jnp.maximum(where, 0)].get(mode="clip")
    mask = (where >= 0).reshape(where.shape + (1,) * (buffer.ndim - 1))
    return jnp.where(mask, rows, jnp.zeros((), buffer.dtype))


@functools.partial(jax.jit, static_argnums=2)
def _gather_gradient(ct, where, places):
    flat = ct.reshape((where.shape[0], -1))
    return jnp.zeros((places, flat.shape[1]), ct.dtype).at[where].add(flat)


def embedding(call):
    """Rows of a weight that may be row-sparse; with sparse_grad its gradient holds the rows that were looked up."""
    data, weight = call.inputs
    value = call.values[1]
    if value is None and call.op.traits.gradient_storage(call.bound.attrs, 1, ()) == "default":
        return NotImplemented
    if call.values[0] is not None or (value is not None and value.stype != "row_sparse"):
        return NotImplemented
    size = call.attrs["input_dim"]
    ids = data.asnumpy().astype(np.int64)
    if value is not None and ids.size and (ids.min() < 0 or ids.max() >= size):
        raise MXNetError(
            f"Embedding input contains data out of bound: numbers lie between {ids.min()} and {ids.max()}, input_dim is {size}"
        )
    if value is None:
        ids = np.clip(ids, 0, size - 1)
    shape, ctx = weight.shape, weight._ctx

    def pull(wanted, ct):
        if wanted != (1,):
            return NotImplemented
        index, where = distinct(ids, shape[0])
        places = capacity(len(index), shape[0])
        where = place(where.astype(np.int32), ctx)
        return [RowSparse(_run(lambda *a: _gather_gradient(*a, places), ct, where), index, shape, ctx)]

    if value is None or value.whole:
        rows = call.run(call.op, data._data(), weight._data())
    else:
        source = value.ordered()
        rows = _run(_gather, source.buffer, place(_place_of(source, ids).astype(np.int32), ctx))
    call.pull = pull
    return wrap(rows, ctx)
