"""Operators on sparse arrays: which have a sparse form, and what storage type their results get.

`dispatch` asks `answer` about every call once sparse arrays are in use. Calls without a sparse form go on as dense ones,
which is MXNet's storage fallback. A recorded call's backward runs the dense operator's gradient, except where a
row-sparse gradient is the point (dot, Embedding).
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base import MXNetError
from ..core.declare.op import find
from ..core.declare.room import room
from ..core.run import dispatch, tape
from ..core.run.cells import exclusively
from ..core.run.program import execute
from ..core.run.recording import replay
from ..core.run.sparse_storage import CSR, RowSparse, SparseCell, SparseValue, added, aligned, capacity, compressed
from ..core.run.storage import ArrayBase, on_host, place, wrap
from . import _sparse_graphs as graphs
from . import _sparse_products as products
from . import _sparse_updates as updates
from ._sparse_host import beside_dense, chosen, joined_matrices, joined_rows, on_cpu, rows_of

if TYPE_CHECKING:
    from collections.abc import Callable

    import jax


_mode = tape.mode
KERNELS = {}
#: names of operators whose result may be sparse though no input is
_ALWAYS: set[str] = set()


def kernel(*names, always=False) -> Callable[..., Any]:
    """Register what an operator does with sparse inputs.

    The function gets (call) and returns sparse parts, a dense NDArray, a list of these for several outputs, or
    NotImplemented for the dense operator. `always`: it is asked without sparse inputs too.
    """

    def declare(function):
        _ALWAYS.update(names if always else ())
        KERNELS.update(dict.fromkeys(names, function))
        return function

    return declare


class Call:
    """A call with sparse arrays: `values` of its inputs (sparse parts or None for dense ones), `attrs` with scalars read."""

    __slots__ = ("op", "bound", "scalars", "inputs", "values", "attrs", "stypes", "pull", "takes_rows", "out")

    def __init__(self, op, inputs, kwargs, out) -> None:
        self.op, self.inputs, self.out = op, inputs, out
        self.bound, self.scalars = dispatch.bind_op(op, kwargs or {})
        self.attrs = {**vars(self.bound.attrs), **dict(zip(op.scalars, self.scalars))}
        self.values = [a._cell.parts if type(a._cell) is SparseCell else None for a in inputs]
        self.stypes = "".join("d" if v is None else v.stype[0] for v in self.values)
        self.pull, self.takes_rows = None, False

    def run(self, op, *bufs) -> jax.Array:
        """The dense operator `op`, with this call's attributes, on buffers: the buffer of its result."""
        inputs = [wrap(b, self.inputs[0]._ctx) for b in bufs]
        before, _mode.recording = _mode.recording, False
        try:
            return dispatch.run(self.bound.program, inputs, self.scalars)[0]._data()
        finally:
            _mode.recording = before


def answer(op, inputs, kwargs, out):
    """The result of a call that involves sparse arrays, or NotImplemented where the dense operator is right."""
    name = op if type(op) is str else op.name
    if name not in _ALWAYS:
        for a in inputs:
            if type(a._cell) is SparseCell:
                break
        else:
            return NotImplemented
    if type(op) is str:
        op = find(op)
    work = KERNELS.get(op.name)
    if work is None:
        return NotImplemented
    targets = None if out is None else list(out) if isinstance(out, (list, tuple)) else [out]
    if _mode.recording and targets and any(o._entry is not None for o in targets):
        return NotImplemented
    if targets:
        return exclusively([a._cell for a in (*targets, *inputs)], _answer, work, op, inputs, kwargs, out, targets)
    return _answer(work, op, inputs, kwargs, out, targets)


def _answer(work, op, inputs, kwargs, out, targets):
    call = Call(op, list(inputs), kwargs, targets)
    if call.bound.n_inputs is not None and len(inputs) != call.bound.n_inputs:
        dispatch.check_count(op, call.bound, inputs)
    result = work(call)
    if result is NotImplemented:
        return NotImplemented
    if isinstance(result, list):
        return _several(call, result, targets)
    if targets:
        result = _write(call, result, targets[0])
    elif isinstance(result, SparseValue):
        result = _wrapped(result)
    if _mode.recording:
        _record(call, result)
    return out if targets and isinstance(out, (list, tuple)) else result


