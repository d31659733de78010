"""MXNet's files of arrays (.params), and the raw arrays in its pickles.

NumPy arrays in, NumPy arrays out; what an NDArray is, the callers know. All numbers are little-endian:

    file    0x112 u64, 0 u64, array count u64, arrays, name count u64, names (length u64, UTF-8 bytes)
    array   magic u32, storage type i32, [stored shape, if sparse], shape, device type i32, device id i32,
            element type i32, [element type i32 and shape of each auxiliary array, if sparse],
            elements, [elements of the auxiliary arrays]
    shape   dimension count i32, dimensions i64

The magic tells MXNet's version of the array format. V3 (0xF993FACA) was written under NumPy shape semantics, where ()
is a scalar; in V2 (0xF993FAC9) a shape without dimensions means "no array", and the array ends there. V1 (0xF993FAC8)
has no storage types. Before V1 there was no magic: the dimension count (u32) comes first and dimensions are u32.
"""

from __future__ import annotations

import math
import os
import struct
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..base import MXNetError
from .atomic import atomic_file, local_path
from .element_types import CODES, FROM_CODE
from .errors import FileError
from .reading import FileBytes, read_file

LIST_MAGIC = 0x112
V1_MAGIC, V2_MAGIC, V3_MAGIC = 0xF993FAC8, 0xF993FAC9, 0xF993FACA
CPU = (1, 0)
#: dimensions that an array of NumPy has at most
_MOST_DIMENSIONS = 64
#: rows of an empty matrix, and bytes in a row of an empty array, that a file is believed to mean
_MOST_EMPTY = 1 << 28

#: storage type code -> name and element count of its auxiliary arrays
_STORAGE = {0: "default", 1: "row_sparse", 2: "csr"}
_STORAGE_CODE = {name: code for code, name in _STORAGE.items()}
_AUX_COUNT = {"default": 0, "row_sparse": 1, "csr": 2}


@dataclass
class SparseParts:
    """A sparse array as its parts: `data` holds the stored values.

    row_sparse: `aux` is (row indices,). csr: `aux` is (indptr, column indices).
    """

    stype: str
    shape: tuple
    data: Any
    aux: tuple


@dataclass
class Stored:
    """An array with all that a file says about it.

    `value` is None where the array had no shape yet; `version` is that of its format, 0 to 3; `context` is (device type,
    device id); `header`, `start` and `end` are the bytes where its header begins, where its elements begin, and where it ends.
    """

    value: np.ndarray | SparseParts | None
    version: int
    context: tuple[int, int]
    header: int
    start: int
    end: int


@dataclass
class Contents:
    """What a .params file holds: its arrays, their names (or none), and how many bytes follow the last one."""

    arrays: list[Stored] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    rest: int = 0


_NUMBERS = {code: struct.Struct("<" + code) for code in "iIqQ"}


class _Reader:
    """Reads from a buffer, front to back, and never past its end."""

    def __init__(self, data, source) -> None:
        self.view = memoryview(data).cast("B")
        self.size = len(self.view)
        self.at = 0
        self.source = source

    def raw(self, count):
        """The next bytes, without going on."""
        return self.view[self.at : self.at + count]

    def array(self, shape, dtype, count):
        """The next bytes as an array, without going on."""
        return np.frombuffer(self.view, dtype, count, self.at).reshape(shape)

    def fail(self, what):
        raise MXNetError(f"{self.source}: Invalid NDArray file format: {what}, at byte {self.at} of {self.size}")

    def need(self, count, what) -> None:
        if count > self.size - self.at:
            self.fail(f"{what} needs {count} bytes and {self.size - self.at} are left")

    def number(self, code, what):
        form = _NUMBERS[code]
        self.need(form.size, what)
        (value,) = form.unpack(self.raw(form.size))
        self.at += form.size
        return value

    def dims(self, count, code, what):
        size = struct.calcsize(code)
        if _MOST_DIMENSIONS < count <= (self.size - self.at) // size:
            self.fail(f"{what} has {count} dimensions, and {_MOST_DIMENSIONS} is the most")
        self.need(count * size, f"{what} of {count} dimensions")
        values = struct.unpack(f"<{count}{code}", self.raw(count * size))
        self.at += count * size
        return values

    def shape(self, what):
        count = self.number("i", what)
        if count < 0:
            return None
        return self.dims(count, "q", what)

    def element_type(self, what):
        code = self.number("i", what)
        if code not in FROM_CODE:
            self.fail(f"Unknown type enum {code} as {what}")
        return FROM_CODE[code]

    def elements(self, shape, dtype, what):
        if any(n < 0 for n in shape):
            self.fail(f"{what} has a negative dimension in its shape {tuple(shape)}")
        count = 1
        for n in shape:
            count *= n
        self.need(count * dtype.itemsize, f"{what} of shape {tuple(shape)} and type {dtype.name}")
        try:
            array = self.array(shape, dtype, count) if count else np.empty(0, dtype).reshape(shape)
        except ValueError:  # nothing in one dimension, and more in the others than an address can count
            self.fail(f"{what} has a shape that is too large, {tuple(shape)}")
        self.at += count * dtype.itemsize
        return array

    def text(self, what):
        count = self.number("Q", f"the length of {what}")
        self.need(count, what)
        raw = bytes(self.raw(count))
        try:
            value = raw.decode("utf-8")
        except UnicodeDecodeError:
            self.fail(f"{what} is not UTF-8 text")
        self.at += count
        return value


