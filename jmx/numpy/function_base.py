"""Functions of `mx.np` over other functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from .stride_tricks import broadcast_arrays

if TYPE_CHECKING:
    from ..ndarray.numpy.array import ndarray

__all__ = ["meshgrid"]


def meshgrid(*xi: ndarray, indexing: Literal["xy", "ij"] = "xy", **kwargs) -> list[ndarray]:
    """Coordinates of a grid from vectors of coordinates.

    Parameters
    ----------
    *xi : ndarray
        The vectors.
    indexing : {'xy', 'ij'}, default 'xy'
        Which axis has the coordinates of which vector: with 'ij' the first that of the first and so on, with 'xy' the first two
        are exchanged.
    **kwargs
        `copy` and `sparse`, accepted with their default values True and False.

    Returns
    -------
    list of ndarray
        An array for each vector.

    Raises
    ------
    NotImplementedError
        For copy=False and sparse=True.
    ValueError
        For another indexing.

    Examples
    --------
    >>> x, y = mx.np.meshgrid(mx.np.array([1, 2, 3]), mx.np.array([10, 20]))
    >>> x
    array([[1., 2., 3.],
           [1., 2., 3.]])
    >>> y
    array([[10., 10., 10.],
           [20., 20., 20.]])
    """
    if not kwargs.pop("copy", True):
        raise NotImplementedError("copy=False is not implemented")
    if kwargs.pop("sparse", False):
        raise NotImplementedError("sparse=True is not implemented")
    if kwargs:
        raise TypeError(f"meshgrid() got an unexpected keyword argument '{next(iter(kwargs))}'")
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    n = len(xi)
    places = list(range(n))
    if indexing == "xy" and n > 1:
        places[:2] = 1, 0
    return broadcast_arrays(*(x.reshape(*(-1 if i == place else 1 for i in range(n))) for x, place in zip(xi, places)))
