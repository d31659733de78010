"""Functions that split arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._described import described_by
from ..base import integer_types
from .side import npi, public, symbolic
from .usual import USUAL

if TYPE_CHECKING:
    from .._typing import Shape
    from ..ndarray.numpy.array import ndarray

_SECTIONS = "indices_or_sections must be either int, or tuple / list / set of ints"


def _places(indices_or_sections):
    """(starts of the parts, number of equal parts): one of them is given."""
    if isinstance(indices_or_sections, integer_types):
        return [], indices_or_sections
    if isinstance(indices_or_sections, (list, set, tuple)):
        return [0, *indices_or_sections], 0
    raise ValueError(_SECTIONS)


#: what docstrings here have in common
_SHARED = """
Parameters
----------
axis : int, default 0
    The axis.
indices_or_sections : int or tuple of int
    How many equal parts, or where they begin.

Returns
-------
list of ndarray
"""


@public
@described_by(_SHARED, USUAL)
def split(ary: ndarray, indices_or_sections: Any, axis: Shape | None = 0) -> list[ndarray]:
    """Parts of an array along an axis.

    Parameters
    ----------
    indices_or_sections : int or tuple of int
        How many equal parts, or where parts after the first one begin.

    Raises
    ------
    ValueError
        The parts would not be equal; or something else than integers is given.

    Examples
    --------
    >>> mx.np.split(mx.np.arange(4), 2)
    [array([0., 1.]), array([2., 3.])]
    >>> mx.np.split(mx.np.arange(4), [1, 3])
    [array([0.]), array([1., 2.]), array([3.])]
    """
    starts, sections = _places(indices_or_sections)
    if symbolic:
        return npi.split(ary, starts, axis, False, sections)
    if not starts:
        length = ary.shape[axis]
        if not sections:
            raise ZeroDivisionError(f"an axis of {length} elements cannot be cut into 0 parts; give 1 part or more")
        if length % sections:
            raise ValueError("array split does not result in an equal division")
        starts = [i * (length // sections) for i in range(sections)]
    return npi.split(ary, tuple(starts), axis, False)


def _as_list(parts):
    return parts if symbolic or isinstance(parts, list) else [parts]


@public
@described_by(_SHARED, USUAL)
def array_split(ary: ndarray, indices_or_sections: Any, axis: Shape | None = 0) -> list[ndarray]:
    """As `split`, but the parts may differ in length by one.

    Parameters
    ----------
    indices_or_sections : int or tuple of int
        How many parts, or where parts after the first one begin.

    Examples
    --------
    >>> mx.np.array_split(mx.np.arange(4), 3)
    [array([0., 1.]), array([2.]), array([3.])]
    """
    starts, sections = _places(indices_or_sections)
    return _as_list(npi.split(ary, starts, axis, False, sections))


@public
@described_by(_SHARED, USUAL)
def hsplit(ary: ndarray, indices_or_sections: Any) -> list[ndarray]:
    """Parts of an array along the second axis, or the first of a vector.

    Examples
    --------
    >>> mx.np.hsplit(mx.np.arange(6).reshape(2, 3), 3)[0]
    array([[0.],
           [3.]])
    """
    if not symbolic and len(ary.shape) < 1:
        raise ValueError("hsplit only works on arrays of 1 or more dimensions")
    starts, sections = _places(indices_or_sections)
    return _as_list(npi.hsplit(ary, starts, 1, False, sections))


@public
@described_by(_SHARED)
def vsplit(ary: ndarray, indices_or_sections: Any) -> list[ndarray]:
    """Parts of an array along the first axis.

    Parameters
    ----------
    ary : ndarray
        The array, of two dimensions or more.

    Examples
    --------
    >>> mx.np.vsplit(mx.np.arange(6).reshape(2, 3), 2)[1]
    array([[3., 4., 5.]])
    """
    if not symbolic and len(ary.shape) < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return split(ary, indices_or_sections, 0)


@public
@described_by(_SHARED)
def dsplit(ary: ndarray, indices_or_sections: Any) -> list[ndarray]:
    """Parts of an array along the third axis.

    Parameters
    ----------
    ary : ndarray
        The array, of three dimensions or more.

    Examples
    --------
    >>> mx.np.dsplit(mx.np.zeros((2, 3, 4)), 2)[0].shape
    (2, 3, 2)
    """
    if symbolic:
        starts, sections = _places(indices_or_sections)
        return npi.dsplit(ary, starts, 2, False, sections)
    if len(ary.shape) < 3:
        raise ValueError("dsplit only works on arrays of 3 or more dimensions")
    return split(ary, indices_or_sections, 2)
