"""Optimizer states as bytes: pickles with MXNet's class paths, read without running what they ask for.

A pickle may name any function to call. Reading allows the array class, optimizers and learning-rate schedulers, NumPy's
array and scalar constructors and plain containers; anything else is refused before it is looked up.
"""

from __future__ import annotations

import functools
import io
import pickle
import sys

from .. import lr_scheduler
from .._files.pickles import SafeUnpickler, check_states, mxnets_module
from ..ndarray import NDArray
from .base import Optimizer


def _array(cls, handle=None):
    """An array without value, which its state then fills."""
    return object.__new__(cls)


_PROTOCOL = 4


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
        renamed = mxnets_module(module)
        return renamed if renamed != module else None


class _Unpickler(SafeUnpickler):
    @staticmethod
    def known_class(place, name):
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
    read = _Unpickler(io.BytesIO(data)).read()
    check_states(read)
    return read
