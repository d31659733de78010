# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import Float, Shape
from jmx.symbol.numpy._symbol import _Symbol

def cholesky(a: _Symbol | Float, *, upper: Any = False) -> _Symbol:
    """The lower triangular L with L @ L.T = a, or with `upper` its transpose, for symmetric positive definite matrices."""
def det(a: _Symbol | Float) -> _Symbol:
    """Determinant of square matrices."""
def eig(a: _Symbol | Float) -> tuple[_Symbol, _Symbol]:
    """(eigenvalues, eigenvectors as columns) of square matrices, which must be real."""
def eigh(a: _Symbol | Float, UPLO: Any = 'L', *, upper: Any = None) -> tuple[_Symbol, _Symbol]:
    """(eigenvalues, eigenvectors as columns) of symmetric matrices, given by their lower or upper triangle."""
def eigvals(a: _Symbol | Float) -> _Symbol:
    """Eigenvalues of square matrices, which must be real."""
def eigvalsh(a: _Symbol | Float, UPLO: Any = 'L', *, upper: Any = None) -> _Symbol:
    """Eigenvalues of symmetric matrices, given by their lower ("L") or upper ("U", or `upper`) triangle."""
def inv(a: _Symbol | Float) -> _Symbol:
    """Inverse of square matrices."""
def norm(x: _Symbol | Float, ord: Any = None, axis: Shape | None = None, keepdims: bool = False) -> _Symbol:
    """Norm of vectors (one axis) or matrices (two axes); of all elements, Euclidean, without `axis` and `ord`.

    ord : None, a number, "inf", "-inf", "fro" or "nuc". axis : int or tuple. keepdims : keep the axes with length 1.
    Raises TypeError for another kind of axis.
    """
def pinv(a: _Symbol | Float, rcond: Any = 1e-15, hermitian: Any = False, *, rtol: Any = None) -> _Symbol:
    """Pseudo-inverse; singular values below `rcond`, or MXNet 2.0's `rtol`, times the greatest count as 0."""
def slogdet(a: _Symbol | Float) -> tuple[_Symbol, _Symbol]:
    """Sign and logarithm of the size of the determinant of square matrices."""
def solve(a: _Symbol | Float, b: Any) -> _Symbol:
    """The x with a @ x = b.

    b : matrices (..., n, k), or vectors (..., n), one for each matrix. With the switch for MXNet 2.0 the leading axes of
    matrices broadcast, and a single vector goes with all of them.
    """
def svd(a: _Symbol | Float, *, full_matrices: Any = None) -> tuple[_Symbol, _Symbol, _Symbol]:
    """Singular values: (ut, l, v) with a = ut @ diag(l) @ v, for matrices with no more rows than columns.

    full_matrices : False takes matrices of any shape, as does the switch for MXNet 2.0; with True ut and v are square, which
    NumPy computes for matrices that are not, so that nothing is recorded.
    """
def tensorinv(a: _Symbol | Float, ind: Any = 2) -> _Symbol:
    """Inverse of an array whose first `ind` axes have as many elements as the others."""
def tensorsolve(a: _Symbol | Float, b: Any, axes: Any = None) -> _Symbol:
    """The x with tensordot(a, x, x.ndim) = b; `axes` of `a` are moved to its end first."""
