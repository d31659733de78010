"""Optimizer states as safetensors: arrays as tensors, all else as JSON in the file's metadata.

Tensors have the index of their parameter as name, and the number of the slot where a parameter has several: "0", or "0.0", "0.1".
Those of the optimizer's own begin with "optimizer.". The metadata `jmx_states` is

    {"version": 1, "states": {"dict": [[0, {"array": "0"}], [1, null]]},
     "optimizer": {"object": "SGD", "module": "mxnet.optimizer.optimizer", "attributes": {"lr": 0.1, "momentum": 0.9}}}

None, truth values, numbers and texts are JSON's; everything else is an object with one of the keys below. A list, dict or array
that is there twice has a number as `id` and is {"same": number} the second time.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import numpy

from .. import lr_scheduler
from .._errors.homes import home
from .._files import safetensors
from .._files.params import SparseParts
from .._files.pickles import MOST_DEPTH, StatesError, check_nesting
from ..base import MXNetError
from ..ndarray import NDArray
from ..ndarray.utils import _stored, _wrap
from . import _objects
from .base import Optimizer

if TYPE_CHECKING:
    from .._typing import Float

_SUFFIXES = {"row_sparse": (".data", ".indices"), "csr": (".data", ".indptr", ".indices")}
_SEQUENCES = {list: "list", tuple: "tuple", set: "set", frozenset: "frozenset"}
_DICTS = {dict: "dict", OrderedDict: "ordered"}
_TYPES = {
    name: numpy.dtype(name)
    for name in "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64".split()
}
_SPECIAL = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}
#: how many tuples one dict may have as keys, since their hashes can be made to be one
_MOST_TUPLES = 1000


class _Writer:
    """Takes a value apart into JSON and tensors."""

    def __init__(self) -> None:
        self.tensors = {}
        self._seen = {}

    def node(self, value: Any, name: str) -> Any:
        """The JSON of a value; `name` is for the tensors in it."""
        kind = type(value)
        if value is None or kind in (bool, str, int):
            return value
        if kind is float:
            return value if math.isfinite(value) else {"float": str(value)}
        if id(value) in self._seen and kind is not tuple:
            said = self._seen[id(value)][0]
            return {"same": said.setdefault("id", id(value))}
        said = {}
        self._seen[id(value)] = said, value
        said.update(self._object(value, kind, name))
        return said

    def _object(self, value: Any, kind: Any, name: str) -> Any:
        if kind in _SEQUENCES:
            return {_SEQUENCES[kind]: [self.node(item, f"{name}.{i}") for i, item in enumerate(value)]}
        if kind in _DICTS:
            return {
                _DICTS[kind]: [[self.node(k, name), self.node(v, f"{name}.{k}" if name else str(k))] for k, v in value.items()]
            }
        if kind in (bytes, bytearray):
            return {kind.__name__: base64.b64encode(value).decode("ascii")}
        if kind is complex:
            return {"complex": [self.node(value.real, name), self.node(value.imag, name)]}
        if isinstance(value, numpy.dtype) and value.name in _TYPES:
            return {"dtype": value.name}
        if isinstance(value, numpy.generic) and value.dtype.name in _TYPES:
            return {"scalar": value.dtype.name, "value": self.node(value.item(), name)}
        if kind is numpy.ndarray and value.dtype.name in _TYPES:
            return {"numpy": self._tensor(name, value)}
        if isinstance(value, NDArray):
            return self._array(value, name)
        if isinstance(value, Optimizer | lr_scheduler.LRScheduler):
            state = value.__getstate__()
            if state is None or type(state) is dict:
                said = {key: self.node(item, f"{name}.{key}") for key, item in (state or {}).items()}
                return {"object": kind.__qualname__, "module": _objects.place_of(home(kind)), "attributes": said}
        raise MXNetError(
            f"{name}: a value of type {kind.__name__} cannot be written as safetensors. Save the states under a name that ends "
            "in .states, as a pickle"
        )

    def _array(self, value: Any, name: str) -> Any:
        said = {"array": name}
        parts = _stored(value)
        if isinstance(parts, SparseParts):
            for suffix, part in zip(_SUFFIXES[parts.stype], (parts.data, *parts.aux)):
                self._tensor(name + suffix, numpy.asarray(part))
            said |= {"stype": parts.stype, "shape": list(parts.shape)}
        else:
            said["array"] = self._tensor(name, parts)
        if type(value) is not NDArray:
            said |= {"class": type(value).__qualname__, "module": _objects.place_of(home(type(value)))}
        return said

    def _tensor(self, name, array):
        while name in self.tensors:
            name += "_"
        self.tensors[name] = numpy.ascontiguousarray(array.astype(array.dtype.newbyteorder("<"), copy=False)).reshape(array.shape)
        return name

    def numbered(self) -> None:
        """Give those that are there twice small numbers in the place of their addresses."""
        numbers = {}
        for said, _ in self._seen.values():
            for key in ("id", "same"):
                if key in said:
                    said[key] = numbers.setdefault(said[key], len(numbers))


def chunks(states: Any, optimizer: Any = None) -> Any:
    """The bytes of a file, as a list of pieces; MXNetError for what the format cannot hold."""
    writer = _Writer()
    try:
        said = {"version": 1, "states": writer.node(states, "")}
        if optimizer is not None:
            said["optimizer"] = writer.node(optimizer, "optimizer")
    except RecursionError as error:
        raise MXNetError("the states are nested too deep to be saved") from error
    text = json.dumps(said, separators=(",", ":"))
    pieces = [safetensors.header(writer.tensors, {safetensors.STATES: text})]
    return pieces + [array.reshape(-1).view(numpy.uint8).data for array in writer.tensors.values() if array.size]


class _Reader:
    """Puts JSON and tensors together again."""

    def __init__(self, tensors: Any) -> None:
        self._tensors = tensors
        self._same = {}
        self.made = []

    def fail(self, what: Any) -> Any:
        """Raise StatesError."""
        raise StatesError(f"{safetensors.STATES} of the file is damaged: {what}")

    def value(self, said: Any, depth: Float = 0) -> Any:
        """The value of some JSON."""
        if not isinstance(said, dict):
            if isinstance(said, list):
                self.fail("a list has no kind")
            return said
        if depth > MOST_DEPTH:
            self.fail(f"values are nested more than {MOST_DEPTH} deep")
        kind = next((key for key in said if key in _READERS), None)
        if kind is None:
            self.fail(f"{json.dumps(said):.80} has no kind")
        made = _READERS[kind](self, said[kind], said, depth + 1)
        return made

    def keep(self, said: Any, made: Any) -> Any:
        """Note a value that may be there again."""
        number = said.get("id")
        if type(number) is int:
            self._same[number] = made
        return made

    def same(self, number: Any) -> Any:
        """A value that was there before."""
        if type(number) is not int or number not in self._same:
            self.fail(f"there is no value of number {number!r:.80}")
        return self._same[number]

    def items(self, said: Any) -> Any:
        """A list of JSON."""
        if not isinstance(said, list):
            self.fail("a container has no list of values")
        return said

    def key(self, said: Any, depth: Any) -> Any:
        """A key of a dict or element of a set."""
        made = self.value(said, depth)
        for part in made if type(made) is tuple and len(made) <= 16 else (made,):
            plain = part is None or isinstance(part, bool | int | float | str | bytes | numpy.generic)
            if not plain or (type(part) is int and part.bit_length() > 64) or isinstance(part, numpy.complexfloating):
                self.fail(f"a key is a value of type {type(part).__name__}")
        return made

    def sequence(self, make: Any, said: Any, whole: Any, depth: Any) -> Any:
        """A list, tuple or set."""
        if make in (set, frozenset):
            keys = [self.key(item, depth) for item in self.items(said)]
            self.few(keys)
            return self.keep(whole, make(keys))
        made = [] if make is not list else self.keep(whole, [])
        made.extend(self.value(item, depth) for item in self.items(said))
        return made if make is list else make(made)

    def few(self, keys: Any) -> None:
        """Refuse many keys whose hashes may be one."""
        if sum(type(key) is tuple for key in keys) > _MOST_TUPLES:
            self.fail(f"a container has more than {_MOST_TUPLES} tuples as keys")

    def mapping(self, make: Any, said: Any, whole: Any, depth: Any) -> Any:
        """A dict."""
        made = self.keep(whole, make())
        pairs = self.items(said)
        if not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
            self.fail("an item of a dict is no pair")
        keys = [self.key(key, depth) for key, _ in pairs]
        self.few(keys)
        for key, (_, value) in zip(keys, pairs):
            made[key] = self.value(value, depth)
        return made

    def raw(self, said: Any) -> Any:
        """Bytes."""
        try:
            return base64.b64decode(said, validate=True)
        except (TypeError, ValueError, binascii.Error):
            self.fail("bytes are not in base64")

    def special(self, said: Any) -> Any:
        """A float that JSON has no number for."""
        if not isinstance(said, str) or said not in _SPECIAL:
            self.fail(f"{said!r:.80} is no float")
        return _SPECIAL[said]

    def complex(self, said: Any, depth: Any) -> Any:
        """A complex number."""
        parts = [self.value(part, depth) for part in self.items(said)]
        if len(parts) != 2 or not all(type(part) is float for part in parts):
            self.fail("a complex number is not made of two numbers")
        return complex(*parts)

    def number(self, said: Any, depth: Any) -> Any:
        """A number."""
        made = self.value(said, depth)
        if not isinstance(made, bool | int | float | complex):
            self.fail(f"{made!r:.80} is no number")
        return made

    def element_type(self, name: str) -> Any:
        """A plain element type."""
        if not isinstance(name, str) or name not in _TYPES:
            self.fail(f"it has the element type {name!r:.80}")
        return _TYPES[name]

    def scalar(self, name: str, whole: Any, depth: Any) -> Any:
        """A scalar of NumPy's."""
        number = self.number(whole.get("value"), depth)
        try:
            return self.element_type(name).type(number)
        except (OverflowError, TypeError, ValueError):
            self.fail(f"{number!r:.80} is no {name}")

    def tensor(self, name: str) -> Any:
        """A tensor, which belongs to one place."""
        if not isinstance(name, str) or name not in self._tensors:
            self.fail(f"there is no tensor {name!r:.80}, or it is there for several values")
        return self._tensors.pop(name)

    def array(self, name: str, said: Any, depth: Any) -> Any:
        """An NDArray."""
        stype = said.get("stype", "default")
        if stype == "default":
            value = self.tensor(name)
        else:
            shape = said.get("shape")
            if not isinstance(stype, str) or stype not in _SUFFIXES or not isinstance(name, str) or not _is_shape(shape):
                self.fail(f"{said!r:.80} is no array")
            data, *aux = [self.tensor(name + suffix) for suffix in _SUFFIXES[stype]]
            value = SparseParts(stype, tuple(shape), data, tuple(aux))
        try:
            made = _wrap(value)
        except MXNetError as error:
            self.fail(str(error))
        if "class" in said:
            known = self.known(said, "class", NDArray)
            made, plain = _objects.bare(known, self.fail), made
            _objects.become(made, plain, self.fail)
        return self.keep(said, made)

    def known(self, said: Any, key: Any, base: Any) -> Any:
        """The class that an object names."""
        name, place = said[key], said.get("module")
        cls = _objects.known_class(place, name) if isinstance(name, str) and isinstance(place, str) else None
        if cls is None or not issubclass(cls, base):
            self.fail(
                f"it asks for {place!r:.80}.{name!r:.80}; only registered optimizers and learning-rate schedulers are made, of "
                "classes that are loaded already"
            )
        return cls

    def object(self, said: Any, depth: Any) -> Any:
        """An optimizer or scheduler."""
        attributes = said.get("attributes")
        if not isinstance(attributes, dict):
            self.fail("an object has no attributes")
        made = _objects.bare(self.known(said, "object", (Optimizer, lr_scheduler.LRScheduler)), self.fail)
        self.keep(said, made)
        _objects.set_attributes(made, {name: self.value(value, depth) for name, value in attributes.items()}, self.fail)
        self.made.append(made)
        return made


