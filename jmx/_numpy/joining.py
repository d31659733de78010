"""Functions that split, join, reorder and reshape arrays."""

import numpy as np

from ..base import integer_types
from ..util import is_v2
from .side import alike, is_number
from .v2 import AxisError, with_booleans

_SECTIONS = "indices_or_sections must be either int, or tuple / list / set of ints"


def _members(arrays):
    if not hasattr(arrays, "__getitem__") and hasattr(arrays, "__iter__"):
        raise ValueError(f"expected iterable for arrays but got {type(arrays)}")
    return alike(list(arrays))


def _places(indices_or_sections):
    """(starts of the parts, number of equal parts): one of them is given."""
    if isinstance(indices_or_sections, integer_types):
        return [], indices_or_sections
    if isinstance(indices_or_sections, (list, set, tuple)):
        return [0, *indices_or_sections], 0
    raise ValueError(_SECTIONS)


def define(side):
    """All functions of this module for one side."""
    public, npi, array, symbolic = side.public, side.npi, side.array, side.symbolic

    @public
    def expand_dims(a, axis):
        """An array with a new axis of length 1.

        Parameters
        ----------
        a : ndarray
            The array.
        axis : int
            The position of the new axis; negative ones count from the end.

        Returns
        -------
        ndarray
        """
        if is_v2() and isinstance(a, array) and not symbolic and not -a.ndim - 1 <= axis <= a.ndim:
            raise AxisError(f"expand_dims: axis must be in the range [{-a.ndim - 1}, {a.ndim}], got {axis}")
        return npi.expand_dims(a, axis)

    @public
    def swapaxes(a, axis1, axis2):
        """An array with two axes exchanged.

        Parameters
        ----------
        a : ndarray
            The array.
        axis1, axis2 : int
            The axes.

        Returns
        -------
        ndarray
        """
        return npi.swapaxes(a, dim1=axis1, dim2=axis2)

    @public
    def tile(A, reps):
        """An array repeated.

        Parameters
        ----------
        A : ndarray or number
            The array.
        reps : int or tuple of int
            How often, along the last axis or along each.

        Returns
        -------
        ndarray
        """
        if is_number(A):
            return np.tile(A, reps)
        if isinstance(A, array):
            return npi.tile(A, reps=reps)
        raise TypeError(f"type {type(A)} not supported")

    @public
    def split(ary, indices_or_sections, axis=0):
        """Parts of an array along an axis.

        Parameters
        ----------
        ary : ndarray
            The array.
        indices_or_sections : int or tuple of int
            How many equal parts, or where parts after the first one begin.
        axis : int, default 0
            The axis.

        Returns
        -------
        list of ndarray

        Raises
        ------
        ValueError
            The parts would not be equal; or something else than integers is given.
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

    def as_list(parts):
        return parts if symbolic or isinstance(parts, list) else [parts]

    @public
    def array_split(ary, indices_or_sections, axis=0):
        """As `split`, but the parts may differ in length by one.

        Parameters
        ----------
        ary : ndarray
            The array.
        indices_or_sections : int or tuple of int
            How many parts, or where parts after the first one begin.
        axis : int, default 0
            The axis.

        Returns
        -------
        list of ndarray
        """
        starts, sections = _places(indices_or_sections)
        return as_list(npi.split(ary, starts, axis, False, sections))

    @public
    def hsplit(ary, indices_or_sections):
        """Parts of an array along the second axis, or the first of a vector.

        Parameters
        ----------
        ary : ndarray
            The array.
        indices_or_sections : int or tuple of int
            How many equal parts, or where they begin.

        Returns
        -------
        list of ndarray
        """
        if not symbolic and len(ary.shape) < 1:
            raise ValueError("hsplit only works on arrays of 1 or more dimensions")
        starts, sections = _places(indices_or_sections)
        return as_list(npi.hsplit(ary, starts, 1, False, sections))

    @public
    def vsplit(ary, indices_or_sections):
        """Parts of an array along the first axis.

        Parameters
        ----------
        ary : ndarray
            The array, of two dimensions or more.
        indices_or_sections : int or tuple of int
            How many equal parts, or where they begin.

        Returns
        -------
        list of ndarray
        """
        if not symbolic and len(ary.shape) < 2:
            raise ValueError("vsplit only works on arrays of 2 or more dimensions")
        return split(ary, indices_or_sections, 0)

    @public
    def dsplit(ary, indices_or_sections):
        """Parts of an array along the third axis.

        Parameters
        ----------
        ary : ndarray
            The array, of three dimensions or more.
        indices_or_sections : int or tuple of int
            How many equal parts, or where they begin.

        Returns
        -------
        list of ndarray
        """
        if symbolic:
            starts, sections = _places(indices_or_sections)
            return npi.dsplit(ary, starts, 2, False, sections)
        if len(ary.shape) < 3:
            raise ValueError("dsplit only works on arrays of 3 or more dimensions")
        return split(ary, indices_or_sections, 2)

    @public
    def concatenate(seq, axis=0, out=None):
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
        """
        return npi.concatenate(*alike(seq), axis=axis, out=out)

    @public
    def append(arr, values, axis=None):
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
        """
        return npi.concatenate(*alike((arr, values)), axis=axis, out=None)

    @public
    def stack(arrays, axis=0, out=None):
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
        """
        return npi.stack(*_members(arrays), axis=axis, out=out)

    @public
    def vstack(arrays, out=None):
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
        """
        return npi.vstack(*_members(arrays))

    @public
    def row_stack(arrays):
        """Arrays joined along the first axis; vectors count as rows. It is `vstack`.

        Parameters
        ----------
        arrays : list of ndarray
            The arrays.

        Returns
        -------
        ndarray
        """
        return npi.vstack(*_members(arrays))

    @public
    def column_stack(tup):
        """Arrays joined along the second axis; vectors count as columns.

        Parameters
        ----------
        tup : list of ndarray
            The arrays.

        Returns
        -------
        ndarray
        """
        return npi.column_stack(*alike(tup))

    @public
    def hstack(arrays):
        """Arrays joined along the second axis, vectors along the first.

        Parameters
        ----------
        arrays : list of ndarray
            The arrays.

        Returns
        -------
        ndarray
        """
        return npi.hstack(*alike(arrays))

    @public
    def dstack(arrays):
        """Arrays joined along a third axis, which is added where it lacks.

        Parameters
        ----------
        arrays : list of ndarray
            The arrays.

        Returns
        -------
        ndarray
        """
        return npi.dstack(*alike(arrays))

    @public
    def ravel(x, order="C"):
        """The elements of an array in one dimension.

        Parameters
        ----------
        x : ndarray or number
            The array.
        order : {'C'}, default 'C'
            The order of the elements; there is only this one.

        Returns
        -------
        ndarray

        Raises
        ------
        NotImplementedError
            For the order 'F'.
        TypeError
            For anything else.
        """
        if order == "F":
            raise NotImplementedError(f"order {order} is not supported")
        if is_number(x):
            return np.reshape(x, -1)
        if isinstance(x, side.every):
            return npi.reshape(x, -1)
        raise TypeError(f"type {type(x)} not supported")

    @public
    def flip(m, axis=None, out=None):
        """An array with its elements in reverse order.

        Parameters
        ----------
        m : ndarray or number
            The array.
        axis : int or tuple of int, optional
            Along which axes; all by default.
        out : ndarray, optional
            Where to write the result.

        Returns
        -------
        ndarray
        """
        if is_number(m):
            return np.flip(m, axis)
        if isinstance(m, array):
            return npi.flip(m, axis, out=out)
        raise TypeError(f"type {type(m)} not supported")

    @public
    def flipud(m):
        """An array with its rows, along the first axis, in reverse order.

        Parameters
        ----------
        m : ndarray
            The array.

        Returns
        -------
        ndarray
        """
        return flip(m, 0)

    @public
    def fliplr(m):
        """An array with its columns, along the second axis, in reverse order.

        Parameters
        ----------
        m : ndarray
            The array.

        Returns
        -------
        ndarray
        """
        return flip(m, 1)

    @public
    def rot90(m, k=1, axes=(0, 1)):
        """An array rotated by 90 degrees in the plane of two axes.

        Parameters
        ----------
        m : ndarray
            The array.
        k : int, default 1
            How many times it is rotated, from the first axis towards the second.
        axes : pair of int, default (0, 1)
            The two axes.

        Returns
        -------
        ndarray
        """
        return npi.rot90(m, k=k, axes=axes)

    @public
    def resize(a, new_shape):
        """An array of another shape, filled with the elements of an array over and over. It has no gradient.

        Parameters
        ----------
        a : ndarray
            The elements.
        new_shape : int or tuple of int
            The shape.

        Returns
        -------
        ndarray
        """
        return npi.resize_fallback(a, new_shape=new_shape)

    @public
    def tril(m, k=0):
        """The lower triangle of matrices, the rest being 0.

        Parameters
        ----------
        m : ndarray
            Matrices, (..., rows, columns).
        k : int, default 0
            The highest diagonal that is kept: above the main one if positive.

        Returns
        -------
        ndarray
        """
        return (npi.tril if symbolic else with_booleans(npi.tril))(m, k)

    @public
    def pad(x, pad_width=None, mode="constant", **kwargs):
        """An array with elements added at its edges.

        Parameters
        ----------
        x : ndarray
            The array.
        pad_width : tuple of pairs of int
            How many elements are added before and after, for each axis.
        mode : {'constant', 'edge', 'reflect', 'symmetric', 'maximum', 'minimum'}, default 'constant'
            What they are.
        **kwargs
            `constant_values`: the number for 'constant'; 0 by default.

        Returns
        -------
        ndarray

        Raises
        ------
        TypeError
            The widths are no tuple of integers.
        ValueError
            For other modes and keywords.
        """
        return _pad(npi, x, pad_width, mode, kwargs)


_PAD_OPTIONS = {
    "constant": ["constant_values"], "edge": [], "linear_ramp": ["end_values"], "maximum": ["stat_length"],
    "mean": ["stat_length"], "median": ["stat_length"], "minimum": ["stat_length"], "reflect": ["reflect_type"],
    "symmetric": ["reflect_type"], "wrap": [],
}  # fmt: skip
_NO_PAD = ("linear_ramp", "wrap", "median", "mean", "empty")


def _pad(npi, x, pad_width, mode, options):
    if np.asarray(pad_width).dtype.kind != "i":
        raise TypeError("`pad_width` must be of integral type.")
    if not isinstance(pad_width, tuple):
        raise TypeError("`pad_width` must be tuple.")
    if mode in _NO_PAD or callable(mode):
        raise ValueError(f"mode { {'<function>' if callable(mode) else mode} } is not supported.")
    if mode not in _PAD_OPTIONS:
        raise ValueError(f"mode {mode!r} is not supported; there are {', '.join(m for m in _PAD_OPTIONS if m not in _NO_PAD)}")
    for key in options:
        if key not in _PAD_OPTIONS[mode]:
            raise ValueError(f"{key} keyword not in allowed keywords {_PAD_OPTIONS[mode]}")
    attrs = {}
    if mode == "constant":
        value = options.get("constant_values", 0)
        if isinstance(value, tuple):
            raise TypeError("unsupported constant_values type: {'tuple'}.")
        attrs["constant_value"] = value
    elif mode in ("symmetric", "reflect"):
        if options.get("reflect_type", "even") not in ("even", None):
            raise ValueError(f"unsupported reflect_type '{options['reflect_type']}'")
        attrs["reflect_type"] = "even"
    elif options.get("stat_length") is not None:
        raise ValueError(f"unsupported stat_length '{options['stat_length']}'")
    return npi.pad(x, pad_width, mode=mode, **attrs)
