"""Random and regular test data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.random as rnd

from .. import ndarray as nd
from .._described import described_by
from ..ndarray import array
from .tolerance import default_context, default_dtype

if TYPE_CHECKING:
    from .._typing import AnyFunction, DTypeLike, Float, Int, NumPyArray
    from ..context import Context
    from ..ndarray._sparse_arrays import CSRNDArray, RowSparseNDArray
    from ..ndarray.ndarray import NDArray

__all__ = ["assign_each", "assign_each2", "create_2d_tensor", "create_vector", "get_identity_mat", "get_identity_mat_batch",
           "new_matrix_with_real_eigvals_2d", "new_matrix_with_real_eigvals_nd", "new_orthonormal_matrix_2d",
           "new_sym_matrix_with_real_eigvals_2d", "new_sym_matrix_with_real_eigvals_nd", "rand_coord_2d", "rand_ndarray",
           "rand_shape_2d", "rand_shape_3d", "rand_shape_nd", "random_arrays", "random_sample",
           "random_uniform_arrays"]  # fmt: skip


def random_arrays(*shapes: Sequence[Int]) -> NumPyArray | list[NumPyArray]:
    """Standard normal NumPy arrays, float32, from `numpy.random`.

    Parameters
    ----------
    *shapes : tuple of int
        Their shapes.

    Returns
    -------
    numpy.ndarray or list of numpy.ndarray
        A list where there are several shapes.

    Examples
    --------
    >>> a, b = mx.test_utils.random_arrays((2, 3), (4,))
    >>> a.shape, b.shape, a.dtype.name
    ((2, 3), (4,), 'float32')
    """
    arrays = [
        np.array(rnd.randn(), dtype=default_dtype()) if len(s) == 0 else rnd.randn(*s).astype(default_dtype()) for s in shapes
    ]
    return arrays[0] if len(arrays) == 1 else arrays


def random_uniform_arrays(*shapes: Sequence[Int], **kwargs: Any) -> list[NumPyArray]:
    """Uniform NumPy arrays, from `numpy.random`.

    Parameters
    ----------
    *shapes : tuple of int
        Their shapes.
    **kwargs
        `low`, default 0.0, `high`, default 1.0, and `dtype`, default float32.

    Returns
    -------
    list of numpy.ndarray

    Raises
    ------
    TypeError
        There is another keyword.

    Examples
    --------
    >>> (a,) = mx.test_utils.random_uniform_arrays((2, 3), low=5, high=6)
    >>> a.shape, bool((a >= 5).all() and (a <= 6).all())
    ((2, 3), True)
    """
    low, high = kwargs.pop("low", 0.0), kwargs.pop("high", 1.0)
    dtype = kwargs.pop("dtype", default_dtype())
    if kwargs:
        raise TypeError(f"Got unexpected argument/s : {kwargs.keys()}")
    return [rnd.uniform(low, high, size=s).astype(dtype) for s in shapes]


def random_sample(population: Sequence[Any], k: Int) -> list[Any]:
    """Different elements of a sequence, in random order.

    Parameters
    ----------
    population : list
        The sequence.
    k : int
        How many elements.

    Returns
    -------
    list

    Examples
    --------
    >>> drawn = mx.test_utils.random_sample([1, 2, 3, 4], 3)
    >>> len(drawn), len(set(drawn))
    (3, 3)
    """
    assert 0 <= k <= len(population)
    shuffled = population[:]
    rnd.shuffle(shuffled)
    return shuffled[0:k]


def assign_each(the_input: NumPyArray, function: AnyFunction | None) -> NumPyArray:
    """A function applied to each element of an array.

    Parameters
    ----------
    the_input : numpy.ndarray
        The array.
    function : callable or None
        Takes and returns a number; None copies the array.

    Returns
    -------
    numpy.ndarray

    Examples
    --------
    >>> mx.test_utils.assign_each(np.array([1, 2, 3]), lambda x: x * x)
    array([1., 4., 9.])
    """
    return _assign(function, the_input)


def assign_each2(input1: NumPyArray, input2: NumPyArray, function: AnyFunction | None) -> NumPyArray:
    """A function applied to each pair of elements of two arrays.

    Parameters
    ----------
    input1, input2 : numpy.ndarray
        The arrays, of one shape.
    function : callable or None
        Takes two numbers and returns one; None copies the first array.

    Returns
    -------
    numpy.ndarray

    Examples
    --------
    >>> mx.test_utils.assign_each2(np.array([1, 2]), np.array([10, 20]), lambda x, y: x + y)
    array([11., 22.])
    """
    return _assign(function, input1, input2)


def _assign(function, *inputs):
    if function is None:
        return np.array(inputs[0])
    values = [np.asarray(x) for x in inputs]
    assert all(x.shape == values[0].shape for x in values)
    out = np.zeros(values[0].shape)
    out.reshape(-1)[:] = [function(*elements) for elements in zip(*(x.reshape(-1) for x in values))]
    return out


def create_2d_tensor(rows: Int, columns: Int, dtype: DTypeLike = np.int64) -> NDArray:
    """An NDArray whose row i is full of i.

    Parameters
    ----------
    rows, columns : int
        Its shape.
    dtype : numpy type, default int64
        Its element type.

    Returns
    -------
    NDArray

    Examples
    --------
    >>> mx.test_utils.create_2d_tensor(2, 3).asnumpy()
    array([[0, 0, 0],
           [1, 1, 1]])
    """
    column = nd.arange(0, rows, dtype=dtype).reshape(rows, 1)
    return nd.broadcast_to(column, shape=(column.shape[0], columns))


def create_vector(size: Int, dtype: DTypeLike = np.int64) -> NDArray:
    """The NDArray 0, 1, ..., size - 1.

    Parameters
    ----------
    size : int
        How many elements.
    dtype : numpy type, default int64
        Their type.

    Returns
    -------
    NDArray

    Examples
    --------
    >>> mx.test_utils.create_vector(4).asnumpy()
    array([0, 1, 2, 3])
    """
    return nd.arange(0, size, dtype=dtype)


def get_identity_mat(size: Int) -> Any:
    """The identity matrix as an NDArray, float32.

    Parameters
    ----------
    size : int
        Rows and columns.

    Returns
    -------
    NDArray, (size, size)

    Examples
    --------
    >>> mx.test_utils.get_identity_mat(2).asnumpy()
    array([[1., 0.],
           [0., 1.]], dtype=float32)
    """
    return array(np.identity(size, np.float32))


@described_by(get_identity_mat)
def get_identity_mat_batch(size: Int) -> Any:
    """Two identity matrices as an NDArray, float32.

    Returns
    -------
    NDArray, (2, size, size)

    Examples
    --------
    >>> mx.test_utils.get_identity_mat_batch(3).shape
    (2, 3, 3)
    """
    return array(np.stack([np.identity(size, np.float32)] * 2))


def rand_ndarray(
    shape: Sequence[Int],
    stype: Literal["default", "row_sparse", "csr"] | str = "default",
    density: Float | None = None,
    dtype: DTypeLike | None = None,
    modifier_func: AnyFunction | None = None,
    shuffle_csr_indices: bool = False,
    distribution: Literal["uniform", "powerlaw"] | str | None = None,
    ctx: Context | None = None,
) -> NDArray | RowSparseNDArray | CSRNDArray:
    """A random NDArray: standard normal if dense, else as `rand_sparse_ndarray` makes it.

    Parameters
    ----------
    shape : tuple of int
        Its shape.
    stype : {'default', 'row_sparse', 'csr'}, default 'default'
        Its storage type.
    density : float, optional
        Of sparse arrays the share of rows or elements that are there.
    dtype : numpy type, optional
        Its element type, float32 by default.
    modifier_func : callable, optional
        Of sparse arrays what is applied to each element.
    shuffle_csr_indices : bool, default False
        Of CSR matrices whether columns of a row are in random order.
    distribution : {'uniform', 'powerlaw'}, optional
        Of CSR matrices how the elements spread over the rows.
    ctx : Context, optional
        The device.

    Returns
    -------
    NDArray, RowSparseNDArray or CSRNDArray

    Examples
    --------
    >>> mx.test_utils.rand_ndarray((2, 3)).shape
    (2, 3)
    >>> mx.test_utils.rand_ndarray((4, 3), stype="csr", density=0.5).stype
    'csr'
    """
    ctx = ctx if ctx else default_context()
    if stype == "default":
        return array(random_arrays(shape), dtype=dtype, ctx=ctx)
    from .sparse import rand_sparse_ndarray

    pair = rand_sparse_ndarray(shape, stype, density, dtype, distribution, None, None, modifier_func, shuffle_csr_indices, ctx)
    return pair[0]


def rand_shape_2d(dim0: Int = 10, dim1: Int = 10, allow_zero_size: bool = False) -> tuple[int, ...]:
    """A random shape of two dimensions.

    Parameters
    ----------
    dim0, dim1 : int, default 10
        The largest sizes.
    allow_zero_size : bool, default False
        Draw from 0 instead of 1.

    Returns
    -------
    tuple of int

    Examples
    --------
    >>> shape = mx.test_utils.rand_shape_2d(3, 5)
    >>> len(shape), 1 <= shape[0] <= 3, 1 <= shape[1] <= 5
    (2, True, True)
    """
    low = 0 if allow_zero_size else 1
    return rnd.randint(low, dim0 + 1), rnd.randint(low, dim1 + 1)


@described_by(rand_shape_2d)
def rand_shape_3d(dim0: Int = 10, dim1: Int = 10, dim2: Int = 10, allow_zero_size: bool = False) -> tuple[int, ...]:
    """A random shape of three dimensions.

    Parameters
    ----------
    dim0, dim1, dim2 : int, default 10
        The largest sizes.

    Examples
    --------
    >>> shape = mx.test_utils.rand_shape_3d(3, 5, 7)
    >>> len(shape), 1 <= shape[0] <= 3, 1 <= shape[1] <= 5
    (3, True, True)
    """
    low = 0 if allow_zero_size else 1
    return rnd.randint(low, dim0 + 1), rnd.randint(low, dim1 + 1), rnd.randint(low, dim2 + 1)


@described_by(rand_shape_2d)
def rand_shape_nd(num_dim: Int, dim: Int = 10, allow_zero_size: bool = False) -> tuple[int, ...]:
    """A random shape.

    Parameters
    ----------
    num_dim : int
        How many dimensions.
    dim : int, default 10
        The largest size.

    Examples
    --------
    >>> shape = mx.test_utils.rand_shape_nd(4, dim=3)
    >>> len(shape), all(1 <= size <= 3 for size in shape)
    (4, True)
    """
    low = 0 if allow_zero_size else 1
    return tuple(rnd.randint(low, dim + 1, size=num_dim).tolist())


def rand_coord_2d(x_low: Int, x_high: Int, y_low: Int, y_high: Int) -> tuple[int, int]:
    """Random coordinates (x, y), int64.

    Parameters
    ----------
    x_low, x_high : int
        Bounds of x; the upper one is not drawn.
    y_low, y_high : int
        Bounds of y.

    Returns
    -------
    (int, int)

    Examples
    --------
    >>> x, y = mx.test_utils.rand_coord_2d(0, 10, 100, 110)
    >>> bool(0 <= x < 10 and 100 <= y < 110)
    True
    """
    return rnd.randint(x_low, x_high, dtype=np.int64), rnd.randint(y_low, y_high, dtype=np.int64)  # pyright: ignore[reportReturnType]


def new_matrix_with_real_eigvals_2d(n: Int) -> NumPyArray:
    """A well-conditioned matrix with real eigenvalues in [-10, 10].

    Parameters
    ----------
    n : int
        Rows and columns.

    Returns
    -------
    numpy.ndarray

    Examples
    --------
    >>> matrix = mx.test_utils.new_matrix_with_real_eigvals_2d(3)
    >>> values = np.linalg.eigvals(matrix)
    >>> matrix.shape, bool((abs(values) < 10.001).all())
    ((3, 3), True)
    """
    while True:
        scale = np.diag(rnd.uniform(-1.0, 1.0, n))
        v = rnd.uniform(-1.0, 1.0, n).reshape(n, 1)
        v = v / np.linalg.norm(v, axis=-2, keepdims=True)
        q = np.matmul(np.eye(n) - 2 * np.matmul(v, v.T), scale)
        if np.linalg.cond(q, 2) < 3:
            break
    values = np.diag(rnd.uniform(-10.0, 10.0, n))
    return np.matmul(np.matmul(np.linalg.inv(q), values), q)


def _stacked(make, shape):
    count = int(np.prod(shape[:-2])) if len(shape) > 2 else 1
    return np.array([make(shape[-1]) for _ in range(count)]).reshape(shape)


def new_matrix_with_real_eigvals_nd(shape: Sequence[Int]) -> NumPyArray:
    """Matrices of `new_matrix_with_real_eigvals_2d`.

    Parameters
    ----------
    shape : tuple of int
        Shape of all, (..., n, n).

    Returns
    -------
    numpy.ndarray

    Examples
    --------
    >>> mx.test_utils.new_matrix_with_real_eigvals_nd((2, 3, 3)).shape
    (2, 3, 3)
    """
    return _stacked(new_matrix_with_real_eigvals_2d, shape)


@described_by(new_matrix_with_real_eigvals_2d)
def new_orthonormal_matrix_2d(n: Int) -> NumPyArray:
    """A random orthonormal matrix.

    Examples
    --------
    >>> q = mx.test_utils.new_orthonormal_matrix_2d(3)
    >>> bool(np.allclose(q @ q.T, np.eye(3)))
    True
    """
    x = rnd.randn(n, n)
    return np.linalg.qr(np.matmul(x.T, x))[0]


@described_by(new_matrix_with_real_eigvals_2d)
def new_sym_matrix_with_real_eigvals_2d(n: Int) -> NumPyArray:
    """A random symmetric matrix with eigenvalues in [-10, 10].

    Examples
    --------
    >>> matrix = mx.test_utils.new_sym_matrix_with_real_eigvals_2d(3)
    >>> bool(np.allclose(matrix, matrix.T))
    True
    """
    q = new_orthonormal_matrix_2d(n)
    values = np.diag(rnd.uniform(-10.0, 10.0, n))
    return np.matmul(np.matmul(q.T, values), q)


@described_by(new_matrix_with_real_eigvals_nd)
def new_sym_matrix_with_real_eigvals_nd(shape: Sequence[Int]) -> NumPyArray:
    """Matrices of `new_sym_matrix_with_real_eigvals_2d`.

    Examples
    --------
    >>> mx.test_utils.new_sym_matrix_with_real_eigvals_nd((2, 3, 3)).shape
    (2, 3, 3)
    """
    return _stacked(new_sym_matrix_with_real_eigvals_2d, shape)