def _wrapped(parts):
    from ._sparse_arrays import wrapped

    return wrapped(parts)


def _several(call, values, targets):
    """Of an operator of several outputs, which none is recorded of: one array, or the list of them."""
    if targets is None:
        outputs = [_wrapped(x) if isinstance(x, SparseValue) else x for x in values]
    else:
        outputs = [_write(call, x, target) for x, target in zip(values, targets)]
    return outputs[0] if len(outputs) == 1 else outputs


def _write(call, value, target):
    if value is target:
        return target
    if target.shape != value.shape:
        raise MXNetError(
            f"Error in operator {call.op.name}: Shape inconsistent, Provided = {list(target.shape)}, inferred shape="
            f"{list(value.shape)}; out= needs an array of that shape."
        )
    if np.dtype(target.dtype) != value.dtype:
        raise MXNetError(
            f"Error in operator {call.op.name}: Type inconsistent, Provided = {np.dtype(target.dtype).name}, inferred type = "
            f"{np.dtype(value.dtype).name}; out= needs an array of that element type."
        )
    if isinstance(value, SparseValue):
        sparse = type(target._cell) is SparseCell
        target._set_data(value if sparse and target.stype == value.stype else value.on(target._ctx).dense())
    else:
        target._set_data(value.as_in_context(target._ctx)._data())
    return target


def _record(call, result):
    parents = [(i, a._entry) for i, a in enumerate(call.inputs) if a._entry is not None]
    if not parents or call.values is None or not isinstance(result, ArrayBase):
        return
    kept = [a._data() if v is None else v for a, v in zip(call.inputs, call.values)]
    wanted = tuple(i for i, _ in parents)
    program, scalars, ctx = call.bound.program, call.scalars, result._ctx
    special, train = call.pull, _mode.training

    def dense():
        return [k.dense() if isinstance(k, SparseValue) else k for k in kept]

    def back():
        return program.gradient(wanted, (False,))

    def wide(bufs):
        return any(b.dtype.itemsize == 8 for b in bufs)

    def pull(cts):
        if special is not None:
            gradients = special(wanted, cts[0])
            if gradients is not NotImplemented:
                return gradients
        bufs = [*dense(), tape.dense(cts[0])]
        return list(execute(back().forward(train, "cpu"), wide(bufs), ctx, None, scalars, bufs)[0])

    def redo(cts):
        entries = dict(parents)
        arrays = [wrap(b, ctx, None, entries.get(i)) for i, b in enumerate(dense())] + [cts[0]]
        return replay(back(), train, "cpu", None, scalars, arrays, wide([a._data() for a in arrays]), ctx)

    node = tape.GivenNode(call.op.name, parents, pull, redo, 1, info=(program, kept))
    node.takes_rows = call.takes_rows
    result._entry = (node, 0)


def install() -> None:
    """Let dispatch ask about sparse arrays from now on."""
    dispatch.sparse_hook = answer


# -- storage --------------------------------------------------------------------------------------


@kernel("cast_storage", always=True)
def _cast_storage(call):
    (value,), stype = call.values, call.attrs["stype"]
    source = call.inputs[0]
    if value is None:
        if stype == "default":
            return NotImplemented
        if stype == "csr" and len(source.shape) != 2:
            raise ValueError(f"To convert to a CSR, the NDArray should be 2 Dimensional. Current shape is {source.shape}")
        return compressed(on_host(source._data()), stype, source._ctx)
    if stype == value.stype:
        return value
    if stype == "default":
        return wrap(value.on(source._ctx).dense(), source._ctx)
    raise MXNetError(f"cast_storage from {value.stype} to {stype} is not supported; convert to 'default' first")


@kernel("_sparse_retain", always=True)
def _retain(call):
    value, wanted = call.values[0], call.inputs[1].asnumpy().astype(np.int64)
    if call.stypes != "rd":
        raise MXNetError(f"_sparse_retain takes a row_sparse array and dense indices, got {_names(call)}")
    # Of an array without rows nothing is retained, of others zeros for the rows that they lack.
    return picked(value, wanted if value.count else wanted[:0])


