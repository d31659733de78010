# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping
from typing import Any, Unpack
from jmx._typing import Float, Int, NodeAttributes
from jmx.symbol.symbol import Symbol

def det(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The determinant of each matrix.

    Declared in jmx/ops/linalg.py.
    """
def extractdiag(A: Symbol | None = None, offset: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The diagonal `offset` of each square matrix.

    Declared in jmx/ops/linalg.py.
    """
def extracttrian(A: Symbol | None = None, offset: Int = 0, lower: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """A triangle of each square matrix, packed into a vector; `offset` moves it off the main diagonal.

    Declared in jmx/ops/linalg.py.
    """
def gelqf(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """(Q, L): A = L Q, orthonormal rows in Q, L lower triangular, for matrices with no more rows than columns.

    Declared in jmx/ops/linalg.py.
    """
def gemm(A: Symbol | None = None, B: Symbol | None = None, C: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: Float = 1.0, beta: Float = 1.0, axis: Int = -2, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """alpha * op(A) op(B) + beta * C over the dimensions (`axis`, last); op transposes where asked.

    Declared in jmx/ops/matrix.py.
    """
def gemm2(A: Symbol | None = None, B: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, alpha: Float = 1.0, axis: Int = -2, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """alpha * op(A) op(B) over the dimensions (`axis`, last); op transposes where asked.

    Declared in jmx/ops/matrix.py.
    """
def inverse(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The inverse of each matrix.

    Declared in jmx/ops/linalg.py.
    """
def makediag(A: Symbol | None = None, offset: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Square matrices with the last dimension of `A` on the diagonal `offset`.

    Declared in jmx/ops/linalg.py.
    """
def maketrian(A: Symbol | None = None, offset: Int = 0, lower: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Square matrices with zeros around the triangle that extracttrian packs.

    Declared in jmx/ops/linalg.py.
    """
def potrf(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The lower Cholesky factor L, A = L L^T, of symmetric positive-definite matrices, or else its transpose.

    Declared in jmx/ops/linalg.py.
    """
def potri(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The inverse of the matrices whose lower (or upper) Cholesky factors are given.

    Declared in jmx/ops/linalg.py.
    """
def slogdet(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """(sign, logarithm of the absolute value) of the determinant of each matrix.

    Declared in jmx/ops/linalg.py.
    """
def sumlogdiag(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """The sum of the logarithms of the diagonal of each matrix.

    Declared in jmx/ops/linalg.py.
    """
def syevd(A: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """(U, L): A = U^T diag(L) U for symmetric matrices.

    Eigenvalues ascend, and the entry of largest size in each row of U is positive.

    Declared in jmx/ops/linalg.py.
    """
def syrk(A: Symbol | None = None, transpose: bool = False, alpha: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """alpha * A A^T, or alpha * A^T A with `transpose`.

    Declared in jmx/ops/linalg.py.
    """
def trmm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """alpha * op(A) B, or alpha * B op(A) with `rightside`, for triangular A; op transposes where asked.

    Declared in jmx/ops/linalg.py.
    """
def trsm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """X with op(A) X = alpha * B, or X op(A) = alpha * B with `rightside`, for triangular A.

    Declared in jmx/ops/linalg.py.
    """
