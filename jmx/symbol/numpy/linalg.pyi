# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import Float, Shape
from jmx.symbol.numpy._symbol import _Symbol

def cholesky(a: _Symbol | Float, *, upper: Any = False) -> _Symbol:
    """The lower triangular L with L @ L.T = a. As mx.np.linalg.cholesky."""
def det(a: _Symbol | Float) -> _Symbol:
    """Determinant of square matrices. As mx.np.linalg.det."""
def eig(a: _Symbol | Float) -> tuple[_Symbol, _Symbol]:
    """Eigenvalues and eigenvectors of square matrices, which must be real. As mx.np.linalg.eig."""
def eigh(a: _Symbol | Float, UPLO: Any = 'L', *, upper: Any = None) -> tuple[_Symbol, _Symbol]:
    """Eigenvalues and eigenvectors of symmetric matrices. As mx.np.linalg.eigh."""
def eigvals(a: _Symbol | Float) -> _Symbol:
    """Eigenvalues of square matrices, which must be real. As mx.np.linalg.eigvals."""
def eigvalsh(a: _Symbol | Float, UPLO: Any = 'L', *, upper: Any = None) -> _Symbol:
    """Eigenvalues of symmetric matrices. As mx.np.linalg.eigvalsh."""
def inv(a: _Symbol | Float) -> _Symbol:
    """Inverse of square matrices. As mx.np.linalg.inv."""
def norm(x: _Symbol | Float, ord: Any = None, axis: Shape | None = None, keepdims: bool = False) -> _Symbol:
    """Norm of vectors, of matrices, or of all elements of an array. As mx.np.linalg.norm."""
def pinv(a: _Symbol | Float, rcond: Any = 1e-15, hermitian: Any = False, *, rtol: Any = None) -> _Symbol:
    """Pseudo-inverse of matrices. As mx.np.linalg.pinv."""
def slogdet(a: _Symbol | Float) -> tuple[_Symbol, _Symbol]:
    """Sign and logarithm of the size of the determinant of square matrices. As mx.np.linalg.slogdet."""
def solve(a: _Symbol | Float, b: Any) -> _Symbol:
    """The x with a @ x = b. As mx.np.linalg.solve."""
def svd(a: _Symbol | Float, *, full_matrices: Any = None) -> tuple[_Symbol, _Symbol, _Symbol]:
    """Singular values: (ut, l, v) with a = ut @ diag(l) @ v. As mx.np.linalg.svd."""
def tensorinv(a: _Symbol | Float, ind: Any = 2) -> _Symbol:
    """Inverse of an array whose first axes have as many elements as the others. As mx.np.linalg.tensorinv."""
def tensorsolve(a: _Symbol | Float, b: Any, axes: Any = None) -> _Symbol:
    """The x with tensordot(a, x, x.ndim) = b. As mx.np.linalg.tensorsolve."""
