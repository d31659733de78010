"""What pickles of optimizer states may make besides containers: bytes, numbers, and NumPy's arrays, scalars and element types.

Each constructor gets the reader and the arguments that the file gives, and checks them. None of them calls what it got.
"""

from __future__ import annotations

import functools
import inspect
import math
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

if TYPE_CHECKING:
    from .pickles import Reader

#: dimensions that an array of NumPy 1 has at most
_MOST_DIMENSIONS = 32
_PLAIN = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128".split()
#: what files call an element type -> it; none of these types holds addresses
_TYPES = {name: numpy.dtype(name) for name in _PLAIN}
_TYPES |= {dtype.str[1:]: dtype for dtype in _TYPES.values()} | {"?": numpy.dtype("bool")}
#: NumPy's scalars that may be keys
SCALARS = {dtype.type for dtype in _TYPES.values() if dtype.kind != "c"}
#: modules of Python 2 -> their names in Python 3
OLD_MODULES = {"__builtin__": "builtins", "copy_reg": "copyreg"}


class Name:
    """A class or function that a pickle names: how it is made here, or what a reader's `known` returned for it."""

    __slots__ = ("known", "make", "name", "place")

    def __init__(self, place: str, name: str, make: Callable[..., Any] | None, known: Any) -> None:
        self.place, self.name, self.make, self.known = place, name, make, known

    def __str__(self) -> str:
        return f"{self.place:.100}.{self.name:.100}"


class ElementType:
    """An element type, whose byte order may follow."""

    __slots__ = ("dtype",)

    def __init__(self, dtype: numpy.dtype) -> None:
        self.dtype = dtype

    def __str__(self) -> str:
        return f"the element type {self.dtype}"


class Arguments(tuple[Any, ...]):
    """A tuple with names or element types in it, which is an argument and no value."""

    __slots__ = ()

    def __str__(self) -> str:
        return "a tuple with the name of a class or element type"


def described(value: Any) -> str:
    """What a value is, for an error."""
    if isinstance(value, (Name, ElementType, Arguments)):
        return str(value)
    return "None" if value is None else f"a value of type {type(value).__name__}"


@functools.cache
def arity(make: Callable[..., Any]) -> tuple[int, int]:
    """The least and the largest number of arguments from the file."""
    parameters = list(inspect.signature(make).parameters.values())[1:]
    return sum(p.default is p.empty for p in parameters), len(parameters)


def _raw(reader: Reader, value: Any, what: str) -> bytes:
    """Bytes, which Python 2 and the old protocols write as text."""
    if type(value) is str:
        try:
            value = value.encode("latin-1")
        except UnicodeEncodeError:
            reader.damaged(f"{what} has characters that are no bytes")
    if type(value) not in (bytes, bytearray):
        reader.damaged(f"{what} is {described(value)}, not bytes")
    reader.cost(len(value))
    return bytes(value)


def _encode(reader: Reader, text: Any, encoding: Any = "latin1") -> bytes:
    return _raw(reader, text, "a text")


def _bytes(reader: Reader) -> bytes:
    return b""  # others are made by _codecs.encode


def _bytearray(reader: Reader, data: Any = b"", encoding: Any = "latin-1") -> bytearray:
    return bytearray(_raw(reader, data, "a bytearray"))


def _complex(reader: Reader, real: Any, imaginary: Any = 0.0) -> complex:
    if type(real) not in (int, float) or type(imaginary) not in (int, float):
        reader.damaged("a complex number is not made of two numbers")
    try:
        return complex(real, imaginary)
    except OverflowError:
        reader.damaged("a complex number is too large")


def _items(reader: Reader, values: Any) -> list[Any]:
    if type(values) not in (list, tuple):
        reader.damaged(f"a container is made of {described(values)}, not of a list")
    reader.cost(8 * len(values))
    return list(values)


def _set(reader: Reader, values: Any = ()) -> set[Any]:
    made: set[Any] = set()
    for value in _items(reader, values):
        made.add(reader.key(made, value))
    return made


def _frozenset(reader: Reader, values: Any = ()) -> frozenset[Any]:
    return frozenset(_set(reader, values))


def _ordered_dict(reader: Reader, pairs: Any = ()) -> OrderedDict[Any, Any]:
    made: OrderedDict[Any, Any] = OrderedDict()
    for pair in _items(reader, pairs):
        if type(pair) not in (list, tuple) or len(pair) != 2:
            reader.damaged("an item of a dict is no pair of key and value")
        reader.set_items(made, list(pair))
    return made


def _element_type(reader: Reader, name: Any, align: Any = False, copy: Any = False) -> ElementType:
    """numpy.dtype('f8', False, True): plain element types only."""
    if isinstance(name, bytes):
        name = name.decode("latin-1")
    order = ""
    if type(name) is str and name[:1] in ("<", ">", "=", "|"):
        order, name = name[0], name[1:]
    if type(name) is not str or name not in _TYPES:
        said = f"{name!r:.60}" if isinstance(name, str) else described(name)
        reader.damaged(f"it has the element type {said}, and only {', '.join(_PLAIN)} are read")
    made = ElementType(_TYPES[name])
    if order in ("<", ">"):
        made.dtype = made.dtype.newbyteorder(order)
    return made


