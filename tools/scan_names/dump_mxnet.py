"""List what the modules and classes of MXNet hold, for `make.py`: run it with a Python that has MXNet 1.9.1, 3.8 or newer.

    python tools/scan_names/dump_mxnet.py OUT.json

The inventory of public names leaves out names with an underscore and those that modules have because they import them. Programs
use both. Written are names only: `modules` maps a module to the names that it holds, each with the path of the object where that
is MXNet's own ("" for others), `classes` maps a class to the names of its attributes.
"""

import importlib
import json
import pkgutil
import sys
import types

import mxnet


def _modules():
    yield mxnet.__name__, mxnet
    for info in pkgutil.walk_packages(mxnet.__path__, "mxnet.", onerror=lambda name: None):
        try:
            yield info.name, importlib.import_module(info.name)
        except Exception as error:  # whatever an optional part lacks
            print(f"{info.name}: {type(error).__name__}: {error}", file=sys.stderr)


def _path(value):
    """The path of an object of MXNet, or ""."""
    if isinstance(value, types.ModuleType):
        return value.__name__ if value.__name__.split(".")[0] == "mxnet" else ""
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if isinstance(module, str) and module.split(".")[0] == "mxnet" and isinstance(name, str) and "<" not in name:
        return f"{module}.{name}"
    return ""


def main(out):
    """Write the lists to the file `out`."""
    modules, classes = {}, {}
    found = dict(_modules())
    # Modules that exist in memory only, such as mxnet.ndarray.op, and those known by a second name.
    found.update({name: module for name, module in list(sys.modules.items()) if name.startswith("mxnet.") and module})
    for name, module in sorted(found.items()):
        modules[name] = {}
        for key, value in sorted(vars(module).items()):
            if key.startswith("__"):
                continue
            modules[name][key] = _path(value)
            if isinstance(value, type) and _path(value) and _path(value) not in classes:
                classes[_path(value)] = sorted(key for key in dir(value) if not key.startswith("__"))
    with open(out, "w") as file:
        json.dump({"modules": modules, "classes": classes}, file)
    print(len(modules), "modules,", sum(map(len, modules.values())), "names,", len(classes), "classes")


if __name__ == "__main__":
    main(sys.argv[1])
