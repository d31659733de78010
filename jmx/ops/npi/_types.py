"""Element types of results: which ones MXNet's NumPy operators combine, and what comes out."""

import numpy as np

from ...base import MXNetError
from .._checks import fail
from .._numeric import SINGLE, is_float

#: integer types from the narrowest to the widest; uint8 and int8 do not meet
_WHOLE = [np.dtype(t) for t in ("bool", "uint8", "int8", "int32", "int64")]


class BadValue(MXNetError, ValueError):
    """A failure that MXNet's NumPy operators report as Python's ValueError."""


def mend(name, kinds, text):
    """Raise MXNetError for element types that operator `name` does not take."""
    shown = " and ".join(str(k) for k in kinds)
    fail(name, f"got element type{'s' * (len(kinds) > 1)} {shown}; {text} Convert with astype.")


def numbers(name, x, text="booleans are not supported."):
    """Raise MXNetError in the name of operator `name` if `x` is a boolean array."""
    if x.dtype == np.bool_:
        mend(name, (x.dtype,), text)


def promoted(name, a, b):
    """The element type of a result of arrays `a` and `b`: any float wins over integers, then the wider one.

    Raises MXNetError for uint8 with int8.
    """
    x, y = np.dtype(a.dtype), np.dtype(b.dtype)
    if is_float(a) or is_float(b):
        return max((k.dtype for k in (a, b) if is_float(k)), key=lambda k: k.itemsize)
    if {x, y} == {np.dtype("uint8"), np.dtype("int8")}:
        mend(name, (x, y), "uint8 and int8 have no common type here.")
    return max(x, y, key=_WHOLE.index)


def numeric(name, a, b):
    """As `promoted`; raises MXNetError for two boolean arrays too."""
    dtype = promoted(name, a, b)
    if dtype == np.bool_:
        mend(name, (dtype, dtype), "one of them must be a number.")
    return dtype


def quotient(name, a, b):
    """The element type of a true quotient: float32 of integers, else that of the floats, which must be one type."""
    x, y = np.dtype(a.dtype), np.dtype(b.dtype)
    if is_float(a) and is_float(b) or not (is_float(a) or is_float(b)):
        if x != y:
            mend(name, (x, y), "two floats or two integer arrays must be of one type.")
        return x if is_float(a) else SINGLE
    return x if is_float(a) else y
