"""ONNX files: networks written for other runtimes, and compared with them; networks of other libraries, read.

`export_model` is MXNet 1.9.1's; `export` also runs the file and reports how far its outputs are from the network's.
`import_model` and `import_to_gluon` read files. Modules are imported when a name of theirs is first used.
"""

from __future__ import annotations

import importlib as _importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType


#: public names, and the module of this package that defines each
_MODULES = {
    "Report": "_check",
    "export": "_export",
    "export_model": "mx2onnx",
    "get_model_metadata": "importing._api",
    "get_operator_support": "mx2onnx",
    "import_model": "importing._api",
    "import_to_gluon": "importing._api",
}  # fmt: skip


def __getattr__(name) -> Callable[..., Any] | ModuleType | type[Any]:
    if name == "mx2onnx":
        value = _importlib.import_module(f"{__name__}.mx2onnx")
    elif name in _MODULES:
        value = getattr(_importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *_MODULES, "mx2onnx"})


__all__ = [*_MODULES, "mx2onnx"]
