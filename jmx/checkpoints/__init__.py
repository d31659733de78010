"""Checkpoints of MXNet to other formats and back, without MXNet and without JAX.

`convert` is what `jmx convert` runs; `load` and `save` give and take NumPy arrays; `show` is what `jmx show` prints.
"""

from ._convert import FLOATING, Report, convert
from ._files import load, save
from ._formats import FORMATS
from ._names import FORMS
from ._show import show

__all__ = ["FLOATING", "FORMATS", "FORMS", "Report", "convert", "load", "save", "show"]
