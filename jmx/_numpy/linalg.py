"""Linear algebra, over the last two axes of arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .._dialects import dialect
from ..base import MXNetError
from .side import npi, public, symbolic

if TYPE_CHECKING:
    from .._typing import Float, Shape
    from ..ndarray.numpy.array import ndarray


class EighResult(NamedTuple):
    """What `eigh` returns with the switch for MXNet 2.0."""

    eigenvalues: Any
    eigenvectors: Any


class SVDResult(NamedTuple):
    """What `svd` returns with the switch for MXNet 2.0."""

    U: Any
    S: Any
    Vh: Any


class SlogdetResult(NamedTuple):
    """What `slogdet` returns with the switch for MXNet 2.0."""

    sign: Any
    logabsdet: Any


def _several(outputs):
    return outputs if symbolic else tuple(outputs)


def _named(cls, outputs):
    return cls(*outputs) if dialect().array_api_results and not symbolic else outputs


def _triangle(word, upper):
    """The triangle by 1.9.1's word, or by MXNet 2.0's boolean, which may also stand in the word's place."""
    upper = word if isinstance(word, bool) else upper
    return word if upper is None else "U" if upper else "L"


@public
def norm(x: ndarray | Float, ord: Any = None, axis: Shape | None = None, keepdims: bool = False) -> ndarray:
    """Norm of vectors, of matrices, or of all elements of an array.

    Parameters
    ----------
    x : ndarray
        The array.
    ord : number or {'inf', '-inf', 'fro', 'nuc'}, optional
        Which norm. For vectors the exponent, or the greatest or smallest size; for matrices the greatest or smallest sum of
        a column (1, -1) or row ('inf', '-inf'), a singular value (2, -2), the root of the sum of squares ('fro'), or the
        sum of singular values ('nuc'). By default the root of the sum of squares.
    axis : int or tuple of int, optional
        One axis for vectors, two for matrices; all elements by default.
    keepdims : bool, default False
        Keep the axes, with length 1.

    Returns
    -------
    ndarray

    Raises
    ------
    TypeError
        For another kind of axis.

    Examples
    --------
    >>> mx.np.linalg.norm(mx.np.array([3, 4]))
    array(5.)
    """
    if axis is None and ord is None:
        return npi.norm(x, ord=2, axis=None, keepdims=keepdims, flag=-2)
    if axis is not None and not isinstance(axis, (int, tuple)):
        raise TypeError("'axis' must be None, an integer or a tuple of integers.")
    axes = (axis,) if isinstance(axis, int) else axis
    size = npi.abs if ord in ("inf", "-inf", 1, -1) else None
    if axes is not None and len(axes) == 2:
        row, column = axes
        if ord in ("inf", "-inf"):
            row -= not keepdims and row > column
            sums = size(x).sum(axis=column, keepdims=keepdims)
            return (sums.max if ord == "inf" else sums.min)(axis=row, keepdims=keepdims)
        if ord in (1, -1):
            column -= not keepdims and row < column
            sums = size(x).sum(axis=row, keepdims=keepdims)
            return (sums.max if ord == 1 else sums.min)(axis=column, keepdims=keepdims)
        if ord in (2, -2):
            return npi.norm(x, ord=ord, axis=axes, keepdims=keepdims, flag=0)
    if ord in ("inf", "-inf"):
        values = size(x)
        return (values.max if ord == "inf" else values.min)(axis=axes, keepdims=keepdims)
    if ord is None or ord in ("fro", "f"):
        return npi.norm(x, ord=2, axis=axes, keepdims=keepdims, flag=1)
    if ord == "nuc":
        return npi.norm(x, ord=2, axis=axes, keepdims=keepdims, flag=2)
    return npi.norm(x, ord=ord, axis=axes, keepdims=keepdims, flag=-1)


