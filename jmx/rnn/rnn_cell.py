"""The cells."""

from . import _cell, _combined, _conv, _fused
from ._cell import *  # noqa: F403
from ._combined import *  # noqa: F403
from ._conv import *  # noqa: F403
from ._fused import *  # noqa: F403

__all__ = [*_cell.__all__, *_combined.__all__, *_conv.__all__, *_fused.__all__]
