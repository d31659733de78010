"""The operators: pure functions on jax arrays, declared with `jmx.core.declare.op.op`. Importing this package declares all."""

import importlib
import pkgutil

from .. import core as _core


def _load(package, path):
    for info in pkgutil.iter_modules(path):
        name = f"{package}.{info.name}"
        module = importlib.import_module(name)
        if info.ispkg:
            _load(name, module.__path__)


_load(__name__, __path__)
