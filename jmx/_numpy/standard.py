"""Functions that MXNet 2.0 and the array API standard have and MXNet 1.9.1 lacks."""

import numpy as np

from ..util.ufuncs import _check_ufunc_options
from . import elementwise

#: name -> name of the function that it is another name of
SAME = {
    "acos": "arccos", "acosh": "arccosh", "asin": "arcsin", "asinh": "arcsinh", "atan": "arctan", "atan2": "arctan2",
    "atanh": "arctanh", "pow": "power", "concat": "concatenate", "bitwise_invert": "invert",
}  # fmt: skip
#: name -> (NumPy's function for numbers, whether the order of the operands matters, text)
BINARY = {
    "floor_divide": (np.floor_divide, True, "floor(x1 / x2)."),
    "fmod": (np.fmod, True, "Remainder of x1 / x2, with the sign of x1."),
    "fmax": (np.fmax, False, "The greater of both; a number wins over NaN."),
    "fmin": (np.fmin, False, "The lesser of both; a number wins over NaN."),
    "logaddexp": (np.logaddexp, False, "log(exp(x1) + exp(x2)), without overflow."),
    "nextafter": (np.nextafter, True, "The next floating number after x1 towards x2."),
    "gcd": (np.gcd, False, "Greatest common divisor of integers."),
    "bitwise_left_shift": (np.left_shift, True, "Bits of integers moved x2 places up."),
    "bitwise_right_shift": (np.right_shift, True, "Bits of integers moved x2 places down."),
    "logical_and": (np.logical_and, False, "Whether both are not 0."),
    "logical_or": (np.logical_or, False, "Whether one of them is not 0."),
    "logical_xor": (np.logical_xor, False, "Whether exactly one of them is not 0."),
}