def _is_shape(shape):
    return isinstance(shape, list) and len(shape) <= 32 and all(type(n) is int and 0 <= n < 2**63 for n in shape)


_READERS = {
    **{key: lambda self, said, whole, depth, make=make: self.sequence(make, said, whole, depth)
       for make, key in _SEQUENCES.items()},
    **{key: lambda self, said, whole, depth, make=make: self.mapping(make, said, whole, depth) for make, key in _DICTS.items()},
    "float": lambda self, said, whole, depth: self.special(said),
    "same": lambda self, said, whole, depth: self.same(said),
    "bytes": lambda self, said, whole, depth: self.keep(whole, self.raw(said)),
    "bytearray": lambda self, said, whole, depth: self.keep(whole, bytearray(self.raw(said))),
    "complex": lambda self, said, whole, depth: self.complex(said, depth),
    "dtype": lambda self, said, whole, depth: self.keep(whole, self.element_type(said)),
    "scalar": lambda self, said, whole, depth: self.keep(whole, self.scalar(said, whole, depth)),
    "numpy": lambda self, said, whole, depth: self.keep(whole, self.tensor(said).copy()),
    "array": lambda self, said, whole, depth: self.array(said, whole, depth),
    "object": lambda self, said, whole, depth: self.object(whole, depth),
}  # fmt: skip


def loads(data: bytes) -> dict[Any, Any] | tuple[dict[Any, Any], Optimizer]:
    """Read what `chunks` makes; StatesError where it is damaged.

    Parameters
    ----------
    data : bytes

    Returns
    -------
    dict, or (dict, Optimizer)
    """
    try:
        metadata, tensors = safetensors.read(data, "optimizer states")
    except MXNetError as error:
        raise StatesError(str(error)) from error
    if safetensors.STATES not in metadata:
        hint = " `jmx convert` made it of a pickle, and makes one of it again." if "jmx" in metadata else ""
        raise StatesError(f"this safetensors file holds no optimizer states: its metadata lack {safetensors.STATES!r}.{hint}")
    reader = _Reader(tensors)
    try:
        said = json.loads(metadata[safetensors.STATES])
    except (ValueError, RecursionError) as error:
        reader.fail(" ".join(str(error).split()))
    if not isinstance(said, dict) or said.get("version") != 1:
        reader.fail("it has another version than 1")
    states = reader.value(said.get("states"))
    read = (states, reader.value(said["optimizer"])) if "optimizer" in said else states
    check_nesting(read, len(data), reader.fail)
    return _objects.checked(read, reader.made, len(data), reader.fail)