class _FileReader(_Reader):
    """Reads from a file."""

    def __init__(self, file, source) -> None:
        self.file, self.size, self.at, self.source = file, len(file), 0, source

    def raw(self, count):
        return self.file[self.at : self.at + count]

    def array(self, shape, dtype, count):
        return self.file.elements(dtype, tuple(shape), self.at)


def _reader(data, source):
    return (_FileReader if isinstance(data, FileBytes) else _Reader)(data, source)


def _check_semantics(is_v3, np_shape, source):
    if np_shape is None or is_v3 == bool(np_shape):
        return
    if is_v3:
        raise MXNetError(
            f"{source}: ndarray was saved in np shape semantics, must be loaded in the same semantics. Please turn on "
            "np shape semantics in Python using `with np_shape(True)` or decorator `use_np_shape` to scope the code of "
            "loading the ndarray."
        )
    raise MXNetError(
        f"{source}: ndarray was not saved in np shape semantics, but being loaded in np shape semantics. Please turn "
        "off np shape semantics in Python using `with np_shape(False)` to scope the code of loading the ndarray."
    )


_VERSIONS = {V1_MAGIC: 1, V2_MAGIC: 2, V3_MAGIC: 3}


def _read_array(reader, np_shape, what):
    header = reader.at
    magic = reader.number("I", what)
    version = _VERSIONS.get(magic, 0)
    _check_semantics(version == 3, np_shape, reader.source)
    value, context, start = _read_current(reader, version == 3, what) if version > 1 else _read_old(reader, magic, version, what)
    return Stored(value, version, context, header, start, reader.at)


def _read_old(reader, magic, version, what):
    shape = reader.shape(what) if version else reader.dims(magic, "I", what)
    if not shape:
        return None, CPU, reader.at
    context = _read_context(reader, what)
    dtype = reader.element_type(f"the element type of {what}")
    start = reader.at
    return reader.elements(shape, dtype, what), context, start


def _read_current(reader, is_v3, what):
    code = reader.number("i", f"the storage type of {what}")
    if code not in _STORAGE:
        reader.fail(f"Unknown storage type {code} of {what}")
    stype = _STORAGE[code]
    sparse = stype != "default"
    if sparse and is_v3:
        reader.fail(f"{what} has storage type {stype}, and np shape semantics knows only dense arrays")
    stored = reader.shape(f"the stored shape of {what}") if sparse else None
    shape = reader.shape(f"the shape of {what}")
    if shape is None or (not shape and not is_v3) or (is_v3 and -1 in shape):
        return None, CPU, reader.at
    context = _read_context(reader, what)
    dtype = reader.element_type(f"the element type of {what}")
    if not sparse:
        start = reader.at
        return reader.elements(shape, dtype, what), context, start
    aux = []
    for i in range(_AUX_COUNT[stype]):
        aux_dtype = reader.element_type(f"the element type of auxiliary array {i} of {what}")
        aux.append((reader.shape(f"the shape of auxiliary array {i} of {what}") or (), aux_dtype))
    start = reader.at
    data = reader.elements(stored or (), dtype, what)
    parts = tuple(_held(reader.elements(dims, kind, f"auxiliary array {i} of {what}")) for i, (dims, kind) in enumerate(aux))
    value = SparseParts(stype, tuple(shape), data, parts)
    problem = misfit(value)
    if problem is not None:
        reader.fail(f"{what} has storage type {stype}, and {problem}")
    return value, context, start


def _held(array):
    """The array in memory: the indices of sparse arrays are looked at."""
    return array if isinstance(array, np.ndarray) else array.array()


