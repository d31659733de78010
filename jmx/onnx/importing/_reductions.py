"""Forms of reductions over dimensions, cumulative sums, and orders."""

from __future__ import annotations

import numpy as np

from ._forms import GIVE, Unsupported, form


def _reduction(onnx_name, compute, since):
    """A reduction whose axes are an attribute before the opset `since`, and an input from it on."""

    @form(onnx_name, since=since)
    def build(g, x, axes=None, *, keepdims=1, noop_with_empty_axes=0):
        chosen = g.ints(axes, "axes") if axes is not None else []
        if not chosen and noop_with_empty_axes:
            return (
                x
                if onnx_name in ("ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceProd")
                else _apply(g, compute, x, (), True)
            )
        return _apply(g, compute, x, chosen, bool(keepdims))

    @form(onnx_name, until=since - 1)
    def build_first(g, x, *, axes=None, keepdims=1):
        return _apply(g, compute, x, axes or [], bool(keepdims))


def _apply(g, compute, x, axes, keep):
    if 0 in x.shapes[0]:
        raise Unsupported("an array without elements")
    dtype = x.dtype
    if dtype in (np.bool_, np.int8, np.uint8):
        x = g.op("Cast", x, dtype="int32") if x.held not in (np.float32, np.int32) else x
    axes = tuple(sorted(a % max(x.ndim, 1) for a in axes)) or tuple(range(x.ndim))
    made = compute(g, x, axes or (0,), keep)
    rank0 = x.ndim == 0 or not keep and len(axes) == x.ndim
    made = g.as_(made, rank0=rank0)
    return made if made.dtype == dtype else g.as_(made, dtype=dtype) if dtype == np.bool_ else g.cast(made, dtype)


def _plain(name):
    return lambda g, x, axes, keep: g.op(name, x, axis=axes, keepdims=keep)


def _log_sum_exp(g, x, axes, keep):
    largest = g.op("max", x, axis=axes, keepdims=True)
    # Where the largest is infinite, nothing is taken off.
    finite = g.scalar("lesser", g.unary("abs", largest), np.inf)
    largest = g.op("where", finite, largest, g.op("zeros_like", largest))
    total = g.op("sum", g.unary("exp", g.broadcast("sub", x, largest)), axis=axes, keepdims=True)
    made = g.add(g.unary("log", total), largest)
    return made if keep else g.op("sum", made, axis=axes, keepdims=False)


for _name, _compute, _since in (
    ("ReduceSum", _plain("sum"), 13),
    ("ReduceMean", _plain("mean"), 18),
    ("ReduceMax", _plain("max"), 18),
    ("ReduceMin", _plain("min"), 18),
    ("ReduceProd", _plain("prod"), 18),
    ("ReduceL1", lambda g, x, axes, keep: g.op("sum", g.unary("abs", x), axis=axes, keepdims=keep), 18),
    ("ReduceL2", lambda g, x, axes, keep: g.unary("sqrt", _sum_square(g, x, axes, keep)), 18),
    ("ReduceLogSum", lambda g, x, axes, keep: g.unary("log", g.op("sum", x, axis=axes, keepdims=keep)), 18),
    ("ReduceLogSumExp", _log_sum_exp, 18),
    ("ReduceSumSquare", lambda g, x, axes, keep: _sum_square(g, x, axes, keep), 18),
):
    _reduction(_name, _compute, _since)


def _sum_square(g, x, axes, keep):
    return g.op("sum", g.unary("square", x), axis=axes, keepdims=keep)


# ---- places of the largest


@form("ArgMax", "ArgMin")
def arg_extreme(g, x, *, axis=0, keepdims=1, select_last_index=0):
    name = g.op_type.lower()
    axis %= max(x.ndim, 1)
    rank0 = x.ndim == 1 and not keepdims
    if not select_last_index:
        return g.cast(g.op(name, x, axis=axis, keepdims=bool(keepdims), rank0=rank0), np.int64)
    n = x.dims[axis]
    if n is None:
        raise Unsupported(f"select_last_index=1 with an open size: {GIVE}")
    turned = g.op(name, g.moved("reverse", x, axis=axis), axis=axis, keepdims=bool(keepdims), rank0=rank0)
    return g.cast(g.scalar("rminus", turned, n - 1), np.int64)


@form("TopK", since=10)
def top_k(g, x, k, *, axis=-1, largest=1, sorted=1):
    return _top_k(g, x, g.ints(k, "K")[0], axis, largest)


@form("TopK", until=9)
def top_k_first(g, x, *, k, axis=-1):
    return _top_k(g, x, k, axis, 1)


def _top_k(g, x, k, axis, largest):
    if k < 1:
        raise Unsupported(f"the {k} largest elements")
    return g.op("topk", x, outputs=2, axis=axis, k=k, ret_typ="both", is_ascend=not largest, dtype="int64")


@form("CumSum", since=11)
def cumsum(g, x, axis, *, exclusive=0, reverse=0):
    along = g.ints(axis, "axis")[0] % x.ndim
    turned = g.moved("reverse", x, axis=along) if reverse else x
    made = g.op("cumsum", turned, axis=along)
    if exclusive:
        made = g.op("elemwise_sub", made, turned)
    return g.moved("reverse", made, axis=along) if reverse else made
