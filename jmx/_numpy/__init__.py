"""The functions of MXNet's NumPy interface that are Python over operators, written once for arrays and for symbols.

`side.Side.define` copies the functions of a module for one side. Those marked `@public` are what users see. In the modules `npi`,
`array`, `side` and the like stand for what the side has (see `side.py`). `families()` of a module makes functions from tables.
"""

from . import (
    creation,
    creation_like,
    elementwise,
    joining,
    linalg,
    ordering,
    random,
    random_extension,
    rearranging,
    reduction,
    selecting,
    splitting,
    standard,
)
from .side import Side

#: modules whose functions stand in `mx.np` itself
FLAT = (creation, creation_like, elementwise, joining, ordering, rearranging, reduction, selecting, splitting, standard)

__all__ = [
    "FLAT", "Side", "creation", "creation_like", "elementwise", "joining", "linalg", "ordering", "random", "random_extension",
    "rearranging", "reduction", "selecting", "splitting", "standard",
]  # fmt: skip