@public
def svd(a: ndarray | Float, *, full_matrices: Any = None) -> tuple[ndarray, ndarray, ndarray]:
    """Singular values: (ut, l, v) with a = ut @ diag(l) @ v.

    Parameters
    ----------
    a : ndarray
        Matrices, (..., m, n), with m no more than n.
    full_matrices : bool, optional
        False takes matrices of any shape, as does the switch for MXNet 2.0. With True ut and v are square, which NumPy
        computes for matrices that are not, so that nothing is recorded.

    Returns
    -------
    (ndarray, ndarray, ndarray)

    Examples
    --------
    >>> mx.np.linalg.svd(mx.np.array([[3, 0], [0, 4]]))[1]
    array([4., 3.])
    """
    if symbolic or full_matrices is None and not dialect().array_api_arguments:
        return _several(npi.svd(a))
    rows, columns = a.shape[-2:]
    if full_matrices and rows != columns:
        complete: Any = np.linalg.svd(a, full_matrices=True)  # arrays of this side, by `__array_function__`
        return complete
    if rows <= columns:
        return _named(SVDResult, _several(npi.svd(a)))
    left, values, right = npi.svd(a.swapaxes(-1, -2))
    return _named(SVDResult, (right.swapaxes(-1, -2), values, left.swapaxes(-1, -2)))


@public
def cholesky(a: ndarray | Float, *, upper: Any = False) -> ndarray:
    """The lower triangular L with L @ L.T = a.

    Parameters
    ----------
    a : ndarray
        Symmetric positive definite matrices, (..., n, n).
    upper : bool, default False
        Return the transpose of L.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.linalg.cholesky(mx.np.array([[4, 2], [2, 5]]))
    array([[2., 0.],
           [1., 2.]])
    """
    return npi.cholesky(a).swapaxes(-1, -2) if upper else npi.cholesky(a)


@public
def inv(a: ndarray | Float) -> ndarray:
    """Inverse of square matrices.

    Parameters
    ----------
    a : ndarray
        Square matrices, (..., n, n).

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.linalg.inv(mx.np.array([[1, 2], [3, 5]])).asnumpy().round(4)
    array([[-5.,  2.],
           [ 3., -1.]], dtype=float32)
    """
    return npi.inv(a)


@public
def det(a: ndarray | Float) -> ndarray:
    """Determinant of square matrices.

    Parameters
    ----------
    a : ndarray
        Square matrices, (..., n, n).

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.linalg.det(mx.np.array([[[1, 2], [3, 5]]])).asnumpy().round(4)
    array([-1.], dtype=float32)
    """
    return npi.det(a)


@public
def slogdet(a: ndarray | Float) -> tuple[ndarray, ndarray]:
    """Sign and logarithm of the size of the determinant of square matrices.

    Parameters
    ----------
    a : ndarray
        Square matrices, (..., n, n).

    Returns
    -------
    (ndarray, ndarray)

    Examples
    --------
    >>> mx.np.linalg.slogdet(mx.np.array([[[2, 0], [0, 1]]]))[1].asnumpy().round(4)
    array([0.6931], dtype=float32)
    """
    return _named(SlogdetResult, npi.slogdet(a))


@public
def solve(a: ndarray | Float, b: Any) -> ndarray:
    """The x with a @ x = b.

    Parameters
    ----------
    a : ndarray
        Square matrices, (..., n, n).
    b : ndarray
        Matrices, (..., n, k), or vectors, (..., n), one for each matrix. With the switch for MXNet 2.0 the leading axes of
        matrices broadcast, and a single vector goes with all of them.

    Returns
    -------
    ndarray
        Of the shape of `b`.

    Examples
    --------
    >>> mx.np.linalg.solve(mx.np.array([[2, 0], [0, 4]]), mx.np.array([2, 2]))
    array([1. , 0.5])
    """
    broadcasts = dialect().array_api_arguments and not symbolic and min(a.ndim, b.ndim) >= 1
    if not broadcasts or b.ndim == a.ndim - 1 and b.shape == a.shape[:-1]:
        return npi.solve(a, b)
    vector = b.ndim == 1
    b = b.reshape(-1, 1) if vector else b
    try:
        lead = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    except ValueError:
        raise MXNetError(f"solve: leading axes of shapes {a.shape} and {b.shape} do not broadcast") from None
    a, b = (x if x.shape[:-2] == lead else x.broadcast_to(lead + x.shape[-2:]) for x in (a, b))
    return npi.solve(a, b)[..., 0] if vector else npi.solve(a, b)


@public
def tensorinv(a: ndarray | Float, ind: Any = 2) -> ndarray:
    """Inverse of an array whose first axes have as many elements as the others.

    Parameters
    ----------
    a : ndarray
        The array.
    ind : int, default 2
        How many of its axes are the first ones.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.linalg.tensorinv(mx.np.array([[1, 2], [3, 5]]), ind=1).asnumpy().round(4)
    array([[-5.,  2.],
           [ 3., -1.]], dtype=float32)
    """
    return npi.tensorinv(a, ind)