def picked(value, wanted) -> RowSparse:
    """The rows `wanted` of a row-sparse value, in that order, zeros for those that it does not store."""
    source = value.ordered()
    if value.whole and len(wanted) and 0 <= wanted.min() and wanted.max() < value.shape[0]:
        return RowSparse.at_rows(value.stored(), wanted, wanted, value.shape, value.ctx)
    at = np.searchsorted(source.index, wanted)
    stored = at < source.count
    stored[stored] = source.index[at[stored]] == wanted[stored]
    if stored.all():
        return RowSparse.at_rows(source.stored(), at, wanted, value.shape, value.ctx)
    values = room((capacity(len(wanted), value.shape[0]), *value.shape[1:]), value.dtype, zero=True)
    values[: len(wanted)][stored] = source.stored()[at[stored]]
    return RowSparse(place(values, value.ctx), wanted, value.shape, value.ctx)


def _names(call):
    return ", ".join("default" if v is None else v.stype for v in call.values)


@kernel("_square_sum")
def _square_sum(call):
    value, attrs = call.values[0], call.attrs
    if call.stypes != "r" or attrs["axis"] != (1,) or not attrs["keepdims"] or attrs["exclude"] or len(value.shape) != 2:
        return NotImplemented
    call.pull, call.takes_rows = functools.partial(_square_sum_gradient, value), True
    return value.with_buffer(call.run(call.op, value.buffer))


def _square_sum_gradient(value, wanted, ct):
    """2 * value * ct in the rows of both; NotImplemented where a program computes it."""
    given = ct if isinstance(ct, RowSparse) else None
    if not on_cpu(value.buffer, ct if given is None else given.buffer) or value.dtype not in (np.float32, np.float64):
        return NotImplemented
    if given is None:
        index, stored, slopes = value.index, value.stored(), on_host(ct)[value.index]
    elif value.whole:
        index, stored, slopes = given.index, value.stored()[given.index], given.stored()
    else:
        index, mine, its = np.intersect1d(value.index, given.index, return_indices=True)
        stored, slopes = value.stored()[mine], given.stored()[its]
    with np.errstate(all="ignore"):
        return [RowSparse.of(lambda out: np.multiply(stored, slopes * 2, out=out), index, value.shape, value.ctx, value.dtype)]


@kernel("_contrib_quadratic")
def _quadratic(call):
    return _on_stored(call) if call.stypes == "c" and call.attrs["c"] == 0 else NotImplemented


@kernel("zeros_like")
def _zeros_like(call):
    value = call.values[0]
    return type(value).nothing(value.shape, value.dtype, value.ctx)


# -- element by element ---------------------------------------------------------------------------


def _on_stored(call):
    (value,) = call.values
    return value.with_buffer(call.run(call.op, value.buffer))


#: operators that leave 0 as it is
_STORED_ONLY = """abs sign round rint ceil floor trunc fix square sqrt cbrt expm1 log1p sin tan arcsin arctan degrees
radians sinh tanh arcsinh arctanh relu negative BlockGrad make_loss _mul_scalar _div_scalar _scatter_plus_scalar
_scatter_minus_scalar _contrib_gradientmultiplier _contrib_round_ste _contrib_sign_ste""".split()
kernel(*_STORED_ONLY)(_on_stored)


@kernel("_copy", "_copyto")
def _same(call):
    return call.values[0]


@kernel("_identity_with_attr_like_rhs")
def _as_the_other(call):
    value, other = call.values
    if other is None or (value is not None and value.stype == other.stype):
        return NotImplemented if other is None else value
    source = call.inputs[0]
    return compressed(on_host(source._data()) if value is None else value.full(), other.stype, source._ctx)


@kernel("where")
def _where(call):
    if call.stypes != "cdd" or len({a.shape for a in call.inputs}) != 1:
        return NotImplemented
    return chosen(*call.values[:1], *call.inputs[1:])


@kernel("clip")
def _clip(call):
    low, high = call.attrs["a_min"], call.attrs["a_max"]
    if low is not None and high is not None and low <= 0 <= high:
        return _on_stored(call)
    raise MXNetError(
        f"Operator not implemented: clip of a {_names(call)} array to [{low}, {high}], which excludes its zeros; "
        "convert it first: x.tostype('default')"
    )


