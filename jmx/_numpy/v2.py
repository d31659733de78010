"""What MXNet 2.0's interface adds to functions of arrays that are operators: booleans, counts in arrays, and the like.

Without the switch for MXNet 2.0 they do what the operator does, refusals included.
"""

import functools

import numpy as np

from .._dialects import dialect
from ..base import MXNetError, numeric_types
from ..core.facade import imperative
from .products import contraction, whole
from .side import alike


class AxisError(MXNetError, ValueError, IndexError):
    """An axis that does not exist or does not serve; NumPy's error of this name is the same classes of Python's."""


def _is_bool(a):
    return getattr(a, "dtype", None) == np.bool_


def with_booleans(function):
    """`function`, whose operator takes numbers only, with booleans as integers and back."""

    @functools.wraps(function)
    def either(*args, **kwargs):
        if dialect().boolean_inputs and args and _is_bool(args[0]):
            return function(args[0].astype("uint8"), *args[1:], **kwargs).astype("bool")
        return function(*args, **kwargs)

    return either


def _total(function):
    """`sum` or `prod`: any element type of the result, and 1 as the product of no elements."""
    product = function.__name__.startswith("prod")

    @functools.wraps(function)
    def total(a, axis=None, dtype=None, *rest, **kwargs):
        if not dialect().numpy_reductions or rest or isinstance(dtype, bool):
            return function(a, axis, dtype, *rest, **kwargs)
        last = np.dtype(dtype) if dtype is not None else None
        if last is not None and last.kind in "iu" and kwargs.get("out") is None:
            return total(a.astype("uint64" if last.kind == "u" else "int64"), axis, **kwargs).astype(last)
        result = function(a, axis=axis, dtype=dtype, **kwargs)
        if product and not a.size and result.size and kwargs.get("out") is None:
            result = result + 1
        return result

    return total


def _repeat(function):
    """`repeat` with a number of times for each element."""

    @functools.wraps(function)
    def repeat(a=None, repeats=None, axis=None, *rest, data=None, **kwargs):
        a = a if data is None else data
        times = repeats.asnumpy() if hasattr(repeats, "asnumpy") else repeats
        if not dialect().array_api_arguments or isinstance(times, numeric_types) or times is None:
            return function(a, repeats, axis, *rest, **kwargs)
        a, axis = (a.reshape(-1), 0) if axis is None else (a, axis)
        if not -a.ndim <= axis < a.ndim:
            raise AxisError(f"repeat: axis {axis} is out of bounds for an array of {a.ndim} dimensions")
        try:
            places = np.repeat(np.arange(a.shape[axis]), times)
        except (TypeError, ValueError) as error:
            raise MXNetError(f"repeat: repeats must be one number for each of {a.shape[axis]} elements: {error}") from None
        return a[(*(slice(None),) * (axis % a.ndim), places)]

    return repeat


def _squeeze(function):
    """`squeeze` that raises the errors of NumPy."""

    @functools.wraps(function)
    def squeeze(a, axis=None, *rest, **kwargs):
        if dialect().numpy_errors and axis is not None and a.ndim:  # without axes the operator lets 0 and -1 pass, as NumPy does
            for i in axis if isinstance(axis, (tuple, list)) else (axis,):
                if not -a.ndim <= i < a.ndim or a.shape[i] != 1:
                    raise AxisError(f"squeeze: axis {i} of shape {a.shape} does not have length 1")
        return function(a, axis, *rest, **kwargs)

    return squeeze


def _dot(function):
    """`dot` of integers, and of two element types."""

    @functools.wraps(function)
    def dot(a, b, *rest, **kwargs):
        a, b = alike((a, b))
        if whole(a, b) and not rest and kwargs.get("out") is None:
            return contraction(a, b, (-1,) if a.ndim else (), (max(b.ndim - 2, 0),) if b.ndim else ())
        return function(a, b, *rest, **kwargs)

    return dot


_EXTENDED = {
    **dict.fromkeys(("diag", "diagflat", "diagonal", "roll"), with_booleans),
    **dict.fromkeys(("sum", "prod", "product"), _total),
    "dot": _dot,
    "repeat": _repeat,
    "squeeze": _squeeze,
}


def extended(op, public, module, name=None):
    """As `imperative`, with what MXNet 2.0's interface adds to some functions."""
    function = imperative(op, public, module, name)
    return _EXTENDED[public](function) if public in _EXTENDED else function
