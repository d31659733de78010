"""Additions around the core: mixed precision, text embeddings, SVRG, the first autograd interface, ...

Modules are imported when they are first used.
"""

from __future__ import annotations

import importlib as _importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType


_ALIASES = {"nd": "ndarray", "sym": "symbol", "quant": "quantization"}
_MODULES = "amp autograd io ndarray onnx quantization svrg_optimization symbol tensorboard tensorrt text".split()


def __getattr__(name) -> ModuleType:
    if name not in _MODULES and name not in _ALIASES:
        raise AttributeError(f"module 'mxnet.contrib' has no attribute {name!r}")
    globals()[name] = module = _importlib.import_module(f"{__name__}.{_ALIASES.get(name, name)}")
    return module


def __dir__():
    return sorted({*globals(), *_MODULES, *_ALIASES})
