"""Factorizations and solvers over the last two dimensions: potrf, trsm, syevd, det, inverse and their kin."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ..base import MXNetError
from ..core.declare.gradients import custom_vjp
from ..core.declare.op import Array, Platform, defer, op
from ..native import lapack
from . import _triangles
from ._checks import check, check_at_least, fail


def _matrices(name, *arrays, square=True):
    for letter, x in zip("AB", arrays, strict=False):
        check_at_least(name, x, 2, letter)
        if square and letter != "B" and x.shape[-1] != x.shape[-2]:
            fail(name, f"{letter} must be a tensor of square matrices, got shape {x.shape}")
        check(x.dtype in ("float32", "float64"), name, f"only float32 and float64 matrices are supported, got {x.dtype}")


def _t(x):
    return jnp.swapaxes(x, -1, -2)


def signs(rows) -> jax.Array:
    """For each row what makes its entry of largest size positive, as MXNet returns vectors that are found but for a sign."""
    peak = jnp.take_along_axis(rows, jnp.argmax(jnp.abs(rows), -1, keepdims=True), -1)
    return lax.stop_gradient(jnp.where(peak < 0, -1, 1).astype(rows.dtype))


def _vector(x):
    return x if x.ndim else x.reshape(1)


@op("_linalg_potrf", "linalg_potrf", unlisted=("lower",), source="layers.cholesky")
def potrf(A: Array, lower: bool = True) -> jax.Array:
    """Cholesky factorization: the lower triangular L with A = L L^T.

    A    (..., n, n), symmetric and positive definite, float32 or float64

    Returns (..., n, n). Raises MXNetError if `A` is not positive definite.

    Examples
    --------
    >>> nd.linalg.potrf(nd.array([[4, 2], [2, 5]]))
    [[2. 0.]
     [1. 2.]]
    <NDArray 2x2 @cpu(0)>
    """
    _matrices("linalg_potrf", A)
    reason = "the input matrix is either not symmetric or not positive definite"
    factor = _refuse_failure("linalg_potrf", reason, lax.linalg.cholesky(A))
    return factor if lower else _t(factor)


def told(name, failed, text, result) -> jax.Array:
    """`result`; where `failed` holds when the program runs, an error for whoever waits for a value."""

    def report():
        defer(MXNetError(f"Operator {name}: {text}"))
        return np.bool_(True)

    shown = jax.ShapeDtypeStruct((), np.bool_)
    reported = lax.cond(lax.stop_gradient(failed), lambda: jax.pure_callback(report, shown), lambda: jnp.bool_(True))
    # The report is always true, so that this is the result, but nothing can leave the report out.
    return jnp.where(reported, result, jnp.zeros((), result.dtype))


def _refuse_failure(name, reason, result):
    """`result`, with an error for later where it is not finite."""
    text = f"the computation failed. This may happen when {reason}."
    return told(name, ~jnp.isfinite(result).all(), text, result)


@op("_linalg_potri", "linalg_potri", save=True, unlisted=("lower",))
def potri(A: Array, lower: bool = True) -> jax.Array:
    """The inverse of A = L L^T from its Cholesky factor.

    A    (..., n, n): the factors L, as potrf gives them

    Returns the inverses of the matrices factored, (..., n, n).

    Examples
    --------
    >>> nd.linalg.potri(nd.array([[2, 0], [1, 2]]))
    [[ 0.3125 -0.125 ]
     [-0.125   0.25  ]]
    <NDArray 2x2 @cpu(0)>
    """
    _matrices("linalg_potri", A)
    inverse = _triangles.inverse(A if lower else _t(A))
    singular = (jnp.diagonal(A, axis1=-2, axis2=-1) == 0).any()  # what LAPACK refuses; too large values become infinite
    text = "the computation failed. This may happen when the input matrix is not the result of linalg_potrf."
    return told("linalg_potri", singular, text, _triangles.gram(inverse))


def _check_triangular(name, A, B, rightside):
    _matrices(name, A, B)
    if A.ndim != B.ndim or A.shape[:-2] != B.shape[:-2]:
        fail(name, f"shapes of inputs 0, 1 must be the same, except on last two dimensions: {A.shape}, {B.shape}")
    if A.shape[-1] != B.shape[-1 if rightside else -2]:
        fail(name, f"incompatible matrix dimensions for multiplication: {A.shape}, {B.shape}, rightside={rightside}")


@op("_linalg_trmm", "linalg_trmm")
def trmm(
    A: Array, B: Array, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0
) -> jax.Array:
    """Product with a triangular matrix: alpha * op(A) B, or alpha * B op(A) with `rightside`.

    A    (..., n, n), triangular; its other triangle is not read
    B    (..., n, m), or with `rightside` (..., m, n)
    transpose    whether op(A) is A^T
    rightside    multiply from the right
    lower    whether A is lower triangular; False for upper
    alpha    factor of the result

    Returns an array like `B`.

    Examples
    --------
    >>> nd.linalg.trmm(nd.array([[1, 0], [1, 1]]), nd.array([[1, 2], [3, 4]]))
    [[1. 2.]
     [4. 6.]]
    <NDArray 2x2 @cpu(0)>
    """
    _check_triangular("linalg_trmm", A, B, rightside)
    product = _triangles.product(_t(A) if transpose else A, B, bool(lower) != bool(transpose), bool(rightside))
    return product * jnp.asarray(alpha, A.dtype)


@functools.partial(custom_vjp, nondiff_argnums=(2, 3))
def _solve(A, B, how, cpu):
    """X with op(A) X = B, or X op(A) = B; `how` is (transpose, rightside, lower)."""
    transpose, rightside, lower = how
    X = lapack.solve(A, B, transpose, rightside, lower) if cpu else None
    if X is not None:
        return X
    # LAPACK wants columns one after the other, and A and B themselves would be turned: their transposes are only copied.
    return _t(lax.linalg.triangular_solve(_t(A), _t(B), left_side=rightside, lower=not lower, transpose_a=transpose))


def _solve_backward(how, cpu, kept, g):
    A, X = kept
    transpose, rightside, lower = how
    W = _solve(A, g, (not transpose, rightside, lower), cpu)
    first, second = (W, X) if rightside == transpose else (X, W)
    first, second = (_t(first), second) if rightside else (first, _t(second))
    product = -jnp.matmul(first, second, precision=lax.Precision.HIGHEST)
    return jnp.tril(product) if lower else jnp.triu(product), W


_solve.defvjp(lambda A, B, how, cpu: (X := _solve(A, B, how, cpu), (A, X)), _solve_backward)


@op("_linalg_trsm", "linalg_trsm", save=True)
def trsm(
    A: Array, B: Array, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: float = 1.0,
    *, platform: Platform,
) -> jax.Array:  # fmt: skip
    """A system of equations with a triangular matrix solved: X with op(A) X = alpha * B, or X op(A) = alpha * B with `rightside`.

    A    (..., n, n), triangular; its other triangle is not read
    B    (..., n, m), or with `rightside` (..., m, n)
    transpose    whether op(A) is A^T
    rightside    A stands to the right of X
    lower    whether A is lower triangular; False for upper
    alpha    factor of `B`

    Returns X, an array like `B`.

    Examples
    --------
    >>> nd.linalg.trsm(nd.array([[1, 0], [1, 1]]), nd.array([[1, 2], [4, 6]]))
    [[1. 2.]
     [3. 4.]]
    <NDArray 2x2 @cpu(0)>
    """
    _check_triangular("linalg_trsm", A, B, rightside)
    B = B if alpha == 1 else B * jnp.asarray(alpha, B.dtype)
    return _solve(A, B, (bool(transpose), bool(rightside), bool(lower)), platform == "cpu")


@op("_linalg_sumlogdiag", "linalg_sumlogdiag", onnx="products.sum_of_logarithms", source="layers.sum_of_logarithms")
def sumlogdiag(A: Array) -> jax.Array:
    """The sum of the logarithms of the diagonal of each matrix, such as half the log determinant from a Cholesky factor.

    A    (..., n, n), float32 or float64

    Returns (...), and (1,) for one matrix.

    Examples
    --------
    >>> nd.exp(nd.linalg.sumlogdiag(nd.array([[2, 0], [1, 4]]))).round()
    [8.]
    <NDArray 1 @cpu(0)>
    """
    _matrices("linalg_sumlogdiag", A)
    return _vector(jnp.log(jnp.diagonal(A, axis1=-2, axis2=-1)).sum(-1))


@op("_linalg_syrk", "linalg_syrk", onnx="products.syrk")
def syrk(A: Array, transpose: bool = False, alpha: float = 1.0) -> jax.Array:
    """A matrix multiplied by its own transpose: alpha * A A^T, or alpha * A^T A with `transpose`.

    A    (..., n, m), float32 or float64
    transpose    multiply A^T by A
    alpha    factor of the result

    Returns (..., n, n), or with `transpose` (..., m, m).

    Examples
    --------
    >>> nd.linalg.syrk(nd.array([[1, 2], [3, 4]]))
    [[ 5. 11.]
     [11. 25.]]
    <NDArray 2x2 @cpu(0)>
    """
    _matrices("linalg_syrk", A, square=False)
    return (_t(A) @ A if transpose else A @ _t(A)) * jnp.asarray(alpha, A.dtype)


@op("_linalg_gelqf", "linalg_gelqf", save=True, outputs=2)
def gelqf(A: Array) -> tuple[jax.Array, jax.Array]:
    """LQ factorization: A = L Q, with orthonormal rows in Q and lower triangular L.

    A    (..., n, m) with n <= m, float32 or float64

    Returns Q, (..., n, m), and L, (..., n, n). Raises MXNetError if there are more rows than columns.

    Examples
    --------
    >>> Q, L = nd.linalg.gelqf(nd.array([[3, 4, 0], [0, 5, 12]]))
    >>> nd.dot(L, Q).round()
    [[ 3.  4.  0.]
     [ 0.  5. 12.]]
    <NDArray 2x3 @cpu(0)>
    """
    _matrices("linalg_gelqf", A, square=False)
    check(A.shape[-2] <= A.shape[-1], "linalg_gelqf", f"A must not have more rows than columns, got shape {A.shape}")
    q, r = jnp.linalg.qr(_t(A), mode="reduced")
    return _t(q), _t(r)


@op("_linalg_syevd", save=True, outputs=2)
def syevd(A: Array) -> tuple[jax.Array, jax.Array]:
    """Eigenvalues and eigenvectors of symmetric matrices: A = U^T diag(L) U.

    A    (..., n, n), symmetric, float32 or float64

    Returns U, (..., n, n), whose rows are the eigenvectors, the entry of largest size in each positive, and L, (..., n),
    ascending.

    Examples
    --------
    >>> U, L = nd.linalg.syevd(nd.array([[2, 1], [1, 2]]))
    >>> L.round()
    [1. 3.]
    <NDArray 2 @cpu(0)>
    """
    _matrices("linalg_syevd", A)
    vectors, values = lax.linalg.eigh(A)
    values = _refuse_failure("linalg_syevd", "the input matrix has entries that are not finite", values)
    rows = _t(vectors)
    return rows * signs(rows), values


@jax.custom_jvp
def _inverse(A):
    return jnp.linalg.inv(A)


@_inverse.defjvp
def _(primals, tangents):
    """By products with the inverse, which is there, and no further systems of equations."""
    inverted = _inverse(*primals)
    return inverted, -(inverted @ tangents[0] @ inverted)


@op("_linalg_inverse", "linalg_inverse", "_npi_inv", save=True)
def inverse(A: Array) -> jax.Array:
    """The inverse of each matrix.

    A    (..., n, n), float32 or float64

    Returns an array like `A`.

    Examples
    --------
    >>> nd.linalg.inverse(nd.array([[2, 1], [1, 1]]))
    [[ 1. -1.]
     [-1.  2.]]
    <NDArray 2x2 @cpu(0)>
    """
    _matrices("linalg_inverse", A)
    return _inverse(A)


@op("_linalg_det", "linalg_det", save=True, hidden=2, onnx=("elementwise.single", "Det"))
def det(A: Array) -> jax.Array:
    """The determinant of each matrix.

    A    (..., n, n), float32 or float64

    Returns (...), and (1,) for one matrix.

    Examples
    --------
    >>> nd.linalg.det(nd.array([[2, 0], [1, 4]]))
    [8.]
    <NDArray 1 @cpu(0)>
    """
    _matrices("linalg_det", A)
    return _vector(jnp.linalg.det(A))


@op("_linalg_slogdet", "linalg_slogdet", save=True, outputs=2, hidden=2)
def slogdet(A: Array) -> tuple[jax.Array, jax.Array]:
    """Sign and logarithm of the absolute value of the determinant of each matrix, where the determinant itself would overflow.

    A    (..., n, n), float32 or float64

    Returns the signs and the logarithms, both (...), and (1,) for one matrix; the signs have no gradient.

    Examples
    --------
    >>> sign, logarithm = nd.linalg.slogdet(nd.array([[-2, 0], [1, 4]]))
    >>> sign, nd.exp(logarithm).round()
    (
    [-1.]
    <NDArray 1 @cpu(0)>,
    [8.]
    <NDArray 1 @cpu(0)>)
    """
    _matrices("linalg_slogdet", A)
    sign, value = jnp.linalg.slogdet(A)
    return _vector(lax.stop_gradient(sign)), _vector(value)


@op("_linalg_makediag", "linalg_makediag", onnx="shapes.gathered")
def makediag(A: Array, offset: int = 0) -> jax.Array:
    """Square matrices with a vector on a diagonal, and zeros elsewhere.

    A    (..., n)
    offset    the diagonal: 0 the main one, above it if positive, below it if negative

    Returns (..., m, m) with m = n + |offset|.

    Examples
    --------
    >>> nd.linalg.makediag(nd.array([1, 2]), offset=1)
    [[0. 1. 0.]
     [0. 0. 2.]
     [0. 0. 0.]]
    <NDArray 3x3 @cpu(0)>
    """
    check_at_least("linalg_makediag", A, 1, "A")
    n = A.shape[-1] + abs(offset)
    at = np.arange(A.shape[-1])
    out = jnp.zeros(A.shape[:-1] + (n, n), A.dtype)
    return out.at[..., at + max(-offset, 0), at + max(offset, 0)].set(A)


@op("_linalg_extractdiag", "linalg_extractdiag", onnx="shapes.gathered")
def extractdiag(A: Array, offset: int = 0) -> jax.Array:
    """A diagonal of each square matrix.

    A    (..., n, n)
    offset    the diagonal: 0 the main one, above it if positive, below it if negative

    Returns (..., n - |offset|).

    Examples
    --------
    >>> nd.linalg.extractdiag(nd.array([[1, 2], [3, 4]]))
    [1. 4.]
    <NDArray 2 @cpu(0)>
    """
    _matrices("linalg_extractdiag", A)
    check(abs(offset) < A.shape[-1], "linalg_extractdiag", f"illegal offset {offset} for matrices of shape {A.shape[-2:]}")
    return jnp.diagonal(A, offset, axis1=-2, axis2=-1)


def _triangle(n, offset, lower):
    """Row and column numbers of a packed triangle that touches the diagonal `offset` of n x n matrices.

    A lower triangle is packed row by row, an upper one column by column.
    """
    low = offset < 0 or (offset == 0 and lower)
    m = n - abs(offset)
    rows, cols = np.tril_indices(m) if low else np.tril_indices(m)[::-1]
    return rows + max(-offset, 0), cols + max(offset, 0)


@op("_linalg_extracttrian", "linalg_extracttrian", onnx="shapes.gathered")
def extracttrian(A: Array, offset: int = 0, lower: bool = True) -> jax.Array:
    """A triangle of each square matrix, packed into a vector.

    A    (..., n, n)
    offset    the diagonal where the triangle begins: above the main one if positive, below it if negative
    lower    for offset 0, the lower triangle, row by row; False for the upper one, column by column

    Returns (..., k) with k = m * (m + 1) / 2, m = n - |offset|.

    Examples
    --------
    >>> nd.linalg.extracttrian(nd.array([[1, 2], [3, 4]]))
    [1. 3. 4.]
    <NDArray 3 @cpu(0)>
    >>> nd.linalg.extracttrian(nd.array([[1, 2], [3, 4]]), lower=False)
    [1. 2. 4.]
    <NDArray 3 @cpu(0)>
    """
    _matrices("linalg_extracttrian", A)
    check(abs(offset) < A.shape[-1], "linalg_extracttrian", f"illegal offset {offset} for matrices of shape {A.shape[-2:]}")
    rows, cols = _triangle(A.shape[-1], offset, lower)
    return A[..., rows, cols]


@op("_linalg_maketrian", "linalg_maketrian", onnx="shapes.gathered")
def maketrian(A: Array, offset: int = 0, lower: bool = True) -> jax.Array:
    """Square matrices with a packed triangle, and zeros elsewhere; the reverse of extracttrian.

    A    (..., k) with k = m * (m + 1) / 2
    offset    the diagonal where the triangle begins: above the main one if positive, below it if negative
    lower    for offset 0, the lower triangle; False for the upper one

    Returns (..., n, n) with n = m + |offset|. Raises MXNetError if `k` is not the size of a triangle.

    Examples
    --------
    >>> nd.linalg.maketrian(nd.array([1, 2, 3]))
    [[1. 0.]
     [2. 3.]]
    <NDArray 2x2 @cpu(0)>
    """
    check_at_least("linalg_maketrian", A, 1, "A")
    n = A.shape[-1]
    m = int(round((np.sqrt(8 * n + 1) - 1) / 2))
    check(m * (m + 1) // 2 == n, "linalg_maketrian", f"the last dimension of shape {A.shape} is not the size of a triangle")
    rows, cols = _triangle(m + abs(offset), offset, lower)
    return jnp.zeros(A.shape[:-1] + (m + abs(offset),) * 2, A.dtype).at[..., rows, cols].set(A)
