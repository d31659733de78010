# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from jmx._typing import Float, Int
from jmx.ndarray.ndarray import NDArray

def det(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The determinant of each matrix.

    Declared in jmx/ops/linalg.py.
    """
def extractdiag(A: NDArray, offset: Int = 0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The diagonal `offset` of each square matrix.

    Declared in jmx/ops/linalg.py.
    """
def extracttrian(A: NDArray, offset: Int = 0, lower: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A triangle of each square matrix, packed into a vector; `offset` moves it off the main diagonal.

    Declared in jmx/ops/linalg.py.
    """
def gelqf(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """(Q, L): A = L Q, orthonormal rows in Q, L lower triangular, for matrices with no more rows than columns.

    Declared in jmx/ops/linalg.py.
    """
def gemm(A: NDArray, B: NDArray, C: NDArray, transpose_a: bool = False, transpose_b: bool = False, alpha: Float = 1.0, beta: Float = 1.0, axis: Int = -2, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """alpha * op(A) op(B) + beta * C over the dimensions (`axis`, last); op transposes where asked.

    Declared in jmx/ops/matrix.py.
    """
def gemm2(A: NDArray, B: NDArray, transpose_a: bool = False, transpose_b: bool = False, alpha: Float = 1.0, axis: Int = -2, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """alpha * op(A) op(B) over the dimensions (`axis`, last); op transposes where asked.

    Declared in jmx/ops/matrix.py.
    """
def inverse(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The inverse of each matrix.

    Declared in jmx/ops/linalg.py.
    """
def makediag(A: NDArray, offset: Int = 0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Square matrices with the last dimension of `A` on the diagonal `offset`.

    Declared in jmx/ops/linalg.py.
    """
def maketrian(A: NDArray, offset: Int = 0, lower: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Square matrices with zeros around the triangle that extracttrian packs.

    Declared in jmx/ops/linalg.py.
    """
def potrf(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The lower Cholesky factor L, A = L L^T, of symmetric positive-definite matrices, or else its transpose.

    Declared in jmx/ops/linalg.py.
    """
def potri(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The inverse of the matrices whose lower (or upper) Cholesky factors are given.

    Declared in jmx/ops/linalg.py.
    """
def slogdet(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """(sign, logarithm of the absolute value) of the determinant of each matrix.

    Declared in jmx/ops/linalg.py.
    """
def sumlogdiag(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The sum of the logarithms of the diagonal of each matrix.

    Declared in jmx/ops/linalg.py.
    """
def syevd(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """(U, L): A = U^T diag(L) U for symmetric matrices.

    Eigenvalues ascend, and the entry of largest size in each row of U is positive.

    Declared in jmx/ops/linalg.py.
    """
def syrk(A: NDArray, transpose: bool = False, alpha: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """alpha * A A^T, or alpha * A^T A with `transpose`.

    Declared in jmx/ops/linalg.py.
    """
def trmm(A: NDArray, B: NDArray, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """alpha * op(A) B, or alpha * B op(A) with `rightside`, for triangular A; op transposes where asked.

    Declared in jmx/ops/linalg.py.
    """
def trsm(A: NDArray, B: NDArray, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """X with op(A) X = alpha * B, or X op(A) = alpha * B with `rightside`, for triangular A.

    Declared in jmx/ops/linalg.py.
    """
