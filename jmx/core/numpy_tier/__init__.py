"""Programs run by NumPy the first times, where compiling them costs more than it saves; and processes made by `os.fork`.

What other packages use of it is here; a contract of the import linter keeps them from its modules.
"""

from .device_put import on_device
from .fork import forked, left_gpus  # its import registers what happens at a fork
from .large import in_64_bits_if_large
from .tiered import TieredJit, graph_options, jit, spread

__all__ = ["TieredJit", "forked", "in_64_bits_if_large", "graph_options", "jit", "left_gpus", "on_device", "spread"]
