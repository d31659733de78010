"""The operators of `mx.nd.contrib` under their former address."""

from __future__ import annotations

from typing import Any

from ..ndarray import contrib as _home


def __getattr__(name) -> Any:
    if name.startswith("__"):
        if name == "__all__":
            return [n for n in dir(_home) if not n.startswith("_")]
        raise AttributeError(f"module 'mxnet.contrib.ndarray' has no attribute {name!r}")
    return getattr(_home, name)


def __dir__():
    return dir(_home)
