# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import DTypeLike, Float, Int, Shape
from jmx.ndarray.numpy.array import ndarray
from jmx.numpy.fallback_linalg import *  # pyright: ignore[reportAssignmentType]

cross: Any
matmul: Any
matrix_transpose: Any
outer: Any
tensordot: Any
vecdot: Any
def diagonal(x: ndarray, offset: Int = 0) -> ndarray: ...
def trace(x: ndarray, offset: Int = 0, *, dtype: str | DTypeLike | None = None) -> ndarray: ...
def svdvals(x: ndarray) -> ndarray: ...
def matrix_norm(x: ndarray, ord: Any = 'fro', axis: Any = (-2, -1), keepdims: bool = False) -> ndarray: ...
def vector_norm(x: ndarray, ord: Float | str | None = None, axis: Int | Sequence[Int] | None = None, keepdims: bool = False) -> ndarray: ...
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
def eigh(a: ndarray | Float, UPLO: Any = 'L', *, upper: Any = None) -> tuple[ndarray, ndarray]:
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
def eigvalsh(a: ndarray | Float, UPLO: Any = 'L', *, upper: Any = None) -> ndarray:
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
