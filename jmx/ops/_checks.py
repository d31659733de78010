"""Checks of shapes and axes that several operator families share; they raise MXNetError while an operator is traced."""

from ..base import MXNetError
from ..core.declare.sizes import fits, too_large


def fail(op, text):
    """Raise MXNetError in the name of operator `op`."""
    raise MXNetError(f"Operator {op}: {text}")


def check(condition, op, text) -> None:
    """Raise MXNetError in the name of `op` unless `condition` holds; `text` may be a function, called only then."""
    if not condition:
        fail(op, text() if callable(text) else text)


def check_fits(op, shape, dtype) -> None:
    """Raise MXNetError for a result that no machine can hold, before tables are made for it."""
    if not fits(shape, dtype):
        raise too_large(op, shape, dtype)


def axis_of(op, axis, ndim, name="axis") -> int:
    """`axis` as a number from 0 to ndim - 1; raises MXNetError for one outside [-ndim, ndim - 1]."""
    if not -ndim <= axis < ndim:
        fail(op, f"{name} {axis} exceeds the input dimension of {ndim}: it must be in the range [{-ndim}, {ndim - 1}]")
    return axis % ndim


def check_ndim(op, x, ndim, name="data") -> None:
    """Raise MXNetError unless `x` has `ndim` dimensions."""
    if x.ndim != ndim:
        fail(op, f"{name} must have {ndim} dimensions, got shape {x.shape}")


def check_at_least(op, x, ndim, name="data") -> None:
    """Raise MXNetError unless `x` has `ndim` dimensions or more."""
    if x.ndim < ndim:
        fail(op, f"{name} must have at least {ndim} dimension{'s' * (ndim > 1)}, got shape {x.shape}")


def check_single(op, **arrays) -> None:
    """Raise MXNetError unless all `arrays` (None for one that is absent) hold numbers of single precision."""
    for label, x in arrays.items():
        if x is not None and x.dtype != "float32":
            fail(op, f"Type inconsistent: {label} must be float32, got {x.dtype}. Convert with astype('float32').")
