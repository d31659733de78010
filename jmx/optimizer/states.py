"""Optimizer states as bytes: pickles with MXNet's class paths, read as data (`jmx/_files/pickles.py`)."""

from __future__ import annotations

import io
import pickle
from typing import TYPE_CHECKING, Any

from .._errors.homes import HOMES
from .._files import safetensors
from .._files.params import LIST_MAGIC
from .._files.pickles import Reader, StatesError
from ..base import MXNetError
from ..ndarray import NDArray
from ..ndarray.utils import from_raw
from . import _objects, _state_tensors

if TYPE_CHECKING:
    from .base import Optimizer

_PROTOCOL = 4


class _Pickler(pickle._Pickler):
    """Writes classes of ours under MXNet's module names.

    The Python implementation is used because the C one asks each class for its module, with no way to answer for it;
    array contents are single byte strings either way.
    """

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, NDArray):
            return type(obj), (None,), obj.__getstate__()
        return NotImplemented

    def save_global(self, obj: Any, name: str | None = None) -> None:
        module = HOMES.get(obj) or getattr(obj, "__module__", None) or ""
        place = _objects.place_of(module)
        if place == module:
            super().save_global(obj, name)
            return
        self.save(place)
        self.save(name or obj.__qualname__)
        self.write(pickle.STACK_GLOBAL)
        self.memoize(obj)

    # classes are dispatched by their metaclass
    dispatch = {**pickle._Pickler.dispatch}

    def save_type(self, obj: Any) -> None:
        if obj is type(None) or obj is type(NotImplemented) or obj is type(...):
            super().save_type(obj)
        else:
            self.save_global(obj)

    dispatch[type] = save_type


class _Reader(Reader):
    """Makes arrays, optimizers and schedulers."""

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.made = []

    def known(self, place: Any, name: str) -> Any:
        """The class, if it is one of those."""
        return _objects.known_class(place, name)

    def new(self, known: Any, arguments: Any) -> Any:
        """An object without attributes. What MXNet's arrays are made of is None."""
        if arguments != () and not (issubclass(known, NDArray) and len(arguments) == 1 and arguments[0] is None):
            self.damaged(f"it calls the constructor of {known.__name__}")
        return _objects.bare(known, self.damaged)

    def fill(self, made: Any, state: Any) -> None:
        """Set the value of an array, or the attributes of another object."""
        if isinstance(made, NDArray):
            handle = state.get("handle") if type(state) is dict else None
            if type(handle) not in (bytes, bytearray):
                self.damaged("an array has no value")
            self.cost(len(handle))
            try:
                loaded = from_raw(bytes(handle))
            except MXNetError as error:
                self.damaged(str(error))
            _objects.become(made, loaded, self.damaged)
            return
        self.cost(8 * len(state) if type(state) is dict else 0)
        _objects.set_attributes(made, state, self.damaged)
        self.made.append(made)


def dumps(value: Any) -> Any:
    """Pickle states, or (states, optimizer), as MXNet does."""
    file = io.BytesIO()
    _Pickler(file, _PROTOCOL).dump(value)
    return file.getvalue()


def loads(data: bytes) -> dict[Any, Any] | tuple[dict[Any, Any], Optimizer]:
    """Read what `dumps`, `_state_tensors.chunks` or MXNet wrote.

    Parameters
    ----------
    data : bytes

    Returns
    -------
    dict, or (dict, Optimizer)

    Raises
    ------
    StatesError
        The bytes are damaged, or hold what is not read from such files.
    """
    data = data if isinstance(data, bytes) else bytes(data)
    if safetensors.recognized(data):
        return _state_tensors.loads(data)
    if data[:8] == LIST_MAGIC.to_bytes(8, "little"):
        raise StatesError("these are no optimizer states but arrays, as a trainer with an optax transformation saves them")
    reader = _Reader(data)
    return _objects.checked(reader.read(), reader.made, len(data), reader.damaged)
