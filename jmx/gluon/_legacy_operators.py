"""The operators of `mx.nd` and `mx.sym` for layers that were written with them, on arrays of `mx.np` as well."""

from __future__ import annotations

import functools
from typing import Any

from .. import ndarray, symbol
from .._dialects import dialect
from ..util import is_np_array


class OnNumpy:
    """`mx.nd` or `mx.sym`, whose operators take and give arrays and symbols of NumPy's kind; `np` and `npx` are its own."""

    def __init__(self, module: Any) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._module, name)
        if name in ("np", "npx"):
            return found
        answer = _on_numpy(found) if callable(found) else OnNumpy(found)
        setattr(self, name, answer)
        return answer


def _on_numpy(operator: Any) -> Any:
    @functools.wraps(operator)
    def wrapped(*args, **kwargs):
        kwargs = {key: _plain(value) for key, value in kwargs.items()}
        return _numpy(operator(*[_plain(arg) for arg in args], **kwargs))

    return wrapped


_ndarray, _symbol = OnNumpy(ndarray), OnNumpy(symbol)


def operators(F: Any) -> Any:
    """`F`, or with MXNet 2.0's interface what does the same to arrays and symbols of NumPy's kind."""
    if not (dialect().numpy_layers and is_np_array()):
        return F
    return {ndarray: _ndarray, symbol: _symbol}.get(F, F)


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(_plain(item) for item in value) if type(value) in (list, tuple) else value
    return value.as_nd_ndarray() if hasattr(value, "as_nd_ndarray") else value


def _numpy(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(_numpy(item) for item in value)
    return value.as_np_ndarray() if hasattr(value, "as_np_ndarray") else value
