"""The operators of `mx.nd.op`, made from the registry on first access."""

from __future__ import annotations

from typing import Any

from .._late_binding import provider as _provider
from ..core.facade import Namespace as _Namespace

_space = _Namespace(__name__, "op")
_operator, __dir__ = _space.lazy(globals())


def __getattr__(name) -> Any:
    return _provider("nd.CachedOp") if name == "CachedOp" else _operator(name)
