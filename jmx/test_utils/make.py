"""Random and regular test data."""

import numpy as np
import numpy.random as rnd

from .. import ndarray as nd
from ..ndarray import array
from .tolerance import default_context, default_dtype

__all__ = ["assign_each", "assign_each2", "create_2d_tensor", "create_vector", "get_identity_mat", "get_identity_mat_batch",
           "new_matrix_with_real_eigvals_2d", "new_matrix_with_real_eigvals_nd", "new_orthonormal_matrix_2d",
           "new_sym_matrix_with_real_eigvals_2d", "new_sym_matrix_with_real_eigvals_nd", "rand_coord_2d", "rand_ndarray",
           "rand_shape_2d", "rand_shape_3d", "rand_shape_nd", "random_arrays", "random_sample",
           "random_uniform_arrays"]  # fmt: skip


def random_arrays(*shapes):
    """Standard normal NumPy arrays of the given shapes, float32; just the array where there is one shape."""
    arrays = [
        np.array(rnd.randn(), dtype=default_dtype()) if len(s) == 0 else rnd.randn(*s).astype(default_dtype()) for s in shapes
    ]
    return arrays[0] if len(arrays) == 1 else arrays


def random_uniform_arrays(*shapes, **kwargs):
    """A list of uniform NumPy arrays of the given shapes; keywords `low` (0.0), `high` (1.0) and `dtype` (float32)."""
    low, high = kwargs.pop("low", 0.0), kwargs.pop("high", 1.0)
    dtype = kwargs.pop("dtype", default_dtype())
    if kwargs:
        raise TypeError(f"Got unexpected argument/s : {kwargs.keys()}")
    return [rnd.uniform(low, high, size=s).astype(dtype) for s in shapes]


def random_sample(population, k):
    """`k` different elements of a sequence, in random order."""
    assert 0 <= k <= len(population)
    shuffled = population[:]
    rnd.shuffle(shuffled)
    return shuffled[0:k]


def assign_each(the_input, function):
    """A NumPy array of function(x) for each element x of `the_input`; a copy if `function` is None."""
    return _assign(function, the_input)


def assign_each2(input1, input2, function):
    """A NumPy array of function(x, y) for the elements of two arrays; a copy of the first if `function` is None."""
    return _assign(function, input1, input2)


def _assign(function, *inputs):
    if function is None:
        return np.array(inputs[0])
    values = [np.asarray(x) for x in inputs]
    assert all(x.shape == values[0].shape for x in values)
    out = np.zeros(values[0].shape)
    out.reshape(-1)[:] = [function(*elements) for elements in zip(*(x.reshape(-1) for x in values))]
    return out


def create_2d_tensor(rows, columns, dtype=np.int64):
    """An NDArray (rows, columns) whose row i is full of i."""
    column = nd.arange(0, rows, dtype=dtype).reshape(rows, 1)
    return nd.broadcast_to(column, shape=(column.shape[0], columns))


def create_vector(size, dtype=np.int64):
    """The NDArray 0, 1, ..., size - 1."""
    return nd.arange(0, size, dtype=dtype)


def get_identity_mat(size):
    """The identity matrix as an NDArray, float32."""
    return array(np.identity(size, np.float32))


def get_identity_mat_batch(size):
    """Two identity matrices as an NDArray (2, size, size), float32."""
    return array(np.stack([np.identity(size, np.float32)] * 2))


def rand_ndarray(shape, stype="default", density=None, dtype=None, modifier_func=None, shuffle_csr_indices=False,
                 distribution=None, ctx=None):  # fmt: skip
    """A random NDArray: standard normal if dense, else as `rand_sparse_ndarray` makes it.

    Parameters
    ----------
    shape : tuple of int
    stype : {'default', 'row_sparse', 'csr'}
    dtype : numpy type, optional
    ctx : Context, optional
    density, modifier_func, shuffle_csr_indices, distribution
        For sparse arrays.
    """
    ctx = ctx if ctx else default_context()
    if stype == "default":
        return array(random_arrays(shape), dtype=dtype, ctx=ctx)
    from .sparse import rand_sparse_ndarray

    pair = rand_sparse_ndarray(shape, stype, density, dtype, distribution, None, None, modifier_func, shuffle_csr_indices, ctx)
    return pair[0]


def rand_shape_2d(dim0=10, dim1=10, allow_zero_size=False):
    """A random shape of two dimensions, at most `dim0` and `dim1`; from 0 with `allow_zero_size`, else from 1."""
    low = 0 if allow_zero_size else 1
    return rnd.randint(low, dim0 + 1), rnd.randint(low, dim1 + 1)


def rand_shape_3d(dim0=10, dim1=10, dim2=10, allow_zero_size=False):
    """A random shape of three dimensions up to `dim0`, `dim1`, `dim2`; from 0 with `allow_zero_size`, else from 1."""
    low = 0 if allow_zero_size else 1
    return rnd.randint(low, dim0 + 1), rnd.randint(low, dim1 + 1), rnd.randint(low, dim2 + 1)


def rand_shape_nd(num_dim, dim=10, allow_zero_size=False):
    """A random shape of `num_dim` dimensions, each at most `dim`; from 0 with `allow_zero_size`, else from 1."""
    low = 0 if allow_zero_size else 1
    return tuple(rnd.randint(low, dim + 1, size=num_dim).tolist())


def rand_coord_2d(x_low, x_high, y_low, y_high):
    """Random int64 coordinates (x, y) with x_low <= x < x_high and y_low <= y < y_high."""
    return rnd.randint(x_low, x_high, dtype=np.int64), rnd.randint(y_low, y_high, dtype=np.int64)


def new_matrix_with_real_eigvals_2d(n):
    """A well-conditioned (n, n) matrix with real eigenvalues in [-10, 10]."""
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


def new_matrix_with_real_eigvals_nd(shape):
    """Matrices of `new_matrix_with_real_eigvals_2d`, stacked to `shape`."""
    return _stacked(new_matrix_with_real_eigvals_2d, shape)


def new_orthonormal_matrix_2d(n):
    """A random orthonormal (n, n) matrix."""
    x = rnd.randn(n, n)
    return np.linalg.qr(np.matmul(x.T, x))[0]


def new_sym_matrix_with_real_eigvals_2d(n):
    """A random symmetric (n, n) matrix with eigenvalues in [-10, 10]."""
    q = new_orthonormal_matrix_2d(n)
    values = np.diag(rnd.uniform(-10.0, 10.0, n))
    return np.matmul(np.matmul(q.T, values), q)


def new_sym_matrix_with_real_eigvals_nd(shape):
    """Matrices of `new_sym_matrix_with_real_eigvals_2d`, stacked to `shape`."""
    return _stacked(new_sym_matrix_with_real_eigvals_2d, shape)