def define(side):
    """All functions of this module for one side."""
    public, npi, functions = side.public, side.npi, side.functions
    for name, other in SAME.items():
        functions[name] = functions[other]
    for name, (on_numbers, ordered, text) in BINARY.items():
        elementwise.binary(side, name, name, on_numbers, name + "_scalar", f"r{name}_scalar" if ordered else None, text)

    @public
    def triu(m, k=0):
        """The upper triangle of matrices, the rest being 0.

        Parameters
        ----------
        m : ndarray
            Matrices, (..., rows, columns).
        k : int, default 0
            The lowest diagonal that is kept: above the main one if positive.

        Returns
        -------
        ndarray
        """
        return npi.triu(m, k)

    @public
    def kron(a, b):
        """Kronecker product: blocks of `b`, each multiplied by an element of `a`.

        Parameters
        ----------
        a, b : ndarray
            The arrays.

        Returns
        -------
        ndarray
        """
        return npi.kron(a, b)

    @public
    def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
        """Cross products of vectors of 3 or 2 elements.

        Parameters
        ----------
        a, b : ndarray
            The vectors.
        axisa, axisb : int, default -1
            The axes of `a` and `b` along which they lie.
        axisc : int, default -1
            The axis of the result along which the products lie.
        axis : int, optional
            One number for the three.

        Returns
        -------
        ndarray
            Vectors of 2 elements give numbers.
        """
        return npi.cross(a, b, axisa, axisb, axisc, axis)

    @public
    def vecdot(x1, x2, axis=-1):
        """Sums of products of vectors.

        Parameters
        ----------
        x1, x2 : ndarray
            The vectors; the other axes broadcast.
        axis : int, default -1
            The axis along which they lie.

        Returns
        -------
        ndarray
        """
        return npi.vecdot(x1, x2, axis)

    @public
    def matrix_transpose(x):
        """Matrices with rows and columns exchanged.

        Parameters
        ----------
        x : ndarray
            Matrices, (..., m, n).

        Returns
        -------
        ndarray
        """
        return x.swapaxes(-1, -2)

    @public
    def permute_dims(a, axes=None):
        """An array with its axes in another order.

        Parameters
        ----------
        a : ndarray
            The array.
        axes : tuple of int, optional
            The order; reversed by default.

        Returns
        -------
        ndarray
        """
        return a.transpose() if axes is None else a.transpose(*axes)

    @public
    def take_along_axis(arr, indices, axis=-1):
        """Elements at positions along an axis, which are given for every place of the other axes.

        Parameters
        ----------
        arr : ndarray
            The array.
        indices : ndarray of integers
            The positions.
        axis : int or None, default -1
            The axis; None flattens the array.

        Returns
        -------
        ndarray
            Of the shape of `indices`.
        """
        return npi.take_along_axis(arr, indices, axis)

    def cumulative(run, start):
        def function(x, axis, dtype, include_initial):
            if axis is None:
                if x.ndim > 1:
                    raise ValueError(f"axis must be given for an array of {x.ndim} dimensions")
                axis = 0
            kind = np.dtype(x.dtype).kind
            dtype = dtype or (kind in "bi" and "int64") or (kind == "u" and "uint64")
            x = x.astype(dtype) if dtype else x
            sums = run(x, axis)
            if not include_initial:
                return sums
            shape = [1 if i == axis % x.ndim else n for i, n in enumerate(x.shape)]
            first = functions["full"](tuple(shape), start, dtype=sums.dtype, ctx=x.ctx)
            return functions["concatenate"]([first, sums], axis=axis)

        return function

    @public
    def median(a, axis=None, out=None, overwrite_input=None, keepdims=False):
        """Median over axes.

        Parameters
        ----------
        a : ndarray
            The array.
        axis : int or tuple of int, optional
            The axes; all by default.
        out : ndarray, optional
            Where to write the result.
        overwrite_input : bool, optional
            Whether `a` may be changed; it never is.
        keepdims : bool, default False
            Keep reduced axes, with length 1.

        Returns
        -------
        ndarray
        """
        return functions["quantile"](a, 0.5, axis=axis, out=out, keepdims=keepdims)

    if side.symbolic:
        return
    total, product = cumulative(lambda x, axis: x.cumsum(axis), 0), cumulative(npi.cumprod, 1)

    @public
    def cumulative_sum(x, axis=None, dtype=None, include_initial=False):
        """Running sums along an axis.

        Parameters
        ----------
        x : ndarray
            The array.
        axis : int, optional
            The axis, which only a vector needs not name.
        dtype : str or numpy type, optional
            Element type of the result; by default that of floats, and int64 or uint64 for integers.
        include_initial : bool, default False
            Begin with a 0.

        Returns
        -------
        ndarray

        Raises
        ------
        ValueError
            No axis is given for several dimensions.
        """
        return total(x, axis, dtype, include_initial)

    @public
    def cumulative_prod(x, axis=None, dtype=None, include_initial=False):
        """Running products along an axis.

        Parameters
        ----------
        x : ndarray
            The array.
        axis : int, optional
            The axis, which only a vector needs not name.
        dtype : str or numpy type, optional
            Element type of the result; by default that of floats, and int64 or uint64 for integers.
        include_initial : bool, default False
            Begin with a 1.

        Returns
        -------
        ndarray

        Raises
        ------
        ValueError
            No axis is given for several dimensions.
        """
        return product(x, axis, dtype, include_initial)

    @public
    def unstack(x, axis=0):
        """The slices of an array along an axis.

        Parameters
        ----------
        x : ndarray
            The array.
        axis : int, default 0
            The axis.

        Returns
        -------
        tuple of ndarray

        Raises
        ------
        ValueError
            The axis does not exist.
        """
        if not -x.ndim <= axis < x.ndim:
            raise ValueError(f"axis {axis} is out of bounds for an array of {x.ndim} dimensions")
        before = (slice(None),) * (axis % x.ndim)
        return tuple(x[(*before, i)] for i in range(x.shape[axis]))

    def copied(value, on_numbers):
        return value.copy() if isinstance(value, side.array) else on_numbers(value)

    @public
    def conj(x):
        """The complex conjugates: the numbers themselves, as all are real.

        Parameters
        ----------
        x : ndarray or number
            The numbers.

        Returns
        -------
        ndarray, or NumPy's result for a number

        Examples
        --------
        >>> mx.np.conj(mx.np.array([1, -2]))
        array([ 1., -2.])
        """
        return copied(x, np.conj)

    @public
    def real(val):
        """The real parts: the numbers themselves, as all are real.

        Parameters
        ----------
        val : ndarray or number
            The numbers.

        Returns
        -------
        ndarray, or NumPy's result for a number

        Examples
        --------
        >>> mx.np.real(mx.np.array([1, -2]))
        array([ 1., -2.])
        """
        return copied(val, np.real)

    @public
    def positive(x, out=None, **kwargs):
        """A copy of an array.

        Parameters
        ----------
        x : ndarray or number
            The array.
        out : ndarray, optional
            Where to write the result.
        **kwargs
            NumPy's keywords of ufuncs, accepted with their default values.

        Returns
        -------
        ndarray, or NumPy's result for a number
        """
        if kwargs:
            _check_ufunc_options("positive", kwargs)
        return npi.copyto(x, out=out) if isinstance(x, side.array) else np.positive(x)

    @public
    def rollaxis(a, axis, start=0):
        """An array with one axis moved before another one.

        Parameters
        ----------
        a : ndarray
            The array.
        axis : int
            The axis that moves.
        start : int, default 0
            The axis that it comes before.

        Returns
        -------
        ndarray

        Raises
        ------
        ValueError
            An axis does not exist.
        """
        if not isinstance(a, side.array):
            return np.rollaxis(a, axis, start)
        if not -a.ndim <= axis < a.ndim or not -a.ndim <= start <= a.ndim:
            raise ValueError(f"rollaxis: axis={axis}, start={start} are out of bounds for an array of {a.ndim} dimensions")
        axis, start = axis % a.ndim, start + a.ndim * (start < 0)
        axes = [i for i in range(a.ndim) if i != axis]
        axes.insert(start - (axis < start), axis)
        return a.transpose(axes)

    @public
    def imag(val):
        """The imaginary parts: zeros, as all numbers are real.

        Parameters
        ----------
        val : ndarray or number
            The numbers.

        Returns
        -------
        ndarray, or NumPy's result for a number

        Examples
        --------
        >>> mx.np.imag(mx.np.array([1, -2]))
        array([0., 0.])
        """
        return functions["zeros_like"](val) if isinstance(val, side.array) else np.imag(val)
