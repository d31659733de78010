"""jmx runs Apache MXNet 1.9.1 programs, unchanged, on JAX."""

import importlib

__version__ = "0.1.0"

#: short names of modules, as MXNet gives them
_ALIASES = {
    "nd": "ndarray", "sym": "symbol", "mod": "module", "kv": "kvstore", "init": "initializer", "viz": "visualization",
    "vis": "visualization", "rnd": "random", "mon": "monitor", "img": "image", "np": "numpy", "npx": "numpy_extension",
    "opt": "optimizer",
}


def __getattr__(name):
    target = _ALIASES.get(name, name)
    if not target.startswith("__"):
        try:
            return importlib.import_module(f"{__name__}.{target}")
        except ModuleNotFoundError as error:
            if error.name != f"{__name__}.{target}":
                raise
    raise AttributeError(f"module 'mxnet' has no attribute {name!r}")
