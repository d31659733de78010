"""`mx.np.linalg`: linear algebra; some functions are NumPy's own, run on the host."""

from .._numpy import linalg as _shared
from ..ndarray.numpy.array import side as _side
from . import _op, fallback_linalg
from .fallback_linalg import *  # noqa: F403

_functions = _side(__name__).define(_shared)
globals().update(_functions)
cross, matmul, matrix_transpose, outer = _op.cross, _op.matmul, _op.matrix_transpose, _op.outer
tensordot, vecdot = _op.tensordot, _op.vecdot


def diagonal(x, offset=0):
    """Diagonals of matrices, the last two axes of `x`; a positive `offset` is above the main one."""
    return _op.diagonal(x, offset, -2, -1)


def trace(x, offset=0, *, dtype=None):
    """Sums of the diagonals of matrices, the last two axes of `x`; a positive `offset` is above the main one."""
    return _op.trace(x if dtype is None else x.astype(dtype), offset, -2, -1)


def svdvals(x):
    """Singular values of matrices, the last two axes of `x`, the greatest first."""
    return _functions["svd"](matrix_transpose(x) if x.shape[-2] > x.shape[-1] else x)[1]


def _as_text(ord):
    """The order of a norm as `norm` takes it."""
    return {float("inf"): "inf", float("-inf"): "-inf"}.get(ord, ord)


def matrix_norm(x, ord="fro", axis=(-2, -1), keepdims=False):
    """Norm of the matrices that lie in two axes of `x`.

    ord : 1, -1, 2, -2, inf, -inf, "fro" or "nuc"; None is "fro". axis : the two axes. keepdims : keep them with length 1.
    Raises ValueError for another `axis`.
    """
    if not isinstance(axis, tuple) or len(axis) != 2:
        raise ValueError(f"matrix_norm: axis must be a tuple of two axes, got {axis!r}")
    return _functions["norm"](x, _as_text(ord), tuple(i % x.ndim for i in axis), keepdims)


def vector_norm(x, ord=None, axis=None, keepdims=False):
    """Norm of vectors along axes (an int or a tuple), of all elements for None.

    ord : a number, inf or -inf, also as text; None is 2. keepdims : keep the axes with length 1.
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
