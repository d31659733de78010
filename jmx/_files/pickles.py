"""Pickles of optimizer states, read without running what they ask for.

A pickle may name any function to call. Reading allows NumPy's array and scalar constructors, plain containers, and what
`SafeUnpickler.known_class` of a subclass allows; anything else is refused before it is looked up.
"""

from __future__ import annotations

import pickle
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import numpy


class _ArrayMark:
    """Stands for numpy.ndarray in a pickle, where it is only ever an argument."""


def _reconstruct(cls, shape, code):
    return numpy.ndarray((0,), "b")


def _object(cls, base, state):
    return object.__new__(cls)


def _bytearray(data=b"", encoding="latin-1"):
    return bytearray(data if isinstance(data, bytes) else data.encode(encoding))


def _encode(text, encoding="latin1"):
    return text.encode("latin1")


def _scalar(dtype, data: Any = None):
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


def mxnets_module(module):
    """The module's name in MXNet and in NumPy 1."""
    root, dot, rest = module.partition(".")
    if root == "jmx":
        return f"mxnet{dot}{rest}"
    if module.startswith("numpy._core"):
        return "numpy.core" + module.removeprefix("numpy._core")
    return module


class SafeUnpickler(pickle.Unpickler):
    """Reads pickles of optimizer states; a subclass says what stands for MXNet's classes."""

    def find_class(self, module: str, name: str) -> Any:
        """What a pickle gets for the name that it asks for; pickle.UnpicklingError where it may not have it."""
        module = _OLD.get(module, module)
        place = mxnets_module(module)
        if (place, name) in _SAFE:
            return _SAFE[place, name]
        known = self.known_class(place, name)
        if known is None:
            raise pickle.UnpicklingError(
                f"these optimizer states ask for {module}.{name}; only arrays, numbers, text, containers, registered "
                "optimizers and learning-rate schedulers are read"
            )
        return known

    @staticmethod
    def known_class(place: str, name: str) -> Callable[..., Any] | None:
        """What stands for a class of MXNet's, or of a program's, or None; `place` is the module's name in MXNet."""
        raise NotImplementedError

    def read(self) -> Any:
        """Read the pickle; pickle.UnpicklingError for damaged or foreign data."""
        try:
            return self.load()
        except pickle.UnpicklingError:
            raise
        except (EOFError, ValueError, IndexError, KeyError, AttributeError, TypeError, UnicodeDecodeError) as error:
            raise pickle.UnpicklingError(f"these are no optimizer states, or they are damaged: {error}") from error


def check_states(read: Any) -> None:
    """pickle.UnpicklingError unless `read` is what an updater writes: states by index, or these and the optimizer."""
    states = read[0] if isinstance(read, tuple) and len(read) == 2 else read
    if not isinstance(states, dict):
        type_name = type(states).__name__
        raise pickle.UnpicklingError(f"optimizer states are a dict of index to state, these hold a {type_name}")