@public
def tensorsolve(a: ndarray | Float, b: Any, axes: Any = None) -> ndarray:
    """The x with tensordot(a, x, x.ndim) = b.

    Parameters
    ----------
    a : ndarray
        The array.
    b : ndarray
        The right side.
    axes : tuple of int, optional
        Axes of `a` that are moved to its end first.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.linalg.tensorsolve(mx.np.array([[2, 0], [0, 4]]), mx.np.array([2, 2]))
    array([1. , 0.5])
    """
    return npi.tensorsolve(a, b) if axes is None else npi.tensorsolve(a, b, axes)


@public
def pinv(a: ndarray | Float, rcond: Any = 1e-15, hermitian: Any = False, *, rtol: Any = None) -> ndarray:
    """Pseudo-inverse of matrices.

    Parameters
    ----------
    a : ndarray
        Matrices, (..., m, n).
    rcond : number or ndarray, default 1e-15
        Singular values below this share of the greatest count as 0.
    hermitian : bool, default False
        Must be False.
    rtol : number, optional
        MXNet 2.0's name of `rcond`.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.linalg.pinv(mx.np.array([[2, 0], [0, 4]])).asnumpy().round(4)
    array([[0.5 , 0.  ],
           [0.  , 0.25]], dtype=float32)
    """
    rcond = rcond if rtol is None else rtol
    if hermitian is True:
        raise NotImplementedError("hermitian is not supported yet...")
    if np.isscalar(rcond):
        return npi.pinv_scalar_rcond(a, rcond, hermitian)
    return npi.pinv(a, rcond, hermitian)


@public
def eigvals(a: ndarray | Float) -> ndarray:
    """Eigenvalues of square matrices, which must be real.

    Parameters
    ----------
    a : ndarray
        Square matrices, (..., n, n).

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.linalg.eigvals(mx.np.array([[1, 1], [0, 2]])).asnumpy().round(4)
    array([1., 2.], dtype=float32)
    """
    return npi.eigvals(a)


@public
def eigvalsh(a: ndarray | Float, UPLO: Any = "L", *, upper: Any = None) -> ndarray:
    """Eigenvalues of symmetric matrices.

    Parameters
    ----------
    a : ndarray
        Symmetric matrices, (..., n, n).
    UPLO : {'L', 'U'}, default 'L'
        Which triangle is read, the lower or the upper one.
    upper : bool, optional
        MXNet 2.0's form of it.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.linalg.eigvalsh(mx.np.array([[2, 1], [1, 2]])).asnumpy().round(4)
    array([1., 3.], dtype=float32)
    """
    return npi.eigvalsh(a, _triangle(UPLO, upper))


@public
def eig(a: ndarray | Float) -> tuple[ndarray, ndarray]:
    """Eigenvalues and eigenvectors of square matrices, which must be real.

    Parameters
    ----------
    a : ndarray
        Square matrices, (..., n, n).

    Returns
    -------
    (ndarray, ndarray)
        The eigenvalues, and the eigenvectors as columns.

    Examples
    --------
    >>> mx.np.linalg.eig(mx.np.array([[1, 1], [0, 2]]))[0].asnumpy().round(4)
    array([1., 2.], dtype=float32)
    """
    return _several(npi.eig(a))


@public
def eigh(a: ndarray | Float, UPLO: Any = "L", *, upper: Any = None) -> tuple[ndarray, ndarray]:
    """Eigenvalues and eigenvectors of symmetric matrices.

    Parameters
    ----------
    a : ndarray
        Symmetric matrices, (..., n, n).
    UPLO : {'L', 'U'}, default 'L'
        Which triangle is read, the lower or the upper one.
    upper : bool, optional
        MXNet 2.0's form of it.

    Returns
    -------
    (ndarray, ndarray)
        The eigenvalues, and the eigenvectors as columns.

    Examples
    --------
    >>> mx.np.linalg.eigh(mx.np.array([[2, 1], [1, 2]]))[0].asnumpy().round(4)
    array([1., 3.], dtype=float32)
    """
    return _named(EighResult, _several(npi.eigh(a, _triangle(UPLO, upper))))
