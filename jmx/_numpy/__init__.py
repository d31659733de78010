"""The functions of MXNet's NumPy interface that are Python over operators, written once for arrays and for symbols.

Every module has `define(side)`: it makes its functions for one side (`side.Side`) and hands them to `side.public`.
"""

from . import creation, elementwise, joining, linalg, ordering, random, random_extension, reduction, selecting, standard
from .side import Side

#: modules whose functions stand in `mx.np` itself
FLAT = (creation, elementwise, joining, ordering, reduction, selecting, standard)

__all__ = [
    "FLAT", "Side", "creation", "elementwise", "joining", "linalg", "ordering", "random", "random_extension", "reduction",
    "selecting", "standard",
]  # fmt: skip
