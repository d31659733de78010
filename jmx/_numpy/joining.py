"""Functions that split, join, reorder and reshape arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._described import described_by
from .side import alike, npi, public
from .usual import USUAL

if TYPE_CHECKING:
    from .._typing import Shape
    from ..ndarray.numpy.array import ndarray


def _members(arrays):
    if not hasattr(arrays, "__getitem__") and hasattr(arrays, "__iter__"):
        raise ValueError(f"expected iterable for arrays but got {type(arrays)}")
    return alike(list(arrays))


@public
@described_by(USUAL)
def concatenate(seq: Sequence[ndarray], axis: Shape | None = 0, out: ndarray | None = None) -> ndarray:
    """Arrays joined along an axis.

    Parameters
    ----------
    seq : list of ndarray
        The arrays; their other axes have equal lengths.
    axis : int or None, default 0
        The axis; None joins the flattened arrays.

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
@described_by(USUAL)
def append(arr: ndarray, values: Any, axis: Shape | None = None) -> ndarray:
    """An array with others after it, along an axis.

    Parameters
    ----------
    values : ndarray
        What comes after it.
    axis : int, optional
        The axis; None joins the flattened arrays.

    Examples
    --------
    >>> mx.np.append(mx.np.array([1, 2]), mx.np.array([3]))
    array([1., 2., 3.])
    """
    return npi.concatenate(*alike((arr, values)), axis=axis, out=None)


@public
@described_by(USUAL)
def stack(arrays: Sequence[ndarray], axis: Shape | None = 0, out: ndarray | None = None) -> ndarray:
    """Arrays of one shape joined along a new axis.

    Parameters
    ----------
    axis : int, default 0
        The position of the new axis.

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
@described_by(USUAL)
def vstack(arrays: Sequence[ndarray], out: ndarray | None = None) -> ndarray:
    """Arrays joined along the first axis; vectors count as rows.

    Parameters
    ----------
    out : None
        Has no effect.

    Examples
    --------
    >>> mx.np.vstack([mx.np.array([1, 2]), mx.np.array([3, 4])])
    array([[1., 2.],
           [3., 4.]])
    """
    return npi.vstack(*_members(arrays))


@public
@described_by(USUAL)
def row_stack(arrays: Sequence[ndarray]) -> ndarray:
    """Arrays joined along the first axis; vectors count as rows. It is `vstack`.

    Examples
    --------
    >>> mx.np.row_stack([mx.np.array([1, 2]), mx.np.array([3, 4])])
    array([[1., 2.],
           [3., 4.]])
    """
    return npi.vstack(*_members(arrays))


@public
@described_by(USUAL)
def column_stack(tup: Sequence[ndarray]) -> ndarray:
    """Arrays joined along the second axis; vectors count as columns.

    Parameters
    ----------
    tup : list of ndarray
        The arrays.

    Examples
    --------
    >>> mx.np.column_stack((mx.np.array([1, 2]), mx.np.array([3, 4])))
    array([[1., 3.],
           [2., 4.]])
    """
    return npi.column_stack(*alike(tup))


@public
@described_by(USUAL)
def hstack(arrays: Sequence[ndarray]) -> ndarray:
    """Arrays joined along the second axis, vectors along the first.

    Examples
    --------
    >>> mx.np.hstack((mx.np.array([1, 2]), mx.np.array([3, 4])))
    array([1., 2., 3., 4.])
    """
    return npi.hstack(*alike(arrays))


@public
@described_by(USUAL)
def dstack(arrays: Sequence[ndarray]) -> ndarray:
    """Arrays joined along a third axis, which is added where it lacks.

    Examples
    --------
    >>> mx.np.dstack((mx.np.array([1, 2]), mx.np.array([3, 4])))
    array([[[1., 3.],
            [2., 4.]]])
    """
    return npi.dstack(*alike(arrays))
