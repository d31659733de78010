"""Tools for tests: `mx.test_utils`.

`from mxnet.test_utils import *` also brings the modules that MXNet's own test files expect to get this way.
"""

import importlib
import importlib.util

import numpy as np
import numpy.random as rnd

from ..context import Context, current_context
from ..ndarray import array
from ..symbol import Symbol
from ..util import get_cuda_compute_capability, getenv, setenv, use_np
from .compare import *
from .consistency import *
from .downloads import *
from .environ import *
from .make import *
from .optimizing import *
from .sparse import *
from .statistics import *
from .symbolic import *
from .tolerance import *

# Modules that a star import passes on; imported at their first use.
_MODULES = {
    "bz2": "bz2", "errno": "errno", "gzip": "gzip", "json": "json", "logging": "logging", "mx": "jmx", "npt":
    "numpy.testing", "numbers": "numbers", "os": "os", "platform": "platform", "ss": "scipy.stats", "struct": "struct",
    "sys": "sys", "time": "time", "traceback": "traceback", "zipfile": "zipfile",
}  # fmt: skip


def __getattr__(name):
    if name in _MODULES:
        return importlib.import_module(_MODULES[name])
    raise AttributeError(f"module 'mxnet.test_utils' has no attribute {name!r}")


_OWN = (
    "compare",
    "consistency",
    "downloads",
    "environ",
    "make",
    "optimizing",
    "sparse",
    "statistics",
    "symbolic",
    "tolerance",
    "importlib",
)
__all__ = [name for name in globals() if not name.startswith("_") and name not in _OWN]
__all__ += [name for name in _MODULES if name != "ss" or importlib.util.find_spec("scipy")]
