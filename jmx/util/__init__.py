"""Switches of a program, environment variables, GPU queries, and helpers for NumPy-like functions."""

from . import machine, semantics, ufuncs
from .machine import *
from .semantics import *
from .ufuncs import *

__all__ = [*machine.__all__, *semantics.__all__, *ufuncs.__all__]
