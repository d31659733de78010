"""The reading half of `mx.contrib.onnx`, under the names of MXNet 1.9.1's modules."""

from __future__ import annotations

import importlib as _importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType


_PARTS = ("import_model", "import_onnx", "import_to_gluon")


def __getattr__(name) -> ModuleType:
    if name not in _PARTS:
        raise AttributeError(f"module 'mxnet.contrib.onnx.onnx2mx' has no attribute {name!r}")
    globals()[name] = module = _importlib.import_module(f"{__name__}.{name}")
    return module


def __dir__():
    return sorted({*globals(), *_PARTS})
