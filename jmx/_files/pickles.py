"""Pickles of optimizer states, read as data by an interpreter of our own.

A pickle is a program. Python's unpickler lets it call functions, and change classes and element types in place. The interpreter
here knows those that the files of MXNet and of jmx have, protocols 0 to 5. It makes None, numbers, texts, bytes, containers,
and NumPy's arrays and scalars of plain element types; `_pickle_values.py` has the constructors. Objects of classes are made by
`Reader.new` and `Reader.fill` of a subclass. Nothing is imported, nothing that the file names is called.

Work and memory are bounded by the size of the file: lengths are compared with what is left of it, copies are counted, and keys of
dicts must not collide.
"""

from __future__ import annotations

import pickle
import re
import struct
from collections import OrderedDict
from collections.abc import Callable
from pickle import UnpicklingError
from typing import Any, NoReturn

import numpy

from ..base import MXNetError
from . import _pickle_values as values
from ._pickle_values import Arguments, ElementType, Name

#: the longest integer, in bytes, and the longest line of a number
_MOST_INTEGER, _MOST_LINE = 255, 700
#: how many different keys of one dict or set may have one hash, and how long a tuple may be as a key
_MOST_COLLISIONS, _MOST_KEY = 16, 16
#: containers and objects: this many, and one more for so many bytes of the file
_OBJECTS, _BYTES_PER_OBJECT = 100_000, 8
#: bytes and elements that constructors may copy: this many, and so many for each byte of the file
_COPIES, _COPIES_PER_BYTE = 65_536, 4

#: how deep containers may be
MOST_DEPTH = 20
_CONTAINERS = (dict, OrderedDict, list, tuple)
_INTERNAL = (Name, ElementType, Arguments)
_KEYS = {type(None), bool, float, str, bytes, *values.SCALARS}
_ESCAPE = re.compile(rb"\\(x[0-9a-fA-F]{2}|.)", re.DOTALL)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"\\": b"\\", b"'": b"'", b'"': b'"'}


class StatesError(MXNetError, UnpicklingError):
    """Optimizer states that are damaged, or hold what is not read from such files."""


def mxnets_module(module: str) -> str:
    """The module's name in MXNet and in NumPy 1."""
    root, dot, rest = module.partition(".")
    if root == "jmx":
        return f"mxnet{dot}{rest}"
    if module.startswith("numpy._core"):
        return "numpy.core" + module.removeprefix("numpy._core")
    return module