def set_byte_order(reader: Reader, target: ElementType, state: Any) -> None:
    """The state of an element type, (version, byte order, None, None, None, -1, -1, flags): all but the order is as it was."""
    order = state[1] if type(state) is tuple and len(state) in (8, 9) else None
    # compared as texts, since what is no number may have a comparison of its own
    rest = [
        str(value) if value is None or type(value) is int else ""
        for value in (state[:1] + state[2:] if type(order) is str else ())
    ]
    plain = rest[:1] in (["3"], ["4"]) and rest[1:7] == ["None", "None", "None", "-1", "-1", "0"] and rest[7:] in ([], ["None"])
    if type(order) is not str or order not in ("<", ">", "|", "=") or not plain:
        reader.damaged("an element type gets more than a byte order")
    if order in ("<", ">"):
        target.dtype = target.dtype.newbyteorder(order)


def _placeholder(reader: Reader, what: Any, shape: Any = (0,), code: Any = b"b") -> numpy.ndarray:
    """numpy.core.multiarray._reconstruct(numpy.ndarray, (0,), b'b'), whose value is its state."""
    if not isinstance(what, Name) or (what.place, what.name) != ("numpy", "ndarray"):
        reader.damaged(f"it makes an array of class {described(what)}")
    return reader.unfilled_array(numpy.ndarray((0,), "b"))


def _checked(reader: Reader, shape: Any, dtype: Any, raw: Any) -> tuple[tuple[int, ...], numpy.dtype, bytes]:
    """The shape, element type and elements of an array that fit each other."""
    if type(dtype) is not ElementType:
        reader.damaged(f"an array has {described(dtype)} in the place of an element type")
    if type(shape) is int:
        shape = (shape,)
    if type(shape) is not tuple or len(shape) > _MOST_DIMENSIONS or not all(type(n) is int and n >= 0 for n in shape):
        reader.damaged("an array has a shape that is none")
    data = _raw(reader, raw, "an array")
    if math.prod(n for n in shape if n) >= 2**60 or math.prod(shape) * dtype.dtype.itemsize != len(data):
        reader.damaged(f"an array of {dtype.dtype} has {len(data)} bytes, and its shape does not fit that: {shape!r:.100}")
    return shape, dtype.dtype, data


def fill_array(reader: Reader, array: numpy.ndarray, state: Any) -> None:
    """Give an array its value: (version, shape, element type, whether columns come first, elements)."""
    if not isinstance(state, tuple) or len(state) not in (4, 5):
        reader.damaged("the state of an array is not five values")
    shape, dtype, data = _checked(reader, state[-4], state[-3], state[-1])
    columns_first = bool(type(state[-2]) in (bool, int) and state[-2])
    value: Any = array  # the type checker knows another form of states
    value.__setstate__((1, shape, dtype, columns_first, data))


def _scalar(reader: Reader, dtype: Any, raw: Any = None) -> Any:
    _, plain, data = _checked(reader, (), dtype, raw)
    return numpy.frombuffer(data, plain, 1)[0]


def _from_buffer(reader: Reader, raw: Any, dtype: Any, shape: Any, order: Any = "C") -> numpy.ndarray:
    """Arrays of protocol 5."""
    dims, plain, data = _checked(reader, shape, dtype, raw)
    if type(order) is not str or order not in ("C", "F"):
        reader.damaged("an array has an order of elements that is none")
    return numpy.frombuffer(data, plain).reshape(dims, order=order).copy(order)


def _argument_only(reader: Reader, *arguments: Any) -> Any:
    reader.damaged("it makes an array of no bytes, or an object of no class")


def _reconstructor(reader: Reader, what: Any, base: Any, state: Any) -> Any:
    """Objects of protocols 0 and 1: copyreg._reconstructor(class, object, None)."""
    if not isinstance(base, Name) or (base.place, base.name) != ("builtins", "object") or state is not None:
        reader.damaged(f"it makes {described(what)} from {described(base)}")
    return reader.instance(what, ())


#: (module under its name in NumPy 1 and Python 3, name) -> what makes it
CONSTRUCTORS: dict[tuple[str, str], Callable[..., Any]] = {
    ("_codecs", "encode"): _encode,
    ("builtins", "bytearray"): _bytearray,
    ("builtins", "bytes"): _bytes,
    ("builtins", "complex"): _complex,
    ("builtins", "frozenset"): _frozenset,
    ("builtins", "object"): _argument_only,
    ("builtins", "set"): _set,
    ("collections", "OrderedDict"): _ordered_dict,
    ("copyreg", "_reconstructor"): _reconstructor,
    ("numpy", "dtype"): _element_type,
    ("numpy", "ndarray"): _argument_only,
    ("numpy.core.multiarray", "_reconstruct"): _placeholder,
    ("numpy.core.multiarray", "scalar"): _scalar,
    ("numpy.core.numeric", "_frombuffer"): _from_buffer,
}
