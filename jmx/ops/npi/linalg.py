"""Factorizations, eigenvalues, inverses, systems of equations and norms over the last two dimensions."""

import functools
import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jmx.core.declare.op import AnyArray, Array, Shape, defer, op

from ...base import MXNetError
from .._checks import axis_of, check, fail
from .._norms import by_sum, euclidean, factor
from .._numeric import SINGLE, convert, is_float, working
from ..linalg import inverse, potrf, signs, told
from ..reduce import _extreme
from ._types import mend, numbers
from .reduce import _axes

_DOUBLE = np.dtype("float64")


def _matrices(name, A, square=True, whole=False):
    check(A.ndim >= 2, name, lambda: f"array must be at least two-dimensional, got shape {list(A.shape)}")
    if square:
        check(A.shape[-1] == A.shape[-2], name, lambda: f"the last two dimensions of A must be equal, got {list(A.shape)}")
    _single_or_double(name, A, whole)


def _single_or_double(name, x, whole=False):
    if not (x.dtype in (SINGLE, _DOUBLE) or whole and not is_float(x) and x.dtype != np.bool_):
        mend(name, (x.dtype,), f"only float32 and float64{' and integers' * whole} are supported.")


def _fraction(x):
    """`x` as the type that integers are computed in, double precision: such operators are `wide`."""
    return x if is_float(x) else x.astype(_DOUBLE)


@op("_npi_cholesky")
def cholesky(A: Array) -> jax.Array:
    """The lower triangular L of A = L L^T.

    A    symmetric positive definite matrices of float32 or float64, (..., n, n)

    Returns an array like `A`. Raises MXNetError for other shapes and types, and for matrices that are not positive definite
    when a value is waited for.
    """
    _matrices("_npi_cholesky", A)
    return potrf.fn(A, True) if A.size else A


@op("_npi_det", save=True, hidden=2)
def det(A: Array) -> jax.Array:
    """Determinants.

    A    matrices of float32 or float64, (..., n, n)

    Returns an array (...) of the type of `A`. Raises MXNetError for other shapes and types.
    """
    _matrices("_npi_det", A)
    return jnp.linalg.det(A)


@op("_npi_slogdet", save=True, outputs=2, hidden=2)
def slogdet(A: Array) -> tuple[jax.Array, jax.Array]:
    """Signs of the determinants, which carry no gradient, and the logarithms of their sizes.

    A    matrices of float32 or float64, (..., n, n)

    Returns two arrays (...) of the type of `A`. Raises MXNetError for other shapes and types.
    """
    _matrices("_npi_slogdet", A)
    sign, size = jnp.linalg.slogdet(A)
    return lax.stop_gradient(sign), size


