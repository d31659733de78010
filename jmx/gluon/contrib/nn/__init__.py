"""Contributed layers."""

from . import basic_layers
from .basic_layers import *

__all__ = basic_layers.__all__
