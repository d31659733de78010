"""Which modules of jmx the workers of a loader are likely to need, found by looking at the data set and its functions.

The fork server imports them ahead of time, so that workers need not, each for itself. A wrong guess costs time, nothing else.
"""

from __future__ import annotations

import functools
import sys
import types

from ..._errors.homes import home
from .dataset import is_array

#: objects that are looked at, and members of a list among them
_MOST, _MOST_MEMBERS = 1000, 8
#: what a worker has imported anyway
_PRESENT = ("jmx.gluon.data.dataset", "jmx.gluon.data.sampler", "jmx._errors.wording")
#: what samples with arrays need
_ARRAYS = ("jmx.ndarray", "jmx.random", "jmx.gluon.data.dataloader")
#: modules that load OpenCV with the first image
_DECODING = ("jmx.image", "jmx.gluon.data.vision.image_files")


def needed_modules(*objects) -> list[str]:
    """Names of modules of jmx, and of libraries that it loads late, that reading samples will import.

    None if samples are likely to be made without arrays.
    """
    waiting, seen, found = list(objects), set(), set()
    while waiting and len(seen) < _MOST:
        value = waiting.pop()
        if id(value) in seen or isinstance(value, (str, bytes, int, float, complex, types.NoneType)):
            continue
        seen.add(id(value))
        waiting += _parts(value, found)
    if not found.isdisjoint(_DECODING):
        found.add("cv2")
    return [*_ARRAYS, *sorted(found.difference(_ARRAYS))] if found else []


def _parts(value, found):
    """What is looked at next; names of modules are added to `found`."""
    if is_array(value):
        found.add("jmx.ndarray")
    elif isinstance(value, types.ModuleType):
        if value.__name__.partition(".")[0] in ("jmx", "mxnet"):
            found.add(value.__name__ if value.__name__.startswith("jmx.") else "jmx.ndarray")
    elif isinstance(value, types.FunctionType):
        return _of_function(value, found)
    elif isinstance(value, types.MethodType):
        return [value.__func__, value.__self__]
    elif isinstance(value, functools.partial):
        return [value.func, *value.args, *value.keywords.values()]
    elif isinstance(value, (list, tuple)):
        return value[:_MOST_MEMBERS]
    elif isinstance(value, dict):
        return [value[key] for key, _ in zip(value, range(_MOST_MEMBERS))]
    elif isinstance(value, type):
        return _of_class(value, found)
    else:
        return [type(value), *getattr(value, "__dict__", {}).values()]
    return []


def _of_function(function, found):
    if function.__module__ is not None and function.__module__.startswith("jmx."):
        return _of_jmx(function.__module__, found)
    names = set(_names(function.__code__))
    cells = [c.cell_contents for c in function.__closure__ or () if c != types.CellType()]
    values = [function.__globals__[name] for name in names if name in function.__globals__]
    if not names.isdisjoint(("mxnet", "jmx")):
        found.add("jmx.ndarray")
    if any(isinstance(v, types.ModuleType) and v.__name__.partition(".")[0] in ("jmx", "mxnet") for v in values):
        found.update(f"jmx.{name}" for name in names if f"jmx.{name}" in sys.modules)  # mx.image.imread
    return [*cells, *values]


def _names(code):
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def _of_class(cls, found):
    parts = []
    for base in cls.__mro__:
        if home(base).startswith("jmx."):
            parts += _of_jmx(home(base), found)
        elif base.__module__ != "builtins":
            parts += [v for v in vars(base).values() if isinstance(v, types.FunctionType)]
    return parts


def _of_jmx(module, found):
    if module not in _PRESENT:
        found.add(module)
    return []
