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
def diagonal(x: Any, offset: Float = 0) -> Any: ...
def trace(x: Any, offset: Float = 0, *, dtype: DTypeLike | None = None) -> Any: ...
def svdvals(x: Any) -> Any: ...
def matrix_norm(x: Any, ord: str = 'fro', axis: Int | Sequence[int] | None = (-2, -1), keepdims: bool = False) -> Any: ...
def vector_norm(x: Any, ord: Any = None, axis: Int | Sequence[int] | None = None, keepdims: bool = False) -> Any: ...
def cholesky(a: ndarray | Float, *, upper: Any = False) -> ndarray:
    """The lower triangular L with L @ L.T = a, or with `upper` its transpose, for symmetric positive definite matrices."""
def det(a: ndarray | Float) -> ndarray:
    """Determinant of square matrices."""
def eig(a: ndarray | Float) -> tuple[ndarray, ndarray]:
    """(eigenvalues, eigenvectors as columns) of square matrices, which must be real."""
def eigh(a: ndarray | Float, UPLO: Any = 'L', *, upper: Any = None) -> tuple[ndarray, ndarray]:
    """(eigenvalues, eigenvectors as columns) of symmetric matrices, given by their lower or upper triangle."""
def eigvals(a: ndarray | Float) -> ndarray:
    """Eigenvalues of square matrices, which must be real."""
def eigvalsh(a: ndarray | Float, UPLO: Any = 'L', *, upper: Any = None) -> ndarray:
    """Eigenvalues of symmetric matrices, given by their lower ("L") or upper ("U", or `upper`) triangle."""
def inv(a: ndarray | Float) -> ndarray:
    """Inverse of square matrices."""
def norm(x: ndarray | Float, ord: Any = None, axis: Shape | None = None, keepdims: bool = False) -> ndarray:
    """Norm of vectors (one axis) or matrices (two axes); of all elements, Euclidean, without `axis` and `ord`.

    ord : None, a number, "inf", "-inf", "fro" or "nuc". axis : int or tuple. keepdims : keep the axes with length 1.
    Raises TypeError for another kind of axis.
    """
def pinv(a: ndarray | Float, rcond: Any = 1e-15, hermitian: Any = False, *, rtol: Any = None) -> ndarray:
    """Pseudo-inverse; singular values below `rcond`, or MXNet 2.0's `rtol`, times the greatest count as 0."""
def slogdet(a: ndarray | Float) -> tuple[ndarray, ndarray]:
    """Sign and logarithm of the size of the determinant of square matrices."""
def solve(a: ndarray | Float, b: Any) -> ndarray:
    """The x with a @ x = b.

    b : matrices (..., n, k), or vectors (..., n), one for each matrix. With the switch for MXNet 2.0 the leading axes of
    matrices broadcast, and a single vector goes with all of them.
    """
def svd(a: ndarray | Float, *, full_matrices: Any = None) -> tuple[ndarray, ndarray, ndarray]:
    """Singular values: (ut, l, v) with a = ut @ diag(l) @ v, for matrices with no more rows than columns.

    full_matrices : False takes matrices of any shape, as does the switch for MXNet 2.0; with True ut and v are square, which
    NumPy computes for matrices that are not, so that nothing is recorded.
    """
def tensorinv(a: ndarray | Float, ind: Any = 2) -> ndarray:
    """Inverse of an array whose first `ind` axes have as many elements as the others."""
def tensorsolve(a: ndarray | Float, b: Any, axes: Any = None) -> ndarray:
    """The x with tensordot(a, x, x.ndim) = b; `axes` of `a` are moved to its end first."""
