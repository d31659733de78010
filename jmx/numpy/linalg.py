"""`mx.np.linalg`: linear algebra; some functions are NumPy's own, run on the host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._numpy import linalg as _shared
from ..ndarray.numpy.array import side as _side
from . import _op, fallback_linalg
from .fallback_linalg import *  # noqa: F403

if TYPE_CHECKING:
    from ..ndarray.numpy.array import ndarray


_functions = _side(__name__).define(_shared)
globals().update(_functions)
cross, matmul, matrix_transpose, outer = _op.cross, _op.matmul, _op.matrix_transpose, _op.outer
tensordot, vecdot = _op.tensordot, _op.vecdot


def diagonal(x, offset=0) -> ndarray:
    """Diagonals of matrices. MXNet has it from 2.0 on.

    Parameters
    ----------
    x : ndarray
        Matrices, (..., m, n).
    offset : int, default 0
        Which diagonal: above the main one if positive.

    Returns
    -------
    ndarray
        The diagonals lie along the last axis.

    Examples
    --------
    >>> mx.np.linalg.diagonal(mx.np.array([[1, 2], [3, 4]]))
    array([1., 4.])
    """
    return _op.diagonal(x, offset, -2, -1)


def trace(x, offset=0, *, dtype=None) -> ndarray:
    """Sums of the diagonals of matrices. MXNet has it from 2.0 on.

    Parameters
    ----------
    x : ndarray
        Matrices, (..., m, n).
    offset : int, default 0
        Which diagonal: above the main one if positive.
    dtype : str or numpy type, optional
        Element type of the result; that of `x` by default.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.linalg.trace(mx.np.array([[1, 2], [3, 4]]))
    array(5.)
    """
    return _op.trace(x if dtype is None else x.astype(dtype), offset, -2, -1)


def svdvals(x) -> ndarray:
    """Singular values of matrices, the greatest first. MXNet has it from 2.0 on.

    Parameters
    ----------
    x : ndarray
        Matrices, (..., m, n).

    Returns
    -------
    ndarray
        (..., min(m, n)).

    Examples
    --------
    >>> mx.np.linalg.svdvals(mx.np.array([[3, 0], [0, 4]]))
    array([4., 3.])
    """
    return _functions["svd"](matrix_transpose(x) if x.shape[-2] > x.shape[-1] else x)[1]


def _as_text(ord):
    """The order of a norm as `norm` takes it."""
    return {float("inf"): "inf", float("-inf"): "-inf"}.get(ord, ord)


def matrix_norm(x, ord="fro", axis=(-2, -1), keepdims=False) -> ndarray:
    """Norm of matrices. MXNet has it from 2.0 on.

    Parameters
    ----------
    x : ndarray
        The matrices, which lie in two axes.
    ord : {1, -1, 2, -2, inf, -inf, 'fro', 'nuc'}, default 'fro'
        Which norm: the greatest or smallest sum of a column (1, -1) or row (inf, -inf), the greatest or smallest singular value
        (2, -2), the root of the sum of squares ('fro'), or the sum of singular values ('nuc').
    axis : pair of int, default (-2, -1)
        The two axes.
    keepdims : bool, default False
        Keep the axes, with length 1.

    Returns
    -------
    ndarray

    Raises
    ------
    ValueError
        `axis` is no pair.

    Examples
    --------
    >>> mx.np.linalg.matrix_norm(mx.np.array([[3, 0], [0, 4]]))
    array(5.)
    """
    if not isinstance(axis, tuple) or len(axis) != 2:
        raise ValueError(f"matrix_norm: axis must be a tuple of two axes, got {axis!r}")
    return _functions["norm"](x, _as_text(ord), tuple(i % x.ndim for i in axis), keepdims)


def vector_norm(x, ord=None, axis=None, keepdims=False) -> ndarray:
    """Norm of vectors. MXNet has it from 2.0 on.

    Parameters
    ----------
    x : ndarray
        The vectors.
    ord : number or str, default 2
        The exponent; also inf and -inf, the greatest and smallest size, and 0, the number of elements that are not 0.
    axis : int or tuple of int, optional
        The axes along which they lie; all by default.
    keepdims : bool, default False
        Keep the axes, with length 1.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.linalg.vector_norm(mx.np.array([3, 4]))
    array(5.)
    """
    axes = tuple(range(x.ndim)) if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
    size = _op.absolute(x)
    ord = 2 if ord is None else float(ord) if isinstance(ord, str) else ord
    if ord in (float("inf"), float("-inf")):
        return (size.max if ord > 0 else size.min)(axis=axes, keepdims=keepdims)
    if ord == 0:
        return (size != 0).astype(x.dtype).sum(axis=axes, keepdims=keepdims)
    return (size**ord).sum(axis=axes, keepdims=keepdims) ** (1 / ord)


_STANDARD = "cross diagonal matmul matrix_norm matrix_transpose outer svdvals tensordot trace vecdot vector_norm".split()
__all__ = sorted({*_functions, *fallback_linalg.__all__, *_STANDARD})
