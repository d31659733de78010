"""`mxnet._ffi.function`: packed functions of the C library by name. There are none."""

from __future__ import annotations

from jmx.base import MXNetError


def list_global_func_names():
    """The names of the packed functions: none."""
    return []


def get_global_func(name, allow_missing=False) -> None:
    """None where `allow_missing` is true; raises MXNetError otherwise, because there are no packed functions."""
    if allow_missing:
        return None
    raise MXNetError(f"Cannot find the global function {name}: there is no C library behind jmx; use the public modules of mxnet")
