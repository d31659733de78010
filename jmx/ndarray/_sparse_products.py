"""dot with CSR matrices, and Embedding with row-sparse gradients."""

import functools

import jax
import jax.numpy as jnp
import numpy as np

from ..base import MXNetError
from ..core.declare.x64 import x64
from ..core.run import dispatch
from ..core.run.sparse_storage import RowSparse, capacity, compressed, distinct
from ..core.run.storage import place


def _numbers(values, size, ctx, fill):
    """Host indices as int32 on the device, filled up to `size`."""
    full = np.full(size, fill, np.int32)
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


def _times_to_rows(value, dense):
    """value.T . dense as the rows that value has columns for."""
    rows, _, index, where = _places(value)
    places = capacity(len(index), value.shape[1])
    buffer = _run(lambda *a: _accumulate(*a, places), value.buffer, dense, rows, where)
    return RowSparse(buffer, index, (value.shape[1], dense.shape[1]), value.ctx)


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
    if call.stypes in ("cd", "cr") and not right:
        value, other = call.values[0], call.inputs[1]
        _check_matrices(call, value, other, left)
        dense = other._data()
        call.pull = functools.partial(_dot_gradient, value, left)
        if wanted == "row_sparse" and left:
            held = call.values[1]
            if held is not None and not held.whole:
                value = value.kept(np.isin(value.rows(), held.index))
            return _times_to_rows(value, dense)
        buf = _times(value, dense, left)
    elif wanted == "default" and natural == "default":
        return NotImplemented
    else:
        buf = call.run(call.op, *(a._data() for a in call.inputs))
    ctx = call.inputs[0]._ctx
    return dispatch.wrap(buf, ctx) if wanted == "default" else compressed(np.asarray(buf), wanted, ctx)


def _dot_gradient(value, transposed, wanted, ct):
    if wanted != (1,):
        raise MXNetError("Error in operator dot: sparse dot has no gradient for its csr matrix; convert it to 'default' first.")
    return [_times(value, ct, False) if transposed else _times_to_rows(value, ct)]


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
        at = np.searchsorted(source.index, ids)
        at[at == source.count] = 0
        known = source.index[at] == ids if source.count else np.zeros(ids.shape, bool)
        rows = _run(_gather, source.buffer, place(np.where(known, at, -1).astype(np.int32), ctx))
    call.pull = pull
    return dispatch.wrap(rows, ctx)
