"""Element types of results: which ones MXNet's NumPy operators combine, and what comes out."""

import numpy as np

from ...base import MXNetError
from ...core.declare.deferred_errors import named_as
from .._checks import fail
from .._numeric import SINGLE, is_float


class BadValue(MXNetError, ValueError):
    """A failure that MXNet's NumPy operators report as Python's ValueError."""

    def __reduce__(self):
        return ValueError, self.args


named_as(BadValue, ValueError)


def mend(name, kinds, text) -> None:
    """Raise MXNetError for element types that operator `name` does not take."""
    shown = " and ".join(str(k) for k in kinds)
    fail(name, f"got element type{'s' * (len(kinds) > 1)} {shown}; {text} Convert with astype.")


def numbers(name, x, text="booleans are not supported.") -> None:
    """Raise MXNetError in the name of operator `name` if `x` is a boolean array."""
    if x.dtype == np.bool_:
        mend(name, (x.dtype,), text)


def promoted(name, a, b) -> np.dtype:
    """The element type of a result of arrays `a` and `b`: any float wins over integers, then the type that holds both.

    Raises MXNetError for uint64 with signed integers, which no type of integers holds.
    """
    x, y = np.dtype(a.dtype), np.dtype(b.dtype)
    if is_float(a) or is_float(b):
        return max((k.dtype for k in (a, b) if is_float(k)), key=lambda k: k.itemsize)
    both = np.promote_types(x, y)
    if both.kind == "f":
        mend(name, (x, y), "no type of integers holds the values of both.")
    return both


def numeric(name, a, b) -> np.dtype:
    """As `promoted`; raises MXNetError for two boolean arrays too."""
    dtype = promoted(name, a, b)
    if dtype == np.bool_:
        mend(name, (dtype, dtype), "one of them must be a number.")
    return dtype


def quotient(name, a, b) -> np.dtype:
    """The element type of a true quotient: float32 of integers, else that of the wider float."""
    return promoted(name, a, b) if is_float(a) or is_float(b) else SINGLE
