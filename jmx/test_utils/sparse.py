"""Random sparse arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.random as rnd

from .. import ndarray as nd
from .._described import described_by
from .make import assign_each
from .tolerance import default_context, default_dtype

if TYPE_CHECKING:
    from .._typing import AnyFunction, DTypeLike, Float, Int, NumPyArray
    from ..context import Context
    from ..ndarray._sparse_arrays import CSRNDArray, RowSparseNDArray

__all__ = ["create_sparse_array", "create_sparse_array_zd", "rand_sparse_ndarray", "shuffle_csr_column_indices"]


def shuffle_csr_column_indices(csr: Any) -> None:
    """Shuffle the column numbers within each row of a CSR matrix, whose order means nothing.

    Parameters
    ----------
    csr : scipy.sparse.csr_matrix
        The matrix, whose `indices` are changed.

    Examples
    --------
    >>> import scipy.sparse
    >>> csr = scipy.sparse.csr_matrix(np.array([[1, 1, 1], [0, 1, 1]]))
    >>> mx.test_utils.shuffle_csr_column_indices(csr)
    >>> sorted(csr.indices[:3].tolist()), sorted(csr.indices[3:].tolist())
    ([0, 1, 2], [1, 2])
    """
    for start, stop in zip(csr.indptr[:-1], csr.indptr[1:]):
        part = np.array(csr.indices[start:stop])
        rnd.shuffle(part)
        csr.indices[start:stop] = part


def _check_csr(rows, columns, density, distribution):
    if not 0 <= density <= 1:
        raise ValueError("density has to be between 0 and 1")
    if rows <= 0 or columns <= 0:
        raise ValueError("num_rows or num_cols should be greater than 0")
    if distribution == "powerlaw" and int(rows * columns * density) < 2 * rows:
        raise ValueError(
            f"not supported for this density: {density} for this shape ({rows}, {columns}) Please keep : "
            "num_rows * num_cols * density >= 2 * num_rows"
        )


def _uniform_csr(rows, columns, density, dtype, data_init, shuffle):
    _check_csr(rows, columns, density, "uniform")
    from scipy import sparse

    csr = sparse.random(rows, columns, density, dtype=dtype, format="csr", random_state=rnd)
    if data_init is not None:
        csr.data.fill(data_init)
    if shuffle:
        shuffle_csr_column_indices(csr)
    return nd.sparse.csr_matrix((csr.data, csr.indices, csr.indptr), shape=(rows, columns), dtype=dtype)


def _powerlaw_csr(rows, columns, density, dtype):
    """Row i has 2^(i + 1) elements, as long as there are columns and elements left."""
    _check_csr(rows, columns, density, "powerlaw")
    left = int(rows * columns * density)
    dense = np.zeros((rows, columns), dtype=dtype)
    counts = np.zeros(rows, dtype=np.int64)
    first = min(rows, left)
    counts[:first] = 1
    left -= first
    for row in range(rows):
        more = max(min(columns - 1, 2 ** min(row + 1, 62) - 1, left), 0)
        counts[row] += more
        left -= more
    if left > 0:
        raise ValueError(f"not supported for this density: {density} for this shape ({rows},{columns})")
    for row, count in enumerate(counts):
        dense[row, :count] = 1 + rnd.uniform(0.001, 2, count)
    return nd.array(dense, dtype=dtype).tostype("csr")


def rand_sparse_ndarray(
    shape: Sequence[Int],
    stype: Literal["row_sparse", "csr"] | str,
    density: Float | None = None,
    dtype: DTypeLike | None = None,
    distribution: Literal["uniform", "powerlaw"] | str | None = None,
    data_init: Float | None = None,
    rsp_indices: NumPyArray | None = None,
    modifier_func: AnyFunction | None = None,
    shuffle_csr_indices: bool = False,
    ctx: Context | None = None,
) -> tuple[RowSparseNDArray | CSRNDArray, tuple[Any, ...]]:
    """A random sparse array.

    Parameters
    ----------
    shape : tuple of int
        Its shape; of a CSR matrix (rows, columns).
    stype : {'row_sparse', 'csr'}
        Its storage type.
    density : float, optional
        Share of rows or of elements that are there; random by default.
    dtype : numpy type, optional
        Its element type, float32 by default.
    distribution : {'uniform', 'powerlaw'}, optional
        How the elements of a CSR matrix spread over its rows.
    data_init : float, optional
        Value of all elements, instead of random ones.
    rsp_indices : numpy.ndarray, optional
        Which rows are there.
    modifier_func : callable, optional
        Run on each value of a row-sparse array.
    shuffle_csr_indices : bool
        Leave the column numbers of a CSR matrix unordered.
    ctx : Context, optional
        The device.

    Returns
    -------
    (RowSparseNDArray or CSRNDArray, tuple)
        The array, and (values, rows) or (indptr, indices, values).

    Examples
    --------
    >>> array, (values, rows) = mx.test_utils.rand_sparse_ndarray((4, 2), "row_sparse", rsp_indices=np.array([0, 3]))
    >>> array.indices.asnumpy(), values.shape
    (array([0, 3]), (2, 2))
    >>> array, parts = mx.test_utils.rand_sparse_ndarray((4, 5), "csr", density=0.5)
    >>> array.stype, len(array.data)
    ('csr', 10)
    """
    ctx = ctx if ctx else default_context()
    density = rnd.rand() if density is None else density
    dtype = default_dtype() if dtype is None else dtype
    distribution = distribution or "uniform"
    if stype == "row_sparse":
        assert distribution == "uniform", f"Distribution {distribution} not supported for row_sparse"
        rows = np.flatnonzero(rnd.rand(shape[0]) < density) if rsp_indices is None else rsp_indices
        assert len(rows) <= shape[0]
        if rows.shape[0] == 0:
            empty = nd.sparse.zeros("row_sparse", shape, dtype=dtype, ctx=ctx)
            return empty, (np.array([], dtype=dtype), np.array([]))  # pyright: ignore[reportReturnType]
        values = rnd.rand(rows.shape[0], *shape[1:]).astype(dtype)
        if data_init is not None:
            values.fill(data_init)
        if modifier_func is not None:
            values = assign_each(values, modifier_func)
        return nd.sparse.row_sparse_array((values, rows), shape=shape, dtype=dtype, ctx=ctx), (values, rows)
    assert stype == "csr", f"unknown storage type {stype!r}"
    assert len(shape) == 2, f"a CSR matrix has two dimensions, but got shape {shape}"
    if distribution == "uniform":
        csr = _uniform_csr(*shape, density, dtype, data_init, shuffle_csr_indices).as_in_context(ctx)
    else:
        assert distribution == "powerlaw", f"Distribution not supported: {distribution}"
        csr = _powerlaw_csr(*shape, density, dtype).as_in_context(ctx)
    return csr, (csr.indptr, csr.indices, csr.data)


@described_by(rand_sparse_ndarray)
def create_sparse_array(
    shape: Sequence[Int],
    stype: Literal["row_sparse", "csr"] | str,
    data_init: Float | None = None,
    rsp_indices: Sequence[Int] | None = None,
    dtype: DTypeLike | None = None,
    modifier_func: AnyFunction | None = None,
    density: Float = 0.5,
    shuffle_csr_indices: bool = False,
) -> RowSparseNDArray | CSRNDArray:
    """A random sparse array, as `rand_sparse_ndarray` makes it.

    Parameters
    ----------
    rsp_indices : list of int, optional
        Which rows are there.
    density : float, default 0.5
        Share of rows or of elements that are there.
    shuffle_csr_indices : bool, default False
        Leave the column numbers of a CSR matrix unordered.

    Returns
    -------
    RowSparseNDArray or CSRNDArray

    Examples
    --------
    >>> mx.test_utils.create_sparse_array((3, 2), "row_sparse", data_init=7, rsp_indices=[0, 2]).asnumpy()
    array([[7., 7.],
           [0., 0.],
           [7., 7.]], dtype=float32)
    """
    if stype not in ("row_sparse", "csr"):
        raise AssertionError(f"Unknown storage type: {stype}")
    rows = np.sort(np.asarray(rsp_indices)) if rsp_indices is not None and stype == "row_sparse" else None
    return rand_sparse_ndarray(shape, stype, density=density, data_init=data_init, rsp_indices=rows, dtype=dtype,
                               modifier_func=modifier_func, shuffle_csr_indices=shuffle_csr_indices)[0]  # fmt: skip


@described_by(create_sparse_array)
def create_sparse_array_zd(
    shape: Sequence[Int],
    stype: Literal["row_sparse", "csr"] | str,
    density: Float,
    data_init: Float | None = None,
    rsp_indices: Sequence[Int] | None = None,
    dtype: DTypeLike | None = None,
    modifier_func: AnyFunction | None = None,
    shuffle_csr_indices: bool = False,
) -> RowSparseNDArray | CSRNDArray:
    """A random sparse array, as `create_sparse_array` makes it; a row-sparse one has the rows asked for and no others.

    Parameters
    ----------
    density : float
        Share of rows or of elements that are there; ignored for row-sparse arrays.

    Examples
    --------
    >>> mx.test_utils.create_sparse_array_zd((3, 2), "row_sparse", density=0, rsp_indices=[1], data_init=7).asnumpy()
    array([[0., 0.],
           [7., 7.],
           [0., 0.]], dtype=float32)
    """
    if stype == "row_sparse":
        density = 0.0
        assert rsp_indices is None or len(rsp_indices) <= shape[0]
    return create_sparse_array(shape, stype, data_init, rsp_indices, dtype, modifier_func, density, shuffle_csr_indices)
