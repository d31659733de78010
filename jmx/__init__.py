"""jmx runs Apache MXNet 1.9.1 programs, unchanged, on JAX.

    import mxnet as mx          (with the distribution in compat/, or under `jmx run SCRIPT`), or
    import jmx as mx

Modules are imported when they are first used.
"""

# An old Python must be able to read this file as far as the line that refuses it: no `from __future__ import annotations`.
import atexit as _atexit
import importlib as _importlib
import os as _os
import sys as _sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType


if _sys.version_info < (3, 11):  # noqa: UP036  (a checkout on the path: pip installs jmx on no older Python)
    raise ImportError(
        f"jmx needs Python 3.11 or newer, and this is Python {'.'.join(map(str, _sys.version_info[:3]))}. Make an environment "
        "with a newer one, for example: python3.12 -m venv .venv. Where none is installed, `uv venv --python 3.12` "
        "(docs.astral.sh/uv) and `micromamba create -n jmx python=3.12` fetch one, without root."
    )

from . import context, legacy
from ._errors import tracebacks as _tracebacks
from ._version import __version__
from .base import MXNetError
from .context import Context, cpu, cpu_pinned, current_context, gpu

#: short names of modules, as MXNet gives them
_ALIASES = {
    "nd": "ndarray",
    "sym": "symbol",
    "mod": "module",
    "kv": "kvstore",
    "init": "initializer",
    "viz": "visualization",
    "rnd": "random",
    "mon": "monitor",
    "img": "image",
    "np": "numpy",
    "npx": "numpy_extension",
    "th": "torch",
    "np_symbol": "symbol.numpy._symbol",
    "amp": "contrib.amp",
}
#: names that live in a module of their own
_ELSEWHERE = {
    "AttrScope": "attribute",
    "is_np_array": "util",
    "is_np_shape": "util",
    "is_np_default_dtype": "util",
    "np_array": "util",
    "np_default_dtype": "util",
    "np_shape": "util",
    "set_np_shape": "util",
    "use_np": "util",
    "use_np_array": "util",
    "use_np_default_dtype": "util",
    "use_np_shape": "util",
    "set_np": "util",
    "reset_np": "util",
    "v2": "util",
    "Device": "device",
    "current_device": "device",
    "install_as_mxnet": "legacy.notebook",
    "load_ipython_extension": "legacy.notebook",
    "unload_ipython_extension": "legacy.notebook",
    "from_jax": "jax",
    "progress": "config.progress",
    "register_op": "jax",
    "show": "plot",
    "to_jax": "jax",
    "to_jax_step": "jax",
    "to_optax": "jax",
}
_PUBLIC = """
attribute autograd base callback context device engine error executor gluon initializer io kvstore lr_scheduler metric
model module monitor name ndarray operator optimizer parallel predictor profiler random recordio registry rnn runtime
symbol test_utils util visualization image contrib log libinfo numpy numpy_extension numpy_op_fallback notebook
library rtc space tvmop torch api cython ndarray_doc symbol_doc container dlpack
""".split()


def __getattr__(name) -> "Callable[..., Any] | ModuleType | type[Any]":
    if name in _ELSEWHERE:
        attribute = getattr(_importlib.import_module(f"{__name__}.{_ELSEWHERE[name]}"), name)
    elif name.startswith("__"):
        raise AttributeError(f"module 'mxnet' has no attribute {name!r}")
    else:
        target = f"{__name__}.{_ALIASES.get(name, name)}"
        try:
            attribute = _importlib.import_module(target)
        except ModuleNotFoundError as error:
            if error.name != target:
                raise
            raise AttributeError(f"module 'mxnet' has no attribute {name!r}") from None
    globals()[name] = attribute
    return attribute


def __dir__():
    return sorted({*globals(), *_ALIASES, *_ELSEWHERE, *_PUBLIC})


_tracebacks.install()


def _leave():
    """Stop the threads that compute at the end of the process, if there was anything to compute with."""
    leaving = _sys.modules.get(f"{__name__}.config.leaving")
    if leaving is not None:
        leaving.leave()


# First of all, so that it runs after what a program registers: that may need its threads.
_atexit.register(_leave)

__all__ = ["Context", "MXNetError", "context", "cpu", "cpu_pinned", "current_context", "gpu", "__version__"]

if _os.environ.get("JMX_API"):
    from .config import get as _get

    if _get("JMX_API") == 2:
        from .util import v2

        v2()

if _os.environ.get("DMLC_ROLE", "worker") != "worker":
    from .cluster.bootstrap import run_server_role as _run_server_role

    _run_server_role()
