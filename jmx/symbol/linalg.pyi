# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping
from typing import Any, Unpack
from jmx._typing import Float, Int, NodeAttributes
from jmx.symbol.symbol import Symbol

def det(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The determinant of each matrix. As mx.nd.linalg.det."""
def extractdiag(A: Symbol | None = None, offset: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A diagonal of each square matrix. As mx.nd.linalg.extractdiag."""
def extracttrian(A: Symbol | None = None, offset: Int = 0, lower: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A triangle of each square matrix, packed into a vector. As mx.nd.linalg.extracttrian."""
def gelqf(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """LQ factorization: A = L Q, with orthonormal rows in Q and lower triangular L. As mx.nd.linalg.gelqf."""
def gemm(A: Symbol | None = None, B: Symbol | None = None, C: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: Float = 1.0, beta: Float = 1.0, axis: Int = -2, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Product of matrices plus a matrix: alpha * op(A) op(B) + beta * C, where op transposes if asked. As mx.nd.linalg.gemm."""
def gemm2(A: Symbol | None = None, B: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: Float = 1.0, axis: Int = -2, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Product of matrices: alpha * op(A) op(B), where op transposes if asked. As mx.nd.linalg.gemm2."""
def inverse(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The inverse of each matrix. As mx.nd.linalg.inverse."""
def makediag(A: Symbol | None = None, offset: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Square matrices with a vector on a diagonal, and zeros elsewhere. As mx.nd.linalg.makediag."""
def maketrian(A: Symbol | None = None, offset: Int = 0, lower: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Square matrices with a packed triangle, and zeros elsewhere; the reverse of extracttrian. As mx.nd.linalg.maketrian."""
def potrf(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Cholesky factorization: the lower triangular L with A = L L^T. As mx.nd.linalg.potrf."""
def potri(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The inverse of A = L L^T from its Cholesky factor. As mx.nd.linalg.potri."""
def slogdet(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sign and logarithm of the absolute value of the determinant of each matrix, where the determinant itself would overflow. As mx.nd.linalg.slogdet."""
def sumlogdiag(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The sum of the logarithms of the diagonal of each matrix, such as half the log determinant from a Cholesky factor. As mx.nd.linalg.sumlogdiag."""
def syevd(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Eigenvalues and eigenvectors of symmetric matrices: A = U^T diag(L) U. As mx.nd.linalg.syevd."""
def syrk(A: Symbol | None = None, transpose: bool = False, alpha: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A matrix multiplied by its own transpose: alpha * A A^T, or alpha * A^T A with `transpose`. As mx.nd.linalg.syrk."""
def trmm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Product with a triangular matrix: alpha * op(A) B, or alpha * B op(A) with `rightside`. As mx.nd.linalg.trmm."""
def trsm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A system of equations with a triangular matrix solved: X with op(A) X = alpha * B, or X op(A) = alpha * B with `rightside`. As mx.nd.linalg.trsm."""
