"""Functions that split, join, reorder and reshape arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .side import alike, npi, public

if TYPE_CHECKING:
    from .._typing import Shape
    from ..ndarray.numpy.array import ndarray


def _members(arrays):
    if not hasattr(arrays, "__getitem__") and hasattr(arrays, "__iter__"):
        raise ValueError(f"expected iterable for arrays but got {type(arrays)}")
    return alike(list(arrays))


@public
def concatenate(seq: Sequence[ndarray], axis: Shape | None = 0, out: ndarray | None = None) -> ndarray:
    """Arrays joined along an axis.

    Parameters
    ----------
    seq : list of ndarray
        The arrays; their other axes have equal lengths.
    axis : int or None, default 0
        The axis; None joins the flattened arrays.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.concatenate((mx.np.array([[1, 2]]), mx.np.array([[3, 4]])))
    array([[1., 2.],
           [3., 4.]])
    >>> mx.np.concatenate((mx.np.array([[1, 2]]), mx.np.array([[3, 4]])), axis=1)
    array([[1., 2., 3., 4.]])
    """
    return npi.concatenate(*alike(seq), axis=axis, out=out)


@public
def append(arr: ndarray, values: Any, axis: Shape | None = None) -> ndarray:
    """An array with others after it, along an axis.

    Parameters
    ----------
    arr : ndarray
        The array.
    values : ndarray
        What comes after it.
    axis : int, optional
        The axis; None joins the flattened arrays.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.append(mx.np.array([1, 2]), mx.np.array([3]))
    array([1., 2., 3.])
    """
    return npi.concatenate(*alike((arr, values)), axis=axis, out=None)


@public
def stack(arrays: Sequence[ndarray], axis: Shape | None = 0, out: ndarray | None = None) -> ndarray:
    """Arrays of one shape joined along a new axis.

    Parameters
    ----------
    arrays : list of ndarray
        The arrays.
    axis : int, default 0
        The position of the new axis.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.stack([mx.np.array([1, 2]), mx.np.array([3, 4])])
    array([[1., 2.],
           [3., 4.]])
    >>> mx.np.stack([mx.np.array([1, 2]), mx.np.array([3, 4])], axis=1)
    array([[1., 3.],
           [2., 4.]])
    """
    return npi.stack(*_members(arrays), axis=axis, out=out)


@public
def vstack(arrays: Sequence[ndarray], out: ndarray | None = None) -> ndarray:
    """Arrays joined along the first axis; vectors count as rows.

    Parameters
    ----------
    arrays : list of ndarray
        The arrays.
    out : None
        Has no effect.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.vstack([mx.np.array([1, 2]), mx.np.array([3, 4])])
    array([[1., 2.],
           [3., 4.]])
    """
    return npi.vstack(*_members(arrays))


@public
def row_stack(arrays: Sequence[ndarray]) -> ndarray:
    """Arrays joined along the first axis; vectors count as rows. It is `vstack`.

    Parameters
    ----------
    arrays : list of ndarray
        The arrays.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.row_stack([mx.np.array([1, 2]), mx.np.array([3, 4])])
    array([[1., 2.],
           [3., 4.]])
    """
    return npi.vstack(*_members(arrays))


@public
def column_stack(tup: Sequence[ndarray]) -> ndarray:
    """Arrays joined along the second axis; vectors count as columns.

    Parameters
    ----------
    tup : list of ndarray
        The arrays.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.column_stack((mx.np.array([1, 2]), mx.np.array([3, 4])))
    array([[1., 3.],
           [2., 4.]])
    """
    return npi.column_stack(*alike(tup))


@public
def hstack(arrays: Sequence[ndarray]) -> ndarray:
    """Arrays joined along the second axis, vectors along the first.

    Parameters
    ----------
    arrays : list of ndarray
        The arrays.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.hstack((mx.np.array([1, 2]), mx.np.array([3, 4])))
    array([1., 2., 3., 4.])
    """
    return npi.hstack(*alike(arrays))


@public
def dstack(arrays: Sequence[ndarray]) -> ndarray:
    """Arrays joined along a third axis, which is added where it lacks.

    Parameters
    ----------
    arrays : list of ndarray
        The arrays.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.dstack((mx.np.array([1, 2]), mx.np.array([3, 4])))
    array([[[1., 3.],
            [2., 4.]]])
    """
    return npi.dstack(*alike(arrays))
