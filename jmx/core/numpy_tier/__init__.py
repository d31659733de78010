"""Programs run by NumPy the first times, where compiling them costs more than it saves; and processes made by `os.fork`.

What other packages use of it is here; a contract of the import linter keeps them from its modules.
"""

from . import fork  # its import registers what happens at a fork
from .device_put import on_device
from .tiered import jit, spread

__all__ = ["fork", "jit", "on_device", "spread"]
