"""Programs run by NumPy the first times, where compiling them costs more than it saves; and processes made by `os.fork`.

What other packages use of it is here; a contract of the import linter keeps them from its modules.
"""

from .alike import Alike
from .any_shape import Backward
from .by_elements import ByElements, for_any_shape
from .device_put import on_device, settled
from .fork import forked, left_gpus  # its import registers what happens at a fork
from .interpreter import Interpreted, read
from .kept import COMPUTES, EVERY_CALL, PACKS, SHOWS, Cut, Step, cut, worth_keeping
from .large import in_64_bits_if_large
from .reckoning import VIEWS
from .rules import Uncovered
from .sizes import check_alone, check_results, run_error, search
from .tiered import TieredJit, graph_options, jit, several_devices, spread

__all__ = [
    "COMPUTES",
    "EVERY_CALL",
    "PACKS",
    "SHOWS",
    "VIEWS",
    "Alike",
    "Backward",
    "ByElements",
    "Cut",
    "Interpreted",
    "Step",
    "TieredJit",
    "Uncovered",
    "check_alone",
    "check_results",
    "cut",
    "for_any_shape",
    "forked",
    "graph_options",
    "in_64_bits_if_large",
    "jit",
    "left_gpus",
    "on_device",
    "read",
    "run_error",
    "search",
    "settled",
    "several_devices",
    "spread",
    "worth_keeping",
]
