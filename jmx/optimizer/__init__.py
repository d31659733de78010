"""Optimizers: update rules for parameters, and the updater that applies them and keeps their states."""

from . import contrib, optimizer
from .optimizer import *

__all__ = [*optimizer.__all__, "contrib"]
