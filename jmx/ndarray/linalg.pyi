# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from jmx._typing import Float, Int
from jmx.ndarray.ndarray import NDArray

def det(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The determinant of each matrix. Declared in jmx/ops/linalg.py.

    A    (..., n, n), float32 or float64

    Returns (...), and (1,) for one matrix.

    Examples
    --------
    >>> nd.linalg.det(nd.array([[2, 0], [1, 4]]))
    [8.]
    <NDArray 1 @cpu(0)>
    """
def extractdiag(A: NDArray, offset: Int = 0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A diagonal of each square matrix. Declared in jmx/ops/linalg.py.

    A    (..., n, n)
    offset    the diagonal: 0 the main one, above it if positive, below it if negative

    Returns (..., n - |offset|).

    Examples
    --------
    >>> nd.linalg.extractdiag(nd.array([[1, 2], [3, 4]]))
    [1. 4.]
    <NDArray 2 @cpu(0)>
    """
def extracttrian(A: NDArray, offset: Int = 0, lower: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A triangle of each square matrix, packed into a vector. Declared in jmx/ops/linalg.py.

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
def gelqf(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """LQ factorization: A = L Q, with orthonormal rows in Q and lower triangular L. Declared in jmx/ops/linalg.py.

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
def gemm(A: NDArray, B: NDArray, C: NDArray, transpose_a: bool = False, transpose_b: bool = False, alpha: Float = 1.0, beta: Float = 1.0, axis: Int = -2, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Product of matrices plus a matrix: alpha * op(A) op(B) + beta * C, where op transposes if asked. Declared in jmx/ops/matrix.py.

    A    (..., n, k), or with `transpose_a` (..., k, n)
    B    (..., k, m), or with `transpose_b` (..., m, k)
    C    (..., n, m)
    transpose_a    transpose the matrices of `A` first
    transpose_b    transpose the matrices of `B` first
    alpha    factor of the product
    beta    factor of `C`
    axis    the dimension of the matrices' rows; that of their columns is the last

    Returns an array like `C`. Raises MXNetError if shapes do not fit.

    Examples
    --------
    >>> A, B, C = nd.array([[1, 2], [3, 4]]), nd.array([[1, 0], [1, 1]]), nd.ones((2, 2))
    >>> nd.linalg.gemm(A, B, C, alpha=2, beta=10)
    [[16. 14.]
     [24. 18.]]
    <NDArray 2x2 @cpu(0)>
    """
def gemm2(A: NDArray, B: NDArray, transpose_a: bool = False, transpose_b: bool = False, alpha: Float = 1.0, axis: Int = -2, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Product of matrices: alpha * op(A) op(B), where op transposes if asked. Declared in jmx/ops/matrix.py.

    A    (..., n, k), or with `transpose_a` (..., k, n)
    B    (..., k, m), or with `transpose_b` (..., m, k)
    transpose_a    transpose the matrices of `A` first
    transpose_b    transpose the matrices of `B` first
    alpha    factor of the product
    axis    the dimension of the matrices' rows; that of their columns is the last

    Returns (..., n, m). Raises MXNetError if shapes do not fit.

    Examples
    --------
    >>> nd.linalg.gemm2(nd.array([[1, 2], [3, 4]]), nd.array([[1, 0], [1, 1]]), transpose_b=True)
    [[1. 3.]
     [3. 7.]]
    <NDArray 2x2 @cpu(0)>
    """
def inverse(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The inverse of each matrix. Declared in jmx/ops/linalg.py.

    A    (..., n, n), float32 or float64

    Returns an array like `A`.

    Examples
    --------
    >>> nd.linalg.inverse(nd.array([[2, 1], [1, 1]]))
    [[ 1. -1.]
     [-1.  2.]]
    <NDArray 2x2 @cpu(0)>
    """
def makediag(A: NDArray, offset: Int = 0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Square matrices with a vector on a diagonal, and zeros elsewhere. Declared in jmx/ops/linalg.py.

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
def maketrian(A: NDArray, offset: Int = 0, lower: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Square matrices with a packed triangle, and zeros elsewhere; the reverse of extracttrian. Declared in jmx/ops/linalg.py.

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
def potrf(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Cholesky factorization: the lower triangular L with A = L L^T. Declared in jmx/ops/linalg.py.

    A    (..., n, n), symmetric and positive definite, float32 or float64

    Returns (..., n, n). Raises MXNetError if `A` is not positive definite.

    Examples
    --------
    >>> nd.linalg.potrf(nd.array([[4, 2], [2, 5]]))
    [[2. 0.]
     [1. 2.]]
    <NDArray 2x2 @cpu(0)>
    """
def potri(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The inverse of A = L L^T from its Cholesky factor. Declared in jmx/ops/linalg.py.

    A    (..., n, n): the factors L, as potrf gives them

    Returns the inverses of the matrices factored, (..., n, n).

    Examples
    --------
    >>> nd.linalg.potri(nd.array([[2, 0], [1, 2]]))
    [[ 0.3125 -0.125 ]
     [-0.125   0.25  ]]
    <NDArray 2x2 @cpu(0)>
    """
def slogdet(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Sign and logarithm of the absolute value of the determinant of each matrix, where the determinant itself would overflow. Declared in jmx/ops/linalg.py.

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
def sumlogdiag(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The sum of the logarithms of the diagonal of each matrix, such as half the log determinant from a Cholesky factor. As mx.nd.linalg_sumlogdiag."""
def syevd(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Eigenvalues and eigenvectors of symmetric matrices: A = U^T diag(L) U. Declared in jmx/ops/linalg.py.

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
def syrk(A: NDArray, transpose: bool = False, alpha: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A matrix multiplied by its own transpose: alpha * A A^T, or alpha * A^T A with `transpose`. Declared in jmx/ops/linalg.py.

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
def trmm(A: NDArray, B: NDArray, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Product with a triangular matrix: alpha * op(A) B, or alpha * B op(A) with `rightside`. Declared in jmx/ops/linalg.py.

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
def trsm(A: NDArray, B: NDArray, transpose: bool = False, rightside: bool = False, lower: bool = True, alpha: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A system of equations with a triangular matrix solved: X with op(A) X = alpha * B, or X op(A) = alpha * B with `rightside`. Declared in jmx/ops/linalg.py.

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
