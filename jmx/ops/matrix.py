"""Products: dot, batch_dot, linalg_gemm, linalg_gemm2, khatri_rao."""

import functools
import math
from typing import Literal

import jax
import jax.numpy as jnp
from jax import lax

from ..core.declare.gradients import custom_vjp
from ..core.declare.op import Array, Platform, op
from ._checks import check, fail

_Storage = Literal["csr", "default", "row_sparse"]


def _dot_gradient(a, position, stypes):
    by_csr = stypes[0] == "csr" and not a.transpose_a and not a.transpose_b
    return "row_sparse" if position and by_csr else "default"


@op("dot", "_sparse_dot", gradient_storage=_dot_gradient, onnx="products.dot", source="dot")
def dot(
    lhs: Array, rhs: Array, transpose_a: bool = False, transpose_b: bool = False, forward_stype: _Storage | None = None
) -> jax.Array:
    """Sum of products over the last dimension of `lhs` and the first of `rhs`: the product of matrices and vectors.

    lhs    array of one dimension or more, or a csr matrix
    rhs    array of one dimension or more, or a csr or row-sparse matrix
    transpose_a    sum over the first dimension of `lhs` instead
    transpose_b    sum over the last dimension of `rhs` instead
    forward_stype    storage type of the result of sparse arrays; without effect for dense ones

    Returns an array of the other dimensions, and of shape (1,) for two vectors. Raises MXNetError if the dimensions differ
    in size.

    Examples
    --------
    >>> nd.dot(nd.array([[1, 2], [3, 4]]), nd.array([[1, 0], [1, 1]]))
    [[3. 2.]
     [7. 4.]]
    <NDArray 2x2 @cpu(0)>
    >>> nd.dot(nd.array([1, 2]), nd.array([3, 4]))
    [11.]
    <NDArray 1 @cpu(0)>
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
    backward=None,
)
def batch_dot(
    lhs: Array,
    rhs: Array,
    transpose_a: bool = False,
    transpose_b: bool = False,
    forward_stype: _Storage | None = None,
    *,
    platform: Platform,
) -> jax.Array:
    """Products of the matrices of two batches.

    lhs    (..., n, k), or with `transpose_a` (..., k, n)
    rhs    (..., k, m), or with `transpose_b` (..., m, k); the leading dimensions are those of `lhs`
    transpose_a    transpose the matrices of `lhs` first
    transpose_b    transpose the matrices of `rhs` first
    forward_stype    storage type of the result; without effect

    Returns (..., n, m). Raises MXNetError if shapes do not fit, or for matrices without a batch.

    Examples
    --------
    >>> nd.batch_dot(nd.array([[[1, 2]], [[3, 4]]]), nd.array([[[1], [1]], [[1], [2]]]))
    [[[ 3.]]
     [[11.]]]
    <NDArray 2x1x1 @cpu(0)>
    """
    shapes = f"{lhs.shape} X {rhs.shape} trans_a={transpose_a} trans_b={transpose_b}"
    check(lhs.ndim >= 3 and lhs.ndim == rhs.ndim, "batch_dot", f"only N-D x N-D arrays with N >= 3 are supported: {shapes}")
    check(lhs.shape[:-2] == rhs.shape[:-2], "batch_dot", f"shape error (the leading batch dimensions must be equal): {shapes}")
    a, b = lhs.ndim - (2 if transpose_a else 1), rhs.ndim - (1 if transpose_b else 2)
    check(lhs.shape[a] == rhs.shape[b], "batch_dot", f"shape error (shape mismatch): {shapes}")
    if platform == "cpu" and not transpose_a and not transpose_b and _are_small(lhs, rhs):
        return _small_products(lhs, rhs)
    batch = tuple(range(lhs.ndim - 2))
    return lax.dot_general(lhs, rhs, (((a,), (b,)), (batch, batch)))


#: rows and columns of matrices whose products XLA's CPU backend writes out in loops
_SMALL = 16


def _are_small(lhs, rhs):
    sizes = (*lhs.shape[-2:], rhs.shape[-1])  # which may be unknown while a program for any shape is traced
    alike = lhs.dtype == rhs.dtype and jnp.issubdtype(lhs.dtype, jnp.floating)
    return alike and all(isinstance(size, int) and size <= _SMALL for size in sizes)


@custom_vjp
def _small_products(lhs, rhs):
    """lhs @ rhs of small matrices. XLA's loops take six times as long where the first stands transposed, as in the gradient of
    `rhs`; so it is copied there."""
    batch = tuple(range(lhs.ndim - 2))
    return lax.dot_general(lhs, rhs, (((lhs.ndim - 1,), (rhs.ndim - 2,)), (batch, batch)))


def _turned(x):
    return lax.optimization_barrier(jnp.swapaxes(x, -1, -2))


_small_products.defvjp(
    lambda lhs, rhs: (_small_products(lhs, rhs), (lhs, rhs)),
    lambda kept, g: (_small_products(g, _turned(kept[1])), _small_products(_turned(kept[0]), g)),
)


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
) -> jax.Array:
    """Product of matrices plus a matrix: alpha * op(A) op(B) + beta * C, where op transposes if asked.

    A    (..., n, k), or with `transpose_a` (..., k, n)
    B    (..., k, m), or with `transpose_b` (..., m, k)
    C    (..., n, m)
    transpose_a    transpose the matrices of `A` first
    transpose_b    transpose the matrices of `B` first
    alpha    factor of the product
    beta    factor of `C`
    axis    the dimension of the matrices' rows; that of their columns is the last

    Returns an array like `C`. Raises MXNetError if shapes do not fit.

    Examples
    --------
    >>> A, B, C = nd.array([[1, 2], [3, 4]]), nd.array([[1, 0], [1, 1]]), nd.ones((2, 2))
    >>> nd.linalg.gemm(A, B, C, alpha=2, beta=10)
    [[16. 14.]
     [24. 18.]]
    <NDArray 2x2 @cpu(0)>
    """
    out = _product("linalg_gemm", A, B, transpose_a, transpose_b, alpha, axis)
    check(C.shape == out.shape, "linalg_gemm", f"C must have the shape of the product, {out.shape}, got {C.shape}")
    return out + C * jnp.asarray(beta, C.dtype)


@op("_linalg_gemm2", "linalg_gemm2", onnx="products.gemm", source="layers.gemm2")
def linalg_gemm2(
    A: Array, B: Array, transpose_a: bool = False, transpose_b: bool = False, alpha: float = 1.0, axis: int = -2
) -> jax.Array:
    """Product of matrices: alpha * op(A) op(B), where op transposes if asked.

    A    (..., n, k), or with `transpose_a` (..., k, n)
    B    (..., k, m), or with `transpose_b` (..., m, k)
    transpose_a    transpose the matrices of `A` first
    transpose_b    transpose the matrices of `B` first
    alpha    factor of the product
    axis    the dimension of the matrices' rows; that of their columns is the last

    Returns (..., n, m). Raises MXNetError if shapes do not fit.

    Examples
    --------
    >>> nd.linalg.gemm2(nd.array([[1, 2], [3, 4]]), nd.array([[1, 0], [1, 1]]), transpose_b=True)
    [[1. 3.]
     [3. 7.]]
    <NDArray 2x2 @cpu(0)>
    """
    return _product("linalg_gemm2", A, B, transpose_a, transpose_b, alpha, axis)


@op("khatri_rao", no_gradient=True, onnx="products.khatri_rao")
def khatri_rao(*args: Array) -> jax.Array:
    """The Khatri-Rao product: column by column the Kronecker product of matrices.

    args    matrices with one number of columns

    Returns a matrix of as many columns, whose rows are the products of all combinations of rows. Raises MXNetError for
    different numbers of columns.

    Examples
    --------
    >>> nd.khatri_rao(nd.array([[1, 2], [3, 4]]), nd.array([[1, 10], [2, 20]]))
    [[ 1. 20.]
     [ 2. 40.]
     [ 3. 40.]
     [ 6. 80.]]
    <NDArray 4x2 @cpu(0)>
    """
    if not (args and all(x.ndim == 2 and x.shape[1] == args[0].shape[1] for x in args)):
        fail("khatri_rao", f"all inputs must be matrices with the same number of columns, got shapes {[x.shape for x in args]}")
    rows = math.prod(x.shape[0] for x in args)
    return functools.reduce(lambda a, b: a[..., None, :] * b, args).reshape(rows, args[0].shape[1])
