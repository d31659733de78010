"""Gluon: networks as blocks, their parameters, losses and training. Its parts are imported when they are first used."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ..util import note_v2

if TYPE_CHECKING:
    from types import ModuleType

    from . import block, contrib, data, loss, metric, model_zoo, nn, parameter, probability, rnn, trainer, utils
    from .block import Block, HybridBlock, SymbolBlock
    from .parameter import Constant, DeferredInitializationError, Parameter, ParameterDict, tensor_types
    from .trainer import Trainer

__all__ = [
    "Block", "Constant", "DeferredInitializationError", "HybridBlock", "Parameter", "ParameterDict", "SymbolBlock",
    "Trainer", "block", "contrib", "data", "loss", "metric", "model_zoo", "nn", "parameter", "probability", "rnn", "tensor_types",
    "trainer",
    "utils",
]  # fmt: skip

_MODULES = (
    "block",
    "contrib",
    "data",
    "loss",
    "metric",
    "model_zoo",
    "nn",
    "parameter",
    "probability",
    "rnn",
    "trainer",
    "utils",
)
_PLACES = {
    "Block": "block", "HybridBlock": "block", "SymbolBlock": "block", "Trainer": "trainer", "Constant": "parameter",
    "DeferredInitializationError": "parameter", "Parameter": "parameter", "ParameterDict": "parameter",
    "tensor_types": "parameter",
}  # fmt: skip


def __getattr__(name) -> ModuleType | type[Any]:
    module = _PLACES.get(name, name)
    if module not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if module == "metric":
        note_v2("gluon.metric")
    attribute = importlib.import_module(f"{__name__}.{module}")
    if name in _PLACES:
        attribute = globals()[name] = getattr(attribute, name)
    return attribute


def __dir__():
    return sorted({*globals(), *__all__})
