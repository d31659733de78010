"""Functions that sort, and those that contract arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._dialects import dialect
from ..base import MXNetError
from .products import contraction, whole
from .side import alike, every, npi, public, symbolic

if TYPE_CHECKING:
    from .._typing import Float, Shape
    from ..ndarray.numpy.array import ndarray


def _no_order():
    return "order is not supported yet..." if symbolic else "order not supported here"


@public
def argsort(
    a: ndarray | Float,
    axis: Shape | None = -1,
    kind: Any = None,
    order: str | None = None,
    *,
    descending: Any = False,
    stable: Any = True,
) -> ndarray:
    """Positions that sort an array along an axis.

    Parameters
    ----------
    a : ndarray
        The array.
    axis : int or None, default -1
        The axis; None flattens the array.
    kind : optional
        Has no effect; True stands for `descending`, as in MXNet 2.0.
    order : None
        Not supported.
    descending : bool, default False
        The greatest elements first.
    stable : bool, default True
        Without effect, as equal elements always keep their order.

    Returns
    -------
    ndarray of int64

    Examples
    --------
    >>> mx.np.argsort(mx.np.array([3, 1, 2]))
    array([1, 2, 0], dtype=int64)
    """
    if order is not None:
        raise NotImplementedError(_no_order())
    return npi.argsort(data=a, axis=axis, is_ascend=not (descending or kind is True), dtype="int64")


@public
def sort(
    a: ndarray | Float,
    axis: Shape | None = -1,
    kind: Any = None,
    order: str | None = None,
    *,
    descending: Any = False,
    stable: Any = True,
) -> ndarray:
    """A sorted copy of an array.

    Parameters
    ----------
    a : ndarray
        The array.
    axis : int or None, default -1
        The axis; None flattens the array.
    kind : optional
        Has no effect; True stands for `descending`, as in MXNet 2.0.
    order : None
        Not supported.
    descending : bool, default False
        The greatest elements first.
    stable : bool, default True
        Without effect, as equal elements always keep their order.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.sort(mx.np.array([3, 1, 2]))
    array([1., 2., 3.])
    """
    if order is not None:
        raise NotImplementedError(_no_order())
    return npi.sort(data=a, axis=axis, is_ascend=not (descending or kind is True))


@public
def unique(
    ar: Any, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, axis: Shape | None = None
) -> Any:
    """The different elements of an array, sorted.

    Parameters
    ----------
    ar : ndarray
        The array.
    return_index : bool, default False
        Return the positions of their first occurrence, too.
    return_inverse : bool, default False
        Return for every element its position among them, too.
    return_counts : bool, default False
        Return how often each occurs, too.
    axis : int, optional
        Compare the slices along this axis; by default elements.

    Returns
    -------
    ndarray, or tuple of ndarray

    Examples
    --------
    >>> mx.np.unique(mx.np.array([3, 1, 3]))
    array([1., 3.])
    >>> mx.np.unique(mx.np.array([3, 1, 3]), return_counts=True)
    (array([1., 3.]), array([1, 2], dtype=int64))
    """
    booleans = dialect().boolean_inputs and not symbolic and ar.dtype == np.bool_
    outputs = npi.unique(ar.astype("uint8") if booleans else ar, return_index, return_inverse, return_counts, axis)
    if booleans:
        rest = outputs[1:] if isinstance(outputs, list) else None
        values = (outputs if rest is None else outputs[0]).astype("bool")
        outputs = values if rest is None else [values, *rest]
    return tuple(outputs) if isinstance(outputs, list) and not symbolic else outputs


@public
def tensordot(a: ndarray | Float, b: Any, axes: Any = 2) -> ndarray:
    """Sum of products over axes of two arrays.

    Parameters
    ----------
    a, b : ndarray
        The arrays.
    axes : int or pair of lists of int, default 2
        How many of the last axes of `a` meet the first of `b`; or the axes of each.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.tensordot(mx.np.arange(6).reshape(2, 3), mx.np.ones((3, 2)), axes=1)
    array([[ 3.,  3.],
           [12., 12.]])
    """
    a, b = alike((a, b))
    if np.isscalar(axes):
        if isinstance(axes, str):
            raise MXNetError(f"tensordot takes a number of axes or two sequences of them, not {axes!r}")
        if whole(a, b):
            count = max(axes, 0)
            return contraction(a, b, range(a.ndim - count, a.ndim), range(count))
        return npi.tensordot_int_axes(a, b, axes)
    if len(axes) != 2:
        raise ValueError("Axes must consist of two arrays.")
    left, right = ((x,) if np.isscalar(x) else x for x in axes)
    if len(left) != len(right):
        raise ValueError("Axes length mismatch")
    return contraction(a, b, left, right) if whole(a, b) else npi.tensordot(a, b, left, right)


@public
def inner(a: ndarray | Float, b: Any) -> ndarray:
    """Sum of products over the last axes.

    Parameters
    ----------
    a, b : ndarray
        The arrays.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.inner(mx.np.array([1, 2]), mx.np.array([3, 4]))
    array(11.)
    """
    return tensordot(a, b, [-1, -1])


@public
def outer(a: ndarray | Float, b: Any) -> ndarray:
    """Products of all pairs of elements of the flattened arrays.

    Parameters
    ----------
    a, b : ndarray
        The arrays.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.outer(mx.np.array([1, 2]), mx.np.array([3, 4]))
    array([[3., 4.],
           [6., 8.]])
    """
    return tensordot(a.flatten(), b.flatten(), 0)


@public
def vdot(a: ndarray | Float, b: Any) -> ndarray:
    """Sum of products of the flattened arrays.

    Parameters
    ----------
    a, b : ndarray
        The arrays.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.vdot(mx.np.array([1, 2]), mx.np.array([3, 4]))
    array(11.)
    """
    return tensordot(a.flatten(), b.flatten(), 1)


@public
def einsum(*operands: Any, **kwargs: Any) -> ndarray:
    """Sum of products by Einstein's convention.

    Parameters
    ----------
    *operands
        The subscripts, such as 'ij,jk->ik', and the arrays.
    **kwargs
        `optimize`: choose the order of products; `out`: where to write the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.einsum("ij,j->i", mx.np.arange(6).reshape(2, 3), mx.np.ones(3))
    array([ 3., 12.])
    """
    optimize, out = kwargs.pop("optimize", False), kwargs.pop("out", None)
    subscripts, *operands = operands
    return npi.einsum(*operands, subscripts=subscripts, out=out, optimize=int(bool(optimize)))


@public
def polyval(p: Any, x: ndarray | Float) -> ndarray:
    """Values of a polynomial.

    Parameters
    ----------
    p : ndarray
        The coefficients, that of the highest power first.
    x : ndarray
        Where it is evaluated.

    Returns
    -------
    ndarray

    Raises
    ------
    TypeError
        One of them is an array of mx.np and the other one is not.

    Examples
    --------
    >>> mx.np.polyval(mx.np.array([1, 0, 2]), mx.np.array([3]))
    array([11.])
    """
    if isinstance(p, every) and isinstance(x, every):
        return npi.polyval(p, x)
    if not isinstance(p, every) and not isinstance(x, every):
        return np.polyval(p, x)
    raise TypeError("type not supported")
