"""Contributed blocks."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from . import nn

if TYPE_CHECKING:
    from types import ModuleType


_LAZY = ("cnn", "data", "estimator", "rnn")


def __getattr__(name) -> ModuleType:
    if name in _LAZY:
        try:
            return importlib.import_module(f"{__name__}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"{__name__}.{name}":
                raise
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
