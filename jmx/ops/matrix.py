"""Products: dot, batch_dot, linalg_gemm, linalg_gemm2, khatri_rao."""

import functools
import math
from typing import Literal

import jax.numpy as jnp
from jax import lax

from ..core.declare.op import Array, op
from ._checks import check, fail

_Storage = Literal["csr", "default", "row_sparse"]


def _dot_gradient(a, position, stypes):
    by_csr = stypes[0] == "csr" and not a.transpose_a and not a.transpose_b
    return "row_sparse" if position and by_csr else "default"


@op("dot", "_sparse_dot", gradient_storage=_dot_gradient, onnx="products.dot", source="dot")
def dot(lhs: Array, rhs: Array, transpose_a: bool = False, transpose_b: bool = False, forward_stype: _Storage | None = None):
    """Sum of products over the last dimension of `lhs` and the first of `rhs`.

    With transpose_a it is the first of `lhs`, with transpose_b the last of `rhs`. The product of two vectors has shape
    (1,). `forward_stype` is accepted for dense arrays and ignored.
    """
    check(lhs.ndim and rhs.ndim, "dot", "scalar tensor is not supported by this operator: both inputs need a dimension")
    if lhs.ndim == rhs.ndim == 1:
        check(not transpose_a and not transpose_b, "dot", "cannot transpose vectors")
    a, b = (0 if transpose_a else lhs.ndim - 1), (rhs.ndim - 1 if transpose_b else 0)
    if lhs.shape[a] != rhs.shape[b]:
        fail(
            "dot",
            f"dot shape error: {lhs.shape} X {rhs.shape}, "
            f"transpose_a={transpose_a}, transpose_b={transpose_b}: dimensions {lhs.shape[a]} and {rhs.shape[b]} differ",
        )
    out = lax.dot_general(lhs, rhs, (((a,), (b,)), ((), ())))
    check(forward_stype != "csr" or out.ndim == 2, "dot", f"forward_stype='csr' takes matrices, not a result of {out.shape}")
    return out if out.ndim else out.reshape(1)


@op(
    "batch_dot",
    "_npx_batch_dot",
    gradient_names=lambda label, inputs: [(f"{label}_backward_{side}_output", side) for side in inputs],
    onnx="products.batch_dot",
    source="batch_dot",
)
def batch_dot(
    lhs: Array, rhs: Array, transpose_a: bool = False, transpose_b: bool = False, forward_stype: _Storage | None = None
):
    """Matrix products over the last two dimensions of (..., n, k) and (..., k, m), leading dimensions being equal."""
    shapes = f"{lhs.shape} X {rhs.shape} trans_a={transpose_a} trans_b={transpose_b}"
    check(lhs.ndim >= 3 and lhs.ndim == rhs.ndim, "batch_dot", f"only N-D x N-D arrays with N >= 3 are supported: {shapes}")
    check(lhs.shape[:-2] == rhs.shape[:-2], "batch_dot", f"shape error (the leading batch dimensions must be equal): {shapes}")
    a, b = lhs.ndim - (2 if transpose_a else 1), rhs.ndim - (1 if transpose_b else 2)
    check(lhs.shape[a] == rhs.shape[b], "batch_dot", f"shape error (shape mismatch): {shapes}")
    batch = tuple(range(lhs.ndim - 2))
    return lax.dot_general(lhs, rhs, (((a,), (b,)), (batch, batch)))


def _product(name, A, B, transpose_a, transpose_b, alpha, axis):
    if A.ndim < 2 or A.ndim != B.ndim:
        fail(name, f"A and B need two dimensions or more, and the same number: {A.shape}, {B.shape}")
    rows = axis + A.ndim if axis < 0 else axis
    check(0 <= rows < A.ndim - 1, name, f"invalid row axis ({axis}) for shape {A.shape}")
    others = [i for i in range(A.ndim - 1) if i != rows]
    if not all(A.shape[i] == B.shape[i] for i in others):
        fail(name, f"shapes of inputs 0, 1 must be the same, except on row/col axis: {A.shape}, {B.shape}")
    a, b = (rows if transpose_a else A.ndim - 1), (B.ndim - 1 if transpose_b else rows)
    if A.shape[a] != B.shape[b]:
        fail(
            name,
            f"incompatible matrix dimensions for multiplication: {A.shape}, {B.shape}, "
            f"transpose_a={transpose_a}, transpose_b={transpose_b}",
        )
    out = lax.dot_general(A, B, (((a,), (b,)), (tuple(others), tuple(others))))
    if alpha != 1:
        out = out * jnp.asarray(alpha, out.dtype)
    return jnp.moveaxis(out, -2, rows)


@op("_linalg_gemm", "linalg_gemm", onnx="products.gemm")
def linalg_gemm(
    A: Array,
    B: Array,
    C: Array,
    transpose_a: bool = False,
    transpose_b: bool = False,
    alpha: float = 1.0,
    beta: float = 1.0,
    axis: int = -2,
):
    """alpha * op(A) op(B) + beta * C over the dimensions (`axis`, last); op transposes where asked."""
    out = _product("linalg_gemm", A, B, transpose_a, transpose_b, alpha, axis)
    check(C.shape == out.shape, "linalg_gemm", f"C must have the shape of the product, {out.shape}, got {C.shape}")
    return out + C * jnp.asarray(beta, C.dtype)


@op("_linalg_gemm2", "linalg_gemm2", onnx="products.gemm")
def linalg_gemm2(A: Array, B: Array, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, axis: int = -2):
    """alpha * op(A) op(B) over the dimensions (`axis`, last); op transposes where asked."""
    return _product("linalg_gemm2", A, B, transpose_a, transpose_b, alpha, axis)


@op("khatri_rao", no_gradient=True, onnx="products.khatri_rao")
def khatri_rao(*args: Array):
    """Column by column the Kronecker product of matrices with one number of columns."""
    if not (args and all(x.ndim == 2 and x.shape[1] == args[0].shape[1] for x in args)):
        fail("khatri_rao", f"all inputs must be matrices with the same number of columns, got shapes {[x.shape for x in args]}")
    rows = math.prod(x.shape[0] for x in args)
    return functools.reduce(lambda a, b: a[..., None, :] * b, args).reshape(rows, args[0].shape[1])