@op("_npi_svd", save=True, outputs=3)
def svd(A: Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Singular values: A = UT diag(L) V with rows of V and columns of UT of length 1, at right angles.

    A    matrices of float32 or float64, (..., m, n) with m <= n

    Returns UT (..., m, m), L (..., m), which descends, and V (..., m, n), the largest entry of each of its rows positive. Raises
    MXNetError for other shapes and types.
    """
    name = "_npi_svd"
    _matrices(name, A, square=False)
    if A.shape[-2] > A.shape[-1]:
        fail(name, f"the second to last dimension must be less than or equal to the last, got {list(A.shape)}. Transpose A.")
    if not A.size:
        *lead, m, n = A.shape
        return jnp.zeros((*lead, m, m), A.dtype), jnp.zeros((*lead, m), A.dtype), A
    u, s, v = jnp.linalg.svd(A, full_matrices=False)
    sign = signs(v)
    return u * jnp.swapaxes(sign, -1, -2), s, v * sign


def _by_numpy(name, vectors, x):
    """Eigenvalues, and vectors or `x` itself, of matrices without symmetry: by the host, since accelerators have none."""
    x = np.asarray(x)
    try:
        solved = np.linalg.eig(x) if vectors else (np.linalg.eigvals(x), x)
    except np.linalg.LinAlgError as error:
        defer(MXNetError(f"Operator {name}: {error}"))
        solved = np.zeros(x.shape[:-1], x.dtype), x
    # NumPy 2.5 returns complex arrays in any case, earlier releases only where an eigenvalue is complex.
    if np.any(np.imag(solved[0])):
        defer(MXNetError(f"Operator {name}: complex eigenvalues are unsupported. Use NumPy on A.asnumpy()."))
    return [np.asarray(np.real(v), x.dtype) for v in solved]


def _general(name, A, vectors) -> Any:
    """The same in programs, and at once for eager calls on the CPU."""
    _matrices(name, A, whole=True)
    A = _fraction(A)
    if isinstance(A, np.ndarray):
        return _by_numpy(name, vectors, A)
    shapes = [jax.ShapeDtypeStruct(A.shape[:-1], A.dtype), jax.ShapeDtypeStruct(A.shape, A.dtype)]
    return jax.pure_callback(functools.partial(_by_numpy, name, vectors), shapes, lax.stop_gradient(A))


_EIGEN = """{text}

A    {kind} of float32, float64 or integers, (..., n, n). It gets no gradient, as in MXNet.
{uplo}
Returns {result}, float64 for integers. Raises MXNetError for other shapes and types{raises}.
"""
_UPLO = 'UPLO    which triangle of A is read, "L" or "U"\n'
_COMPLEX = ", and when a value is waited for if an eigenvalue is complex"


@op("_npi_eig", outputs=2, wide=True, zero_gradient=True)
def eig(A: Array) -> tuple[jax.Array, jax.Array]:
    return tuple(_general("_npi_eig", A, True))


@op("_npi_eigvals", wide=True, zero_gradient=True)
def eigvals(A: Array) -> jax.Array:
    return _general("_npi_eigvals", A, False)[0]


eig.in_numpy(lambda a, draw, A: eig.fn(A))
eigvals.in_numpy(lambda a, draw, A: eigvals.fn(A))


def _symmetric(name, A, UPLO):
    _matrices(name, A, whole=True)
    check(UPLO.upper() in ("L", "U"), name, lambda: f"UPLO must be 'L' or 'U', got {UPLO!r}")
    values, vectors = jnp.linalg.eigh(_fraction(lax.stop_gradient(A)), UPLO.upper(), symmetrize_input=False)
    if not A.size:
        return values, vectors
    return values, vectors * jnp.swapaxes(signs(jnp.swapaxes(vectors, -1, -2)), -1, -2)


@op("_npi_eigh", outputs=2, wide=True, zero_gradient=True)
def eigh(A: Array, UPLO: str = "L") -> tuple[jax.Array, jax.Array]:
    return _symmetric("_npi_eigh", A, UPLO)


@op("_npi_eigvalsh", wide=True, zero_gradient=True)
def eigvalsh(A: Array, UPLO: str = "L") -> jax.Array:
    return _symmetric("_npi_eigvalsh", A, UPLO)[0]


_PAIR = "eigenvalues (..., n) and in the columns of (..., n, n) the vectors to them"
eig.__doc__ = _EIGEN.format(text="Eigenvalues and eigenvectors.", kind="matrices", uplo="", result=_PAIR, raises=_COMPLEX)
eigvals.__doc__ = _EIGEN.format(text="Eigenvalues.", kind="matrices", uplo="", result="an array (..., n)", raises=_COMPLEX)
eigh.__doc__ = _EIGEN.format(text="Eigenvalues, ascending, and eigenvectors of symmetric matrices.", kind="matrices", uplo=_UPLO,
                             result=_PAIR, raises="")  # fmt: skip
eigvalsh.__doc__ = _EIGEN.format(text="Eigenvalues, ascending, of symmetric matrices.", kind="matrices", uplo=_UPLO,
                                 result="an array (..., n)", raises="")  # fmt: skip


def _pseudoinverse(name, A, rcond):
    _matrices(name, A, square=False)
    A = lax.stop_gradient(A)
    if not A.size:
        return jnp.swapaxes(A, -1, -2)
    u, s, v = jnp.linalg.svd(A, full_matrices=False)
    large = s > jnp.asarray(rcond)[..., None].astype(A.dtype) * jnp.max(s, -1, keepdims=True)
    inverted = jnp.where(large, 1 / jnp.where(large, s, 1), 0)
    return jnp.swapaxes(v, -1, -2) @ (inverted[..., None] * jnp.swapaxes(u, -1, -2))


_PINV = """The Moore-Penrose inverse.

A    matrices of float32 or float64, (..., m, n). They get no gradient, as in MXNet.
rcond    singular values up to this part of the greatest count as 0{array}
hermitian    accepted and ignored: the singular values of symmetric matrices are found like all others

Returns an array (..., n, m) of the type of `A`. Raises MXNetError for other shapes and types.
"""


@op("_npi_pinv", doc=_PINV.format(array=": a floating array that broadcasts to (...)"), zero_gradient=True)
def pinv(A: Array, rcond: AnyArray, hermitian: bool = False) -> jax.Array:
    name = "_npi_pinv"
    _single_or_double(name, rcond)
    try:
        np.broadcast_shapes(rcond.shape, A.shape[:-2])
    except ValueError:
        fail(name, f"rcond of shape {list(rcond.shape)} does not broadcast to matrices {list(A.shape)}")
    return _pseudoinverse(name, A, lax.stop_gradient(rcond))


@op("_npi_pinv_scalar_rcond", doc=_PINV.format(array=""), zero_gradient=True)
def pinv_scalar_rcond(A: Array, rcond: float = 1e-15, hermitian: bool = False) -> jax.Array:
    return _pseudoinverse("_npi_pinv_scalar_rcond", A, rcond)


def _solved(name, A, B):
    """The solution of A X = B, of matrices and columns."""
    if not B.size:
        return B
    solution = jnp.linalg.solve(A, B)
    failed = ~jnp.isfinite(solution).all() & jnp.isfinite(A).all() & jnp.isfinite(B).all()
    return told(name, failed, "a matrix is singular, so that there is no single solution.", solution)


@op("_npi_solve", wide=True)
def solve(A: AnyArray, B: AnyArray) -> jax.Array:
    """The X of A X = B.

    A    matrices of float32, float64 or integers, (..., n, n)
    B    right-hand sides of such a type, (..., n, k), or (..., n) for one each

    Returns an array of the shape of `B`, float32 if both are, else float64. Raises MXNetError for other shapes and types, and
    for singular matrices when a value is waited for.
    """
    name = "_npi_solve"
    _matrices(name, A, whole=True)
    _single_or_double(name, B, whole=True)
    vectors = B.ndim == A.ndim - 1
    if not ((vectors or B.ndim == A.ndim) and A.shape[:-1] == B.shape[: A.ndim - 1]):
        fail(name, f"dimensions of A and B don't match: {list(A.shape)} and {list(B.shape)}")
    dtype = SINGLE if A.dtype == B.dtype == SINGLE else _DOUBLE
    A, B = A.astype(dtype), B.astype(dtype)
    return _solved(name, A, B[..., None])[..., 0] if vectors else _solved(name, A, B)


@op("_npi_tensorinv", save=True)
def tensorinv(a: Array, ind: int = 2) -> jax.Array:
    """The inverse of an array as a linear map: tensordot(tensorinv(a), a, ind) is the identity.

    a    array of float32 or float64 whose first `ind` dimensions hold as many elements as the others
    ind    number of the dimensions that the inverse has last

    Returns an array of shape a.shape[ind:] + a.shape[:ind]. Raises MXNetError for other shapes and types.
    """
    name = "_npi_tensorinv"
    check(ind > 0, name, lambda: f"invalid ind argument: {ind} must be positive")
    _single_or_double(name, a)
    first, last = a.shape[:ind], a.shape[ind:]
    size = math.prod(first)
    if size != math.prod(last):
        fail(name, f"a must be square: prod(a.shape[:{ind}]) == prod(a.shape[{ind}:]), got {list(a.shape)}")
    return inverse.fn(a.reshape(size, size)).reshape(*last, *first) if size else jnp.zeros(last + first, a.dtype)


@op("_npi_tensorsolve", wide=True)
def tensorsolve(a: AnyArray, b: AnyArray, a_axes: Shape = ()) -> jax.Array:
    """The x for which tensordot(a, x, x.ndim) is b.

    a    array of float32, float64 or integers, of shape b.shape + x.shape, both with equally many elements
    b    array of such a type
    a_axes    axes of `a` to put last before

    Returns an array, float32 if both are, else float64. Raises MXNetError for other shapes and types, and for singular maps
    when a value is waited for.
    """
    name = "_npi_tensorsolve"
    for x in (a, b):
        _single_or_double(name, x, whole=True)
    last = [axis_of(name, i, a.ndim, "a_axes") for i in a_axes]
    check(len(set(last)) == len(last), name, lambda: f"a_axes={list(a_axes)} repeats an axis")
    a = a.transpose([i for i in range(a.ndim) if i not in last] + last)
    shape = a.shape[b.ndim if a.ndim > b.ndim else b.ndim - a.ndim :]
    size = math.prod(shape)
    if size * size != a.size or size != b.size:
        fail(name, f"a must be square and fit b: shapes {list(a.shape)} and {list(b.shape)}")
    dtype = SINGLE if a.dtype == b.dtype == SINGLE else _DOUBLE
    return _solved(name, a.astype(dtype).reshape(size, size), b.astype(dtype).reshape(size, 1)).reshape(shape)


@functools.partial(jax.custom_jvp, nondiff_argnums=(1, 2, 3))
def _power_norm(x, order, axis, keepdims):
    size = jnp.abs(x)
    if order == 0:
        return jnp.sum(size != 0, axis, dtype=x.dtype, keepdims=keepdims)

    def total(size):
        some = size != 0
        return jnp.sum(jnp.where(some, jnp.where(some, size, 1) ** order, 0), axis, keepdims=True)

    def root(total):
        return jnp.where(total == 0, 0, jnp.where(total == 0, 1, total) ** (1 / order))

    def scaled():
        size = jnp.abs(x)  # again: what is made outside would be written to memory for this
        if order > 0:
            extreme = jnp.max(size, axis, keepdims=True)
        else:
            extreme = jnp.min(jnp.where(size == 0, jnp.inf, size), axis, keepdims=True)
        scale = factor(extreme)
        near = jnp.where((extreme > 0) & (extreme < jnp.inf), extreme * scale, 1)
        return root(total(size * scale / near)) * near / scale

    powers = total(size)
    length = by_sum(powers, lambda: root(powers), scaled)
    return length if keepdims else jnp.squeeze(length, axis)


@_power_norm.defjvp
def _(order, axis, keepdims, primals, tangents):
    (x,), (tangent,) = primals, tangents
    length = _power_norm(x, order, axis, True)
    result = length if keepdims else jnp.squeeze(length, axis)
    if order == 0:
        return result, jnp.zeros_like(result)
    if order == 1:
        share = jnp.sign(x)
    else:  # NaN where all are 0, as the gradient of a root is
        least = jnp.where(length == 0, jnp.nan, 0)
        share = jnp.where(x == 0, least, jnp.sign(x) * (jnp.abs(x) / jnp.where(x == 0, 1, length)) ** (order - 1))
    return result, jnp.sum(share * tangent, axis, keepdims=keepdims)


def _vector_norm(x, order, axis, keepdims):
    if order == 2:
        return euclidean(x, (axis,), keepdims)
    if math.isinf(order):
        return (jnp.max if order > 0 else jnp.min)(jnp.abs(x), axis, keepdims=keepdims)
    return _power_norm(x, order, axis, keepdims)


def _matrix_norm(name, x, order, axes, keepdims, nuclear):
    rows, columns = axes
    if nuclear or abs(order) == 2:
        values = jnp.linalg.svd(jnp.moveaxis(x, axes, (-2, -1)), compute_uv=False)
        length = jnp.sum(values, -1) if nuclear else (jnp.max if order > 0 else jnp.min)(values, -1)
        return jnp.expand_dims(length, axes) if keepdims else length
    check(abs(order) == 1 or math.isinf(order), name, lambda: f"invalid norm order {order} for matrices")
    summed, other = (rows, columns) if abs(order) == 1 else (columns, rows)
    choose = _extreme(name, jnp.max if order > 0 else jnp.min)
    length = choose(jnp.sum(jnp.abs(x), summed, keepdims=True), (other,), True)
    return length if keepdims else jnp.squeeze(length, axes)


@op("_npi_norm", numbered_inputs=True, hidden=3, onnx="reduce.npi_norm")
def norm(data: Array, ord: float = 2.0, axis: Shape | None = None, keepdims: bool = False, flag: int = -1) -> jax.Array:
    """Norms of vectors or matrices.

    data    array of a numeric type
    ord    the order: of vectors any number, 0 counting elements; of matrices 1, -1, 2, -2, inf or -inf
    axis    one axis for vectors, two for matrices; None takes the last two, or the only one
    keepdims    keep those axes with length 1
    flag    -2 for the root of the sum of all squares, 1 for that over the axes, 2 for the sum of singular values, else `ord`
            decides

    Returns an array of the other axes, of the type of `data`. Raises MXNetError for axes and orders that do not go together.
    """
    name = "_npi_norm"
    numbers(name, data)
    x = working(data)
    if axis is None and flag == -2:
        return convert(euclidean(x, tuple(range(x.ndim)), keepdims), data.dtype)
    if axis is None:
        check(data.ndim, name, "improper number of dimensions to norm: the input has none")
        axis = (-2, -1) if data.ndim >= 2 else (-1,)
    axes = _axes(name, axis, data.ndim)
    check(1 <= len(axes) <= 2, name, lambda: f"improper number of dimensions to norm: axis={list(axis)}")
    check(len(axes) == 2 or flag != 2, name, "invalid norm order for inputs: vectors have no singular values")
    if not data.size:
        return jnp.zeros(jnp.sum(x, axes, keepdims=keepdims).shape, data.dtype)
    if flag == 1:
        length = euclidean(x, axes, keepdims)
    elif len(axes) == 2:
        length = _matrix_norm(name, x, ord, axes, keepdims, flag == 2)
    else:
        length = _vector_norm(x, ord, axes[0], keepdims)
    return convert(length, data.dtype)