class Reader:
    """Reads one pickle of optimizer states; a subclass says what stands for classes.

    Parameters
    ----------
    data : bytes or FileBytes
        The pickle.
    """

    def __init__(self, data: Any) -> None:
        self.data = data
        self.size = len(data)
        self.at = 0
        self._opcode_at = 0
        self._stack: list[Any] = []
        self._marks: list[int] = []
        self._fence = 0  # below it the stack belongs to an open mark
        self._memo: dict[int, Any] = {}
        self._memo_list: list[Any] = []  # objects that were kept in order, as most are
        self._unfilled: dict[int, Any] = {}
        self._hashes: dict[int, tuple[Any, dict[int, int]]] = {}  # by the container's id: it, and how often it got a hash
        self._objects_left = _OBJECTS + self.size // _BYTES_PER_OBJECT
        self._copies_left = _COPIES + self.size * _COPIES_PER_BYTE

    # ---- what a subclass says

    def known(self, place: str, name: str) -> Any:
        """What `new` is to make an object of, for a class that the file names, or None; `place` is the module's name in MXNet."""

    def new(self, known: Any, arguments: tuple[Any, ...]) -> Any:
        """An object without state of what `known` returned; `arguments` are those of the constructor in the file."""
        raise NotImplementedError

    def fill(self, made: Any, state: Any) -> None:
        """Give an object of `new` its state, which is data; StatesError where it does not fit. Called once for each object."""
        raise NotImplementedError

    def blob(self, start: int, end: int) -> bytes:
        """The bytes that the file holds from `start` to `end`."""
        return self.data[start:end]

    # ---- errors

    def refuse(self, what: str) -> NoReturn:
        """Raise StatesError, with the place."""
        if not what.isprintable():
            what = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in what)
        raise StatesError(f"{what}, at byte {self._opcode_at} of {self.size}{self._opcode()}")

    def damaged(self, what: str) -> NoReturn:
        """Raise StatesError for what no file of states has."""
        self.refuse(f"these are no optimizer states, or they are damaged: {what}")

    def _opcode(self) -> str:
        if self._opcode_at >= self.size:
            return ""
        name = _NAMES.get(self.data[self._opcode_at])
        return f" ({name})" if name else ""

    # ---- limits

    def cost(self, count: int) -> None:
        """Count bytes or elements that are copied; StatesError where a file asks for many times its size."""
        self._copies_left -= count
        if self._copies_left < 0:
            self.damaged("it copies the same bytes again and again")

    def _object(self) -> None:
        self._objects_left -= 1
        if self._objects_left < 0:
            self.damaged("it has more containers than its size explains")

    def datum(self, value: Any) -> Any:
        """`value` as what a container or a state may hold."""
        if type(value) is ElementType:
            return value.dtype
        if type(value) in _INTERNAL:
            self.damaged(f"{value} is no value")
        return value

    def key(self, holder: Any, value: Any) -> Any:
        """`value` as a key of a dict, or an element of a set, that computes and compares nothing of its own."""
        kind = type(value)
        if kind is int:
            if value.bit_length() > 64:
                self.damaged(f"a key is an integer of {value.bit_length()} bits")
        elif kind is tuple:
            if len(value) > _MOST_KEY or any(type(v) is tuple for v in value):
                self.damaged("a key is a long or nested tuple")
            for part in value:
                self.key(holder, part)
            counts = self._hashes.setdefault(id(holder), (holder, {}))[1]
            number = counts[hash(value)] = counts.get(hash(value), 0) + 1
            if number > _MOST_COLLISIONS:
                self.damaged("many keys have one hash")
        elif kind not in _KEYS:
            self.damaged(f"a key is {values.described(value)}, not a number or a text")
        return value

    # ---- bytes of the file

    def take(self, count: int) -> bytes:
        """The next bytes of the file, few of them."""
        start, end = self.at, self.at + count
        if end > self.size:
            self.damaged(f"it needs {count} bytes, and {self.size - start} are left")
        self.at = end
        return self.data[start:end]

    def _number(self, code: struct.Struct) -> int:
        return code.unpack(self.take(code.size))[0]

    def _blob(self, length: struct.Struct) -> bytes:
        count = self._number(length)
        if not 0 <= count <= self.size - self.at:
            self.damaged(f"it announces {count} bytes, and {self.size - self.at} are left")
        start = self.at
        self.at += count
        return self.blob(start, self.at)

    def _line(self, most: int | None = None) -> bytes:
        start = self.at
        end = self.data.find(b"\n", start) if most is None else self.data.find(b"\n", start, start + most + 1)
        if end < 0:
            self.damaged("a line does not end" if most is None else f"a number does not end within {most} characters")
        self.at = end + 1
        return self.data[start:end]

    def _parsed(self, parse: Callable[[bytes], Any], line: bytes) -> Any:
        try:
            return parse(line)
        except ValueError:
            self.damaged(f"{line[:40]!r} is no number")

    def _text(self, raw: bytes, encoding: str, errors: str = "strict") -> str:
        try:
            return raw.decode(encoding, errors)
        except UnicodeDecodeError:
            self.damaged(f"{raw[:40]!r} is no text")

    # ---- the stack and the memo

    def _pop(self) -> Any:
        if len(self._stack) <= self._fence:
            self.damaged("it takes a value where there is none")
        return self._stack.pop()

    def _top(self) -> Any:
        if len(self._stack) <= self._fence:
            self.damaged("it takes a value where there is none")
        return self._stack[-1]

    def _marked(self) -> list[Any]:
        """What was pushed since the last mark, taken off the stack with the mark."""
        if not self._marks:
            self.damaged("it goes back to a mark where there is none")
        start = self._marks.pop()
        items = self._stack[start:]
        del self._stack[start:]
        self._fence = self._marks[-1] if self._marks else 0
        return items

    def _keep(self, index: int) -> None:
        if not 0 <= index <= self._opcode_at:
            self.damaged(f"it keeps object number {index} after {self._opcode_at} bytes")
        if index == len(self._memo_list):
            self._memo_list.append(self._top())
            if self._memo:
                self._memo.pop(index, None)
        elif index < len(self._memo_list):
            self._memo_list[index] = self._top()
        else:
            self._memo[index] = self._top()

    def _get(self, index: int) -> None:
        kept = self._memo_list
        if 0 <= index < len(kept):
            self._stack.append(kept[index])
        elif index in self._memo:
            self._stack.append(self._memo[index])
        else:
            self.damaged(f"it asks for object number {index}, which was not kept")

    # ---- opcodes; each is called after its byte was read

    def _mark(self) -> None:
        self._fence = len(self._stack)
        self._marks.append(self._fence)

    def _proto(self) -> None:
        version = self.take(1)[0]
        if version > 5:
            self.damaged(f"it has pickle protocol {version}, and 5 is the highest")

    def _frame(self) -> None:
        count = self._number(_U64)
        if count > self.size - self.at:
            self.damaged(f"it announces {count} bytes, and {self.size - self.at} are left")

    def _dup(self) -> None:
        self._stack.append(self._top())

    def _pop_one(self) -> None:
        if self._marks and len(self._stack) == self._marks[-1]:
            self._marked()
        else:
            self._pop()

    def _int(self) -> None:
        line = self._line(_MOST_LINE)
        self._stack.append(line == b"01" if line in (b"00", b"01") else self._parsed(int, line))

    def _long(self) -> None:
        self._stack.append(self._parsed(int, self._line(_MOST_LINE).removesuffix(b"L")))

    def _binary_long(self, code: struct.Struct) -> None:
        count = self._number(code)
        if not 0 <= count <= _MOST_INTEGER:
            self.damaged(f"it has an integer of {count} bytes, and {_MOST_INTEGER} is the most")
        self._stack.append(int.from_bytes(self.take(count), "little", signed=True))

    def _float(self) -> None:
        self._stack.append(self._parsed(float, self._line(_MOST_LINE)))

    def _string(self) -> None:
        line = self._line()
        if len(line) < 2 or line[:1] not in b"'\"" or line[:1] != line[-1:]:
            self.damaged("a text has no quotes")
        self._push_old_text(_ESCAPE.sub(self._unescaped, line[1:-1]))

    @staticmethod
    def _unescaped(found: re.Match[bytes]) -> bytes:
        what = found[1]
        return bytes([int(what[1:], 16)]) if len(what) == 3 else _ESCAPED.get(what, found[0])

    def _push_old_text(self, raw: bytes) -> None:
        """A text of Python 2: bytes where it is not ASCII."""
        self._stack.append(raw.decode("ascii") if raw.isascii() else raw)

    def _tuple(self, items: list[Any]) -> None:
        self._object()
        internal = any(type(item) in _INTERNAL for item in items)
        self._stack.append(Arguments(items) if internal else tuple(items))

    def _tuple_of(self, count: int) -> None:
        if len(self._stack) - count < self._fence:
            self.damaged("it takes a value where there is none")
        items = self._stack[-count:]
        del self._stack[-count:]
        self._tuple(items)

    def _container(self, make: Callable[[], Any]) -> None:
        self._object()
        self._stack.append(make())

    def _list(self) -> None:
        items = self._marked()
        self._container(list)
        self._stack[-1].extend(map(self.datum, items))

    def _dict(self) -> None:
        items = self._marked()
        self._container(dict)
        self.set_items(self._stack[-1], items)

    def _frozenset(self) -> None:
        items = self._marked()
        self._object()
        self._stack.append(frozenset([self.key(items, item) for item in items]))

    def _append(self, items: list[Any]) -> None:
        target = self._top()
        if type(target) is not list:
            self.damaged(f"it appends to {values.described(target)}, not to a list")
        target.extend(map(self.datum, items))

    def _set_items(self, items: list[Any]) -> None:
        target = self._top()
        if type(target) is not dict and type(target) is not OrderedDict:
            self.damaged(f"it sets items of {values.described(target)}, not of a dict")
        self.set_items(target, items)

    def set_items(self, target: dict[Any, Any], items: list[Any]) -> None:
        """Put keys and values, which follow each other, into a dict."""
        if len(items) % 2:
            self.damaged("a key has no value")
        for i in range(0, len(items), 2):
            target[self.key(target, items[i])] = self.datum(items[i + 1])

    def _add_items(self) -> None:
        items = self._marked()
        target = self._top()
        if type(target) is not set:
            self.damaged(f"it adds to {values.described(target)}, not to a set")
        target.update([self.key(target, item) for item in items])

    def _set_item(self) -> None:
        value = self._pop()
        key = self._pop()
        self._set_items([key, value])

    def _global(self) -> None:
        module = self._text(self._line(), "utf-8")
        self._name(module, self._text(self._line(), "utf-8"))

    def _stack_global(self) -> None:
        name, module = self._pop(), self._pop()
        if type(name) is not str or type(module) is not str:
            self.damaged("the name of a class is no text")
        self._name(module, name)

    def _name(self, module: str, name: str) -> None:
        place = mxnets_module(values.OLD_MODULES.get(module, module))
        make = values.CONSTRUCTORS.get((place, name))
        known = None
        if make is None:
            known = self.known(place, name)
            if known is None:
                self.refuse(
                    f"these optimizer states ask for {module:.100}.{name:.100}; only arrays, numbers, text, containers, "
                    "registered optimizers and learning-rate schedulers are read"
                )
        self._object()
        self._stack.append(Name(place, name, make, known))

    def _reduce(self) -> None:
        arguments, function = self._pop(), self._pop()
        if type(function) is not Name or not isinstance(arguments, tuple):
            self.damaged(f"it calls {values.described(function)}")
        if function.make is not None:
            self._object()
            self._stack.append(function.make(self, *self._right_number(function, arguments)))
        else:
            self._stack.append(self.instance(function, arguments))

    def _right_number(self, function: Name, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        least, most = values.arity(function.make)
        if not least <= len(arguments) <= most:
            self.damaged(f"it makes {function} of {len(arguments)} arguments")
        return arguments

    def instance(self, what: Any, arguments: Any) -> Any:
        """A new object of a class that the file names, without its state."""
        if type(what) is not Name or what.known is None:
            self.damaged(f"it makes an object of {values.described(what)}")
        if type(arguments) is not tuple:
            self.damaged(f"it makes {what} of what are no values")
        self._object()
        made = self.new(what.known, arguments)
        self._unfilled[id(made)] = made
        return made

    def unfilled_array(self, array: numpy.ndarray) -> numpy.ndarray:
        """Note that `array` gets its value from the next state."""
        self._unfilled[id(array)] = array
        return array

    def _new_object(self) -> None:
        arguments, what = self._pop(), self._pop()
        self._stack.append(self.instance(what, arguments))

    def _new_object_with_keywords(self) -> None:
        keywords, arguments, what = self._pop(), self._pop(), self._pop()
        if type(keywords) is not dict or keywords:
            self.damaged(f"it makes {values.described(what)} with keywords")
        self._stack.append(self.instance(what, arguments))

    def _build(self) -> None:
        state, target = self._pop(), self._top()
        if type(target) is ElementType:
            values.set_byte_order(self, target, state)
            return
        if self._unfilled.pop(id(target), self) is not target:  # nothing on the stack is the reader
            self.damaged(f"it sets the state of {values.described(target)}")
        if type(target) is numpy.ndarray:
            values.fill_array(self, target, state)
        else:
            self.fill(target, self.datum(state))

    def _unknown(self) -> None:
        opcode = self.data[self._opcode_at]
        self.damaged(f"they have no opcode {_NAMES.get(opcode, hex(opcode))}")

    # ---- all of it

    def read(self) -> Any:
        """Read the pickle; StatesError, with the place, for damaged or foreign data."""
        data, size = self.data, self.size
        while True:
            self._opcode_at = at = self.at
            if at >= size:
                self.damaged("it ends before its last opcode")
            opcode = data[at]
            self.at = at + 1
            if opcode == _STOP:
                break
            _OPCODES[opcode](self)
        value = self.datum(self._pop())
        for made in list(self._unfilled.values()):
            if type(made) is numpy.ndarray:
                self.damaged("an array has no value")
            self.fill(made, {})
        check_nesting(value, self.size, self.damaged)
        return value


def check_nesting(value: Any, size: int, fail: Callable[[str], NoReturn]) -> None:
    """Refuse containers that do not end, or in which a walk takes many more steps than the file has bytes."""
    left = [(value, 0)]
    steps = 4 * size
    while left:
        value, depth = left.pop()
        kind = type(value)
        below = value.values() if kind is dict or kind is OrderedDict else value if kind is list or kind is tuple else ()
        steps -= len(below)
        if below and depth == MOST_DEPTH:
            fail(f"they are nested more than {MOST_DEPTH} deep, or refer to themselves")
        if steps < 0:
            fail("the same containers are in others again and again")
        left += [(item, depth + 1) for item in below if type(item) in _CONTAINERS]


def check_states(read: Any) -> None:
    """StatesError unless `read` is what an updater writes: states by index, or these and the optimizer."""
    states = read[0] if type(read) is tuple and len(read) == 2 else read
    if type(states) is not dict:
        raise StatesError(f"optimizer states are a dict of index to state, these hold a {type(states).__name__}")


_U8, _U16, _U32, _U64 = (struct.Struct(code) for code in ("<B", "<H", "<I", "<Q"))
_I32, _F64 = struct.Struct("<i"), struct.Struct(">d")
_STOP = ord(".")


def _pushes(value: Any) -> Callable[[Reader], None]:
    return lambda self: self._stack.append(value)


def _pushes_number(code: struct.Struct) -> Callable[[Reader], None]:
    return lambda self: self._stack.append(self._number(code))


def _index(self: Reader) -> int:
    return self._parsed(int, self._line(20))


_ACTIONS: dict[str, Callable[[Reader], Any]] = {
    "MARK": Reader._mark,
    "POP": Reader._pop_one,
    "POP_MARK": lambda self: self._marked() and None,
    "DUP": Reader._dup,
    "PROTO": Reader._proto,
    "FRAME": Reader._frame,
    "NONE": _pushes(None),
    "NEWTRUE": _pushes(True),
    "NEWFALSE": _pushes(False),
    "INT": Reader._int,
    "BININT": _pushes_number(_I32),
    "BININT1": _pushes_number(_U8),
    "BININT2": _pushes_number(_U16),
    "LONG": Reader._long,
    "LONG1": lambda self: self._binary_long(_U8),
    "LONG4": lambda self: self._binary_long(_I32),
    "FLOAT": Reader._float,
    "BINFLOAT": _pushes_number(_F64),
    "STRING": Reader._string,
    "BINSTRING": lambda self: self._push_old_text(self._blob(_I32)),
    "SHORT_BINSTRING": lambda self: self._push_old_text(self._blob(_U8)),
    "UNICODE": lambda self: self._stack.append(self._text(self._line(), "raw-unicode-escape")),
    "BINUNICODE": lambda self: self._stack.append(self._text(self._blob(_U32), "utf-8", "surrogatepass")),
    "SHORT_BINUNICODE": lambda self: self._stack.append(self._text(self._blob(_U8), "utf-8", "surrogatepass")),
    "BINUNICODE8": lambda self: self._stack.append(self._text(self._blob(_U64), "utf-8", "surrogatepass")),
    "BINBYTES": lambda self: self._stack.append(self._blob(_U32)),
    "SHORT_BINBYTES": lambda self: self._stack.append(self._blob(_U8)),
    "BINBYTES8": lambda self: self._stack.append(self._blob(_U64)),
    "BYTEARRAY8": lambda self: self._stack.append(bytearray(self._blob(_U64))),
    "EMPTY_TUPLE": _pushes(()),
    "TUPLE": lambda self: self._tuple(self._marked()),
    "TUPLE1": lambda self: self._tuple_of(1),
    "TUPLE2": lambda self: self._tuple_of(2),
    "TUPLE3": lambda self: self._tuple_of(3),
    "EMPTY_LIST": lambda self: self._container(list),
    "LIST": Reader._list,
    "APPEND": lambda self: self._append([self._pop()]),
    "APPENDS": lambda self: self._append(self._marked()),
    "EMPTY_DICT": lambda self: self._container(dict),
    "DICT": Reader._dict,
    "SETITEM": Reader._set_item,
    "SETITEMS": lambda self: self._set_items(self._marked()),
    "EMPTY_SET": lambda self: self._container(set),
    "ADDITEMS": Reader._add_items,
    "FROZENSET": Reader._frozenset,
    "PUT": lambda self: self._keep(_index(self)),
    "BINPUT": lambda self: self._keep(self._number(_U8)),
    "LONG_BINPUT": lambda self: self._keep(self._number(_U32)),
    "MEMOIZE": lambda self: self._keep(len(self._memo_list) + len(self._memo)),
    "GET": lambda self: self._get(_index(self)),
    "BINGET": lambda self: self._get(self._number(_U8)),
    "LONG_BINGET": lambda self: self._get(self._number(_U32)),
    "GLOBAL": Reader._global,
    "STACK_GLOBAL": Reader._stack_global,
    "REDUCE": Reader._reduce,
    "NEWOBJ": Reader._new_object,
    "NEWOBJ_EX": Reader._new_object_with_keywords,
    "BUILD": Reader._build,
}
#: pickletools has them as well, and takes 3 ms to be imported
_NAMES = {ord(code): name for name in pickle.__all__ if isinstance(code := getattr(pickle, name), bytes) and len(code) == 1}
_OPCODES = [_ACTIONS.get(_NAMES.get(code, ""), Reader._unknown) for code in range(256)]
