"""Arrays: `NDArray`, functions that make them, and every operator as a function."""

from __future__ import annotations

import importlib as _importlib
from typing import TYPE_CHECKING, Any

import jmx.ops as _ops

from .. import config as _config
from .._late_binding import provider as _provider
from ..core.facade import Namespace as _Namespace
from ..core.run.fused_update import arranged
from . import creation as _creation
from . import ndarray
from .creation import *
from .dlpack import from_dlpack, to_dlpack_for_read, to_dlpack_for_write
from .fusing import apply_pure, fused_update, invoke
from .ndarray import NDArray, waitall
from .utils import load, load_frombuffer, save

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType


_space = _Namespace(__name__, "op")
_MODULES = "op _internal linalg contrib image random sparse register utils numpy numpy_extension".split()
_GENERATED = "gen_op gen__internal gen_contrib gen_image gen_linalg gen_random gen_sparse".split()
_MODULES = {**{name: name for name in [*_MODULES, *_GENERATED]}, "np": "numpy", "npx": "numpy_extension"}
_EXPLICIT = [
    *_creation.__all__,
    "NDArray",
    "waitall",
    "load",
    "load_frombuffer",
    "save",
    "from_dlpack",
    "to_dlpack_for_read",
    "to_dlpack_for_write",
    "concat",
    "CachedOp",
]
_operator_or_module, _names = _space.lazy(globals(), _EXPLICIT, _MODULES)


def __dir__() -> list[str]:
    return sorted({*_names()} - {"apply_pure", "arranged", "fused_update", "invoke"})  # for other parts of jmx, not for programs


def __getattr__(name) -> Callable[..., Any] | ModuleType | type[Any]:
    if name == "CachedOp":
        return _provider("nd.CachedOp")
    if name == "cast_storage":  # the classes of its results are there
        _importlib.import_module(f"{__name__}.sparse")
    return _operator_or_module(name)


if _config.get("JMX_DEBUG_NANS") or _config.get("JMX_CHECK_INDICES"):
    _provider("nd: checks of values")()