_KEEP_ZERO = {
    "_plus_scalar": lambda s: s == 0,
    "_minus_scalar": lambda s: s == 0,
    "_equal_scalar": lambda s: s != 0,
    "_not_equal_scalar": lambda s: s == 0,
    "_greater_scalar": lambda s: s >= 0,
    "_greater_equal_scalar": lambda s: s > 0,
    "_lesser_scalar": lambda s: s <= 0,
    "_lesser_equal_scalar": lambda s: s < 0,
}


def _scalar(keeps_zero, call):
    return _on_stored(call) if keeps_zero(call.attrs["scalar"]) else NotImplemented


for _name, _keeps_zero in _KEEP_ZERO.items():
    kernel(_name)(functools.partial(_scalar, _keeps_zero))


def _same_shapes(call):
    first = call.inputs[0]
    for a in call.inputs[1:]:
        if a.shape != first.shape or a.dtype != first.dtype:
            return False
    return True


def _joined(call, first, second, by):
    """The operator on what either stores; of a csr matrix zeros are not kept. `by`: what NumPy computes in its place."""
    result = joined_rows(first, second, by) if first.stype == "row_sparse" else joined_matrices(first, second, by)
    if result is not None:
        return result
    first, second = first.ordered(), second.ordered()
    left, right = first.keys(), second.keys()
    if len(left) == len(right) and (left == right).all() and first.buffer.shape == second.buffer.shape:
        result = first.with_buffer(call.run(call.op, first.buffer, second.buffer))
    else:
        keys = np.union1d(left, right)
        mine, other = aligned(first, second, keys)
        a, b = first.at(mine, keys), first.at(other, keys)
        result = a.with_buffer(call.run(call.op, a.buffer, b.buffer))
    return result if result.stype == "row_sparse" else result.kept(result.stored() != 0)


def _union(by, call):
    if call.stypes not in ("rr", "cc") or not _same_shapes(call):
        return NotImplemented
    return _joined(call, *call.values, by)


kernel("elemwise_add", "_grad_add")(functools.partial(_union, np.add))
kernel("elemwise_sub")(functools.partial(_union, np.subtract))
kernel("_maximum")(functools.partial(_union, np.maximum))
kernel("_minimum")(functools.partial(_union, np.minimum))
kernel("_hypot")(functools.partial(_union, np.hypot))


def _with_dense(call, value, dense, by, swapped=False):
    """The operator on what `value` stores and the elements of the array `dense` at these places; `swapped`: `dense` is left.

    by    what NumPy computes in its place
    """
    result = beside_dense(value, dense, by)
    if result is not None:
        return result
    full = np.broadcast_to(dense.asnumpy(), value.shape)
    picked = full[value.index] if isinstance(value, RowSparse) else full[value.rows(), value.columns]
    bufs = [value.buffer, value.like(picked).buffer]
    return value.with_buffer(call.run(call.op, *(reversed(bufs) if swapped else bufs)))


@kernel("elemwise_mul")
def _product(call):
    if not _same_shapes(call):
        return NotImplemented
    if call.stypes in ("rr", "cc"):
        return _joined(call, *call.values, np.multiply)
    if call.stypes in ("rd", "cd"):
        return _with_dense(call, call.values[0], call.inputs[1], np.multiply)
    if call.stypes in ("dr", "dc"):
        return _with_dense(call, call.values[1], call.inputs[0], np.multiply, swapped=True)
    return NotImplemented


@kernel("broadcast_div")
def _shared_out(call):
    if call.stypes == "cd" and call.inputs[0].shape == call.inputs[1].shape:
        raise MXNetError("Please use elemwise_div for division between csr and dense of the same shape")
    return _scaled(np.divide, call)


def _scaled(by, call):
    if call.stypes != "cd":
        return NotImplemented
    value, other = call.values[0], call.inputs[1]
    if len(other.shape) > 2 or any(n not in (1, m) for n, m in zip(other.shape[::-1], value.shape[::-1])):
        return NotImplemented
    return _with_dense(call, value, other, by)


kernel("broadcast_mul")(functools.partial(_scaled, np.multiply))


@kernel("_scatter_elemwise_div")
def _scatter_div(call):
    if call.stypes[0] != "r" or not _same_shapes(call):
        return NotImplemented
    return _with_dense(call, call.values[0], call.inputs[1], np.divide)


@kernel("add_n")
def _add_n(call):
    if set(call.stypes) != {"r"} or not _same_shapes(call):
        return NotImplemented
    return added(call.values)