def misfit(value) -> str | None:
    """What is wrong with the parts of a sparse array, or None. A file may hold any; what computes with them relies on it."""
    data, shape = value.data, value.shape
    if min(shape) < 0 or any(part.dtype.kind not in "iu" or part.ndim > 1 for part in value.aux):
        return f"its shape is {shape} and its indices are {', '.join(f'{p.dtype.name} of shape {p.shape}' for p in value.aux)}"
    stored = value.aux[-1]
    if value.stype == "csr":
        if len(shape) != 2:
            return f"its shape is {shape}; a matrix was expected"
        if not data.size and not value.aux[0].size and not stored.size:
            # One without elements may lack the places where its rows begin. Memory is needed for them all the same.
            return f"its {shape[0]} rows are more than it can have" if shape[0] > _MOST_EMPTY else None
        return _misfit_rows(value.aux[0], shape[0]) or _misfit_values(data, stored, (), shape[1])
    if data.size or stored.size:
        return _misfit_values(data, stored, shape[1:], shape[0])
    row = data.dtype.itemsize * math.prod(shape[1:])
    return f"a row of its shape {shape} has {row} bytes, and none is stored" if row > _MOST_EMPTY else None


def _misfit_rows(starts, rows):
    if starts.shape != (rows + 1,):
        return f"its {rows} rows begin at {starts.size} places; {rows + 1} were expected"
    if starts[0] != 0 or (starts[1:] < starts[:-1]).any():
        return "the places where its rows begin do not ascend from 0"
    return None


def _misfit_values(data, stored, row, limit):
    if stored.ndim != 1 or data.shape != (len(stored), *row):
        expected = (len(stored), *row) if stored.ndim else ("n", *row)
        return f"its values have shape {data.shape} and its indices {stored.shape}; values of shape {expected} were expected"
    if len(stored) and not 0 <= int(stored.min()) <= int(stored.max()) < limit:
        return f"its indices lie between {stored.min()} and {stored.max()}; 0 to {limit - 1} was expected"
    return None


def _read_context(reader, what):
    device = f"the device of {what}"
    return reader.number("i", device), reader.number("i", device)


def read(data, np_shape=None, source="buffer", contents=None) -> Contents:
    """Read a .params file from memory, with what it says besides the arrays.

    Parameters
    ----------
    data : bytes-like or FileBytes
    np_shape, source
        See `load_bytes`.
    contents : Contents, optional
        An empty one to fill: it has what comes before the place where a file is cut off.

    Returns
    -------
    Contents

    Raises
    ------
    MXNetError
        See `load_bytes`.
    """
    contents = Contents() if contents is None else contents
    reader = _reader(data, source)
    if reader.number("Q", "the file's magic number") != LIST_MAGIC:
        reader.at = 0
        reader.fail("the file does not begin with MXNet's magic number 0x112")
    reader.number("Q", "the file's header")
    count = reader.number("Q", "the number of arrays")
    reader.need(4 * count, f"a list of {count} arrays")
    for i in range(count):
        contents.arrays.append(_read_array(reader, np_shape, f"array {i}"))
    count = reader.number("Q", "the number of names")
    if count not in (0, len(contents.arrays)):
        reader.fail(f"{count} names for {len(contents.arrays)} arrays")
    for i in range(count):
        contents.names.append(reader.text(f"name {i}"))
    contents.rest = reader.size - reader.at
    return contents


def load_bytes(data, np_shape=None, source="buffer") -> tuple[Any, ...]:
    """Read a .params file from memory.

    Parameters
    ----------
    data : bytes-like
        The whole file. What follows the last name is ignored, as MXNet does.
    np_shape : bool, optional
        Whether NumPy shape semantics is on; an array that was written under the other one is refused, as MXNet does.
        None takes both.
    source : str
        What error messages call the file.

    Returns
    -------
    arrays : list of numpy.ndarray, SparseParts or None
        NumPy arrays are read-only views of `data`; None is an array that was saved before it had a shape.
    names : list of str
        Empty, or as many as arrays.

    Raises
    ------
    MXNetError
        The bytes are not such a file, or are cut off; it says what was being read, and where.
    """
    contents = read(data, np_shape, source)
    return [stored.value for stored in contents.arrays], contents.names


def load_array(data, np_shape=None, source="buffer") -> Any:
    """Read one array without a file around it, as MXNet's pickles hold it (see `load_bytes`)."""
    return read_array(data, np_shape, source).value


def read_array(data, np_shape=None, source="buffer") -> Stored:
    """Read one array as `load_array` does, with what its header says."""
    return _read_array(_reader(data, source), np_shape, "the array")


def _pack_shape(shape):
    return struct.pack(f"<i{len(shape)}q", len(shape), *shape)


