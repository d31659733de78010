"""Gluon: networks as blocks, their parameters, losses and training."""

import importlib

from . import loss, nn, utils
from .block import Block, HybridBlock, SymbolBlock
from .parameter import Constant, DeferredInitializationError, Parameter, ParameterDict, tensor_types
from .trainer import Trainer

__all__ = [
    "Block", "Constant", "DeferredInitializationError", "HybridBlock", "Parameter", "ParameterDict", "SymbolBlock",
    "Trainer", "block", "contrib", "data", "loss", "model_zoo", "nn", "parameter", "rnn", "tensor_types", "trainer",
    "utils",
]  # fmt: skip

_LAZY = ("contrib", "data", "model_zoo", "rnn")


def __getattr__(name):
    if name in _LAZY:
        try:
            return importlib.import_module(f"{__name__}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"{__name__}.{name}":
                raise
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), *_LAZY})