# -- parts of matrices ----------------------------------------------------------------------------


@kernel("slice")
def _slice(call):
    begin, end, step = (tuple(call.attrs[n] or ()) for n in ("begin", "end", "step"))
    if call.stypes != "c" or any(s not in (None, 1) for s in step) or not 1 <= len(begin) == len(end) <= 2:
        return NotImplemented
    value = call.values[0]
    spans = [slice(b, e).indices(n)[:2] for b, e, n in zip(begin, end, value.shape)]
    spans += [(0, n) for n in value.shape[len(spans) :]]
    (top, bottom), (left, right) = ((a, max(a, b)) for a, b in spans)
    first, last = value.indptr[top], value.indptr[bottom]
    columns, values = value.columns[first:last], value.stored()[first:last]
    indptr = value.indptr[top : bottom + 1] - first
    if (left, right) != (0, value.shape[1]):
        keep = (columns >= left) & (columns < right)
        indptr = np.concatenate(([0], np.cumsum(keep)))[indptr]
        columns, values = columns[keep] - left, values[keep]
    return CSR.of(values, indptr, columns, (bottom - top, right - left), value.ctx)


@kernel("take")
def _take(call):
    mode, rows = call.attrs["mode"], call.values[0]
    if call.stypes != "cd" or call.attrs["axis"] not in (0, -2) or mode not in ("clip", "wrap"):
        return NotImplemented
    wanted = call.inputs[1].asnumpy().astype(np.int64)
    if wanted.ndim != 1:
        return NotImplemented
    wanted = np.clip(wanted, 0, rows.shape[0] - 1) if mode == "clip" else wanted % rows.shape[0]
    return rows_of(rows, wanted)


@kernel("_contrib_getnnz")
def _getnnz(call):
    value, axis = call.values[0], call.attrs["axis"]
    if value.stype != "csr":
        return NotImplemented
    if axis == 0:
        raise MXNetError("getnnz with axis = 0 is not supported yet; transpose the matrix, or use asscipy().getnnz(0)")
    if axis not in (None, 1):
        raise MXNetError(f"Unexpected value for axis({axis}). Candidates are None, 0, and 1")
    counts = np.diff(value.indptr) if axis == 1 else np.array([value.count], np.int64)
    return wrap(place(counts, value.ctx), value.ctx)


@kernel("Concat")
def _concat(call):
    if set(call.stypes) != {"c"} or call.attrs["dim"] not in (0, -2) or len({v.shape[1] for v in call.values}) != 1:
        return NotImplemented
    values = call.values
    starts = np.cumsum([0, *(v.count for v in values)])
    indptr = np.concatenate([[0], *(v.indptr[1:] + s for v, s in zip(values, starts))])
    shape = (sum(v.shape[0] for v in values), values[0].shape[1])
    columns = np.concatenate([v.columns for v in values])
    return CSR.of(np.concatenate([v.stored() for v in values]), indptr, columns, shape, values[0].ctx)


# -- products, embeddings, updates ----------------------------------------------------------------


@kernel("FullyConnected")
def _fully_connected(call):
    weight = call.values[1]
    if weight is not None and weight.stype == "row_sparse" and weight.count != weight.shape[0] and call.values[0] is None:
        raise MXNetError(
            f"Error in operator FullyConnected: a row_sparse weight must store all of its {weight.shape[0]} rows, it stores "
            f"{weight.count}"
        )
    return NotImplemented


@kernel("BatchNorm")
def _batch_norm(call):
    if call.attrs["fix_gamma"]:
        raise MXNetError(
            "Error in operator BatchNorm: fix_gamma=True is not supported for sparse ndarrays: set fix_gamma=False, or convert "
            "the inputs with tostype('default')"
        )
    return NotImplemented


kernel("dot", always=True)(products.dot)
kernel("sum", "mean")(products.total)
kernel("norm")(products.length)
kernel("Embedding", "_contrib_SparseEmbedding", always=True)(products.embedding)
kernel("sgd_update", "sgd_mom_update", "adam_update")(updates.update)
kernel("ftrl_update")(functools.partial(updates.update, sparse_weight=True))
kernel("_sparse_adagrad_update", "_contrib_group_adagrad_update")(functools.partial(updates.update, strict=True))
KERNELS.update(graphs.KERNELS)