def _code(array, what):
    if array.dtype not in CODES:
        raise MXNetError(f"{what}: MXNet's files have no element type {array.dtype}; they have "
                         f"{', '.join(dtype.name for dtype in CODES)}. Convert with astype() first.")  # fmt: skip
    return CODES[array.dtype]


def _elements(array):
    for piece in array.pieces() if hasattr(array, "pieces") else (array,):
        if piece.size:
            yield np.ascontiguousarray(piece).reshape(-1).view(np.uint8).data


def array_header(array, np_shape=False, context=CPU, what="the array") -> bytes:
    """Return what comes before the elements of one array (see `chunks`)."""
    magic = V3_MAGIC if np_shape else V2_MAGIC
    if array is None:
        return struct.pack("<Iii", magic, 0, -1 if np_shape else 0)
    sparse = isinstance(array, SparseParts)
    if sparse and np_shape:
        raise MXNetError(f"{what}: only allow serializing ndarray of default storage type in np shape semantics, "
                         f"and this one is {array.stype}")  # fmt: skip
    if not np_shape and len(array.shape) == 0:
        raise MXNetError(f"{what}: an array of shape () can be saved under NumPy shape semantics only "
                         "(`with mx.np_shape(True)`, or npx.save after npx.set_np())")  # fmt: skip
    values = array.data if sparse else array
    head = struct.pack("<Ii", magic, _STORAGE_CODE[array.stype] if sparse else 0)
    if sparse:
        head += _pack_shape(values.shape)
    head += _pack_shape(array.shape) + struct.pack("<iii", *context, _code(values, what))
    if sparse:
        for part in array.aux:
            head += struct.pack("<i", _code(part, what)) + _pack_shape(part.shape)
    return head


def _array_chunks(array, np_shape, context, what):
    yield array_header(array, np_shape, context, what)
    if isinstance(array, SparseParts):
        for part in (array.data, *array.aux):
            yield from _elements(part)
    elif array is not None:
        yield from _elements(array)


def chunks(arrays, names=(), np_shape=False, contexts=None):
    """Yield a .params file piece by piece (see `save_bytes`).

    `arrays` may be any sequence, and may have objects with `shape`, `dtype` and `pieces()`, which yields the elements front to
    back as NumPy arrays, in the place of arrays.
    """
    names = list(names)
    if names and len(names) != len(arrays):
        raise MXNetError(f"{len(names)} names for {len(arrays)} arrays")
    contexts = contexts or [CPU] * len(arrays)
    yield struct.pack("<QQQ", LIST_MAGIC, 0, len(arrays))
    for i, array in enumerate(arrays):
        yield from _array_chunks(array, np_shape, contexts[i], f"array {names[i]!r}" if names else f"array {i}")
    yield struct.pack("<Q", len(names))
    for name in names:
        raw = name.encode("utf-8")
        yield struct.pack("<Q", len(raw)) + raw


def save_bytes(arrays, names=(), np_shape=False, contexts=None) -> bytes:
    """Return a .params file.

    Parameters
    ----------
    arrays : list of numpy.ndarray, SparseParts or None
    names : sequence of str
        Empty, or one for each array.
    np_shape : bool, default False
        Write under NumPy shape semantics (V3).
    contexts : list of (int, int), optional
        Device type and id to write for each array; default cpu(0).

    Raises
    ------
    MXNetError
        An element type that MXNet's files lack, or a shape that the semantics cannot hold.
    """
    return b"".join(chunks(arrays, names, np_shape, contexts))


def save_array(array, np_shape=False, context=CPU) -> bytes:
    """Return one array without a file around it, as MXNet's pickles hold it (see `save_bytes`)."""
    return b"".join(_array_chunks(array, np_shape, context, "the array"))


def save_file(path, arrays, names=(), np_shape=False, contexts=None) -> None:
    """Write a .params file, whole or not at all (see `save_bytes`). MXNetError where it cannot be written."""
    local = local_path(path)
    try:
        with atomic_file(local) as file:
            file.writelines(chunks(arrays, names, np_shape, contexts))
    except FileError as error:
        raise MXNetError(str(error)) from error.__cause__


def load_file(path, np_shape=None) -> tuple[Any, ...]:
    """Read a .params file (see `load_bytes`). MXNetError where it cannot be read."""
    local = local_path(path)
    try:
        if os.path.isfile(local):
            data = FileBytes(local)
        else:
            data = read_file(local, lambda start: start[:8] == struct.pack("<Q", LIST_MAGIC))  # a pipe, whose size nobody knows
    except OSError as error:
        raise MXNetError(f'cannot read: Open "{local}": {error.strerror}') from error
    return load_bytes(data, np_shape, local)
