"""Checkpoints of MXNet to other formats and back, without MXNet and without JAX; and of training runs, which go on from them.

`convert` is what `jmx convert` runs; `load` and `save` give and take NumPy arrays; `show` is what `jmx show` prints.
`CheckpointManager` saves and restores all that the next steps of a run depend on.
"""

import importlib
from typing import TYPE_CHECKING, Any

from ._convert import FLOATING, Report, convert
from ._files import load, save
from ._formats import FORMATS
from ._names import FORMS
from ._show import show

if TYPE_CHECKING:
    from ._manager import CheckpointManager

__all__ = ["FLOATING", "FORMATS", "FORMS", "CheckpointManager", "Report", "convert", "load", "save", "show"]


def __getattr__(name: str) -> Any:
    if name != "CheckpointManager":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return importlib.import_module("._manager", __name__).CheckpointManager  # it needs arrays; the others do without JAX
