"""Optimizer states as bytes: pickles with MXNet's class paths, read without running what they ask for.

A pickle may name any function to call. Reading allows the array class, optimizers and learning-rate schedulers, NumPy's
array and scalar constructors and plain containers; anything else is refused before it is looked up.
"""

from __future__ import annotations

import functools
import io
import pickle
import sys
from collections import OrderedDict

import numpy

from .. import lr_scheduler
from ..ndarray import NDArray
from .base import Optimizer


class _ArrayMark:
    """Stands for numpy.ndarray in a pickle, where it is only ever an argument."""


def _array(cls, handle=None):
    """An array without value, which its state then fills."""
    return object.__new__(cls)


def _reconstruct(cls, shape, code):
    return numpy.ndarray((0,), "b")


def _object(cls, base, state):
    return object.__new__(cls)


def _bytearray(data=b"", encoding="latin-1"):
    return bytearray(data if isinstance(data, bytes) else data.encode(encoding))


def _encode(text, encoding="latin1"):
    return text.encode("latin1")


def _scalar(dtype, data=None):
    return numpy.frombuffer(data, dtype, 1)[0]


# (module under MXNet's and NumPy 1's name, name) -> what a pickle gets for it; none of these can be made to do harm
_SAFE = {
    ("_codecs", "encode"): _encode,
    ("builtins", "bytearray"): _bytearray,
    ("builtins", "complex"): complex,
    ("builtins", "frozenset"): frozenset,
    ("builtins", "object"): object,
    ("builtins", "set"): set,
    ("collections", "OrderedDict"): OrderedDict,
    ("copyreg", "_reconstructor"): _object,
    ("numpy", "dtype"): numpy.dtype,
    ("numpy", "ndarray"): _ArrayMark,
    ("numpy.core.multiarray", "_reconstruct"): _reconstruct,
    ("numpy.core.multiarray", "scalar"): _scalar,
}
# their names in Python 2
_OLD = {"__builtin__": "builtins", "copy_reg": "copyreg"}
_PROTOCOL = 4


def _theirs(module):
    """The module's name in MXNet and in NumPy 1."""
    root, dot, rest = module.partition(".")
    if root == "jmx":
        return f"mxnet{dot}{rest}"
    if module.startswith("numpy._core"):
        return "numpy.core" + module.removeprefix("numpy._core")
    return module


class _Pickler(pickle._Pickler):
    """Writes classes of ours under MXNet's module names.

    The Python implementation is used because the C one asks each class for its module, with no way to answer for it;
    array contents are single byte strings either way.
    """

    def reducer_override(self, obj):
        if isinstance(obj, NDArray):
            return type(obj), (None,), obj.__getstate__()
        return NotImplemented

    def save_global(self, obj, name=None):
        module = getattr(obj, "__module__", None) or ""
        place = self._place(obj, module)
        if place is None:
            super().save_global(obj, name)
            return
        self.save(place)
        self.save(name or obj.__qualname__)
        self.write(pickle.STACK_GLOBAL)
        self.memoize(obj)

    # classes are dispatched by their metaclass
    dispatch = {**pickle._Pickler.dispatch}

    def save_type(self, obj):
        if obj is type(None) or obj is type(NotImplemented) or obj is type(...):
            super().save_type(obj)
        else:
            self.save_global(obj)

    dispatch[type] = save_type

    @staticmethod
    def _place(obj, module):
        if module.startswith("jmx.optimizer.") and module != "jmx.optimizer.contrib":
            return "mxnet.optimizer.optimizer"
        renamed = _theirs(module)
        return renamed if renamed != module else None


class _Unpickler(pickle.Unpickler):
    def find_class(self, module, name):
        module = _OLD.get(module, module)
        place = _theirs(module)
        if (place, name) in _SAFE:
            return _SAFE[place, name]
        cls = self._known_class(place, name)
        if cls is None:
            raise pickle.UnpicklingError(
                f"these optimizer states ask for {module}.{name}; only arrays, numbers, text, containers, registered "
                "optimizers and learning-rate schedulers are read"
            )
        return cls

    @staticmethod
    def _known_class(place, name):
        """An array, optimizer or scheduler class that is loaded already, or None."""
        if "." in name:
            return None
        if place.startswith("mxnet."):
            module = sys.modules.get("jmx" + place.removeprefix("mxnet"))
        else:
            module = sys.modules.get(place)
        cls = vars(module).get(name) if module is not None else None
        if not isinstance(cls, type):
            return None
        if issubclass(cls, NDArray):
            return functools.partial(_array, cls)
        return cls if issubclass(cls, Optimizer | lr_scheduler.LRScheduler) else None


def dumps(value):
    """Pickle states, or (states, optimizer), as MXNet does."""
    file = io.BytesIO()
    _Pickler(file, _PROTOCOL).dump(value)
    return file.getvalue()


def loads(data):
    """Read what `dumps` or MXNet wrote; raises pickle.UnpicklingError for damaged or foreign data."""
    try:
        read = _Unpickler(io.BytesIO(data)).load()
    except pickle.UnpicklingError:
        raise
    except (EOFError, ValueError, IndexError, KeyError, AttributeError, TypeError, UnicodeDecodeError) as error:
        raise pickle.UnpicklingError(f"these are no optimizer states, or they are damaged: {error}") from error
    states = read[0] if isinstance(read, tuple) and len(read) == 2 else read
    if not isinstance(states, dict):
        type_name = type(states).__name__
        raise pickle.UnpicklingError(f"optimizer states are a dict of index to state, these hold a {type_name}")
    return read
