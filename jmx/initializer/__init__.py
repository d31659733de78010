"""Initial values of parameters.

An initializer is called with a description of the parameter (an `InitDesc`: its name with attributes)
and the array to fill. Random numbers come from ``mx.random``, so ``mx.random.seed`` governs them.
"""

from . import base, drawn, fixed, recurrent
from .base import *
from .drawn import *
from .fixed import *
from .recurrent import *

__all__ = [*base.__all__, *drawn.__all__, *fixed.__all__, *recurrent.__all__]
