"""Which of NumPy's own functions accept arrays of `mx.np`, and decorators for code that relies on it."""

from __future__ import annotations

import functools
from typing import Any

from ..ndarray.numpy.protocol import FUNCTIONS as _NUMPY_ARRAY_FUNCTION_LIST  # noqa: F401
from ..ndarray.numpy.protocol import UFUNCS as _NUMPY_ARRAY_UFUNC_LIST  # noqa: F401


def _explained(func, protocol):
    @functools.wraps(func)
    def run(*args, **kwargs):
        try:
            func(*args, **kwargs)
        except Exception as error:
            raise RuntimeError(
                f"Running function {func.__name__} with NumPy array {protocol} protocol failed with exception {error}"
            ) from error

    return run


def with_array_function_protocol(func: Any) -> Any:
    """Decorate a function that calls NumPy's functions on arrays of `mx.np`; its errors become RuntimeError."""
    return _explained(func, "function")


def with_array_ufunc_protocol(func: Any) -> Any:
    """Decorate a function that calls NumPy's ufuncs on arrays of `mx.np`; its errors become RuntimeError."""
    return _explained(func, "ufunc")
