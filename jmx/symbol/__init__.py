"""Symbols: `Symbol`, variables and groups, and every operator as a function that builds graphs."""

import jmx.ops as _ops

from . import symbol
from .register import Namespace as _Namespace
from .symbol import *

_space = _Namespace(__name__, "op")
_MODULES = "op _internal linalg contrib image random sparse register numpy numpy_extension".split()
_GENERATED = "gen_op gen__internal gen_contrib gen_image gen_linalg gen_random gen_sparse".split()
_MODULES = {**{name: name for name in [*_MODULES, *_GENERATED]}, "np": "numpy", "npx": "numpy_extension"}
__getattr__, __dir__ = _space.lazy(globals(), symbol.__all__, _MODULES)
