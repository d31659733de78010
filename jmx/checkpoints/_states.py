"""Optimizer states (`Trainer.save_states`, `Module.save_optimizer_states`) as checkpoints.

These files are pickles. Their arrays are byte strings with a header and the elements, so that a pickle without the elements
(the skeleton), the places where they belong, and the elements themselves are all that is needed to write it again, byte for
byte. They are read by the interpreter that reads them for training (`jmx/_files/pickles.py`); here elements stay in the file.
"""

from __future__ import annotations

import base64
import binascii
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .._files import params
from .._files.pickles import MOST_DEPTH, Reader, StatesError, check_states
from ..base import MXNetError
from ._mapping import LazyFile, opened
from ._model import Checkpoint, Entry
from ._params import Arrays, entry_of

_MARK = b"jmx array "
#: magic number of an array -> whether it was saved under NumPy shape semantics
_MAGICS = {struct.pack("<I", params.V2_MAGIC): False, struct.pack("<I", params.V3_MAGIC): True}


@dataclass(eq=False)
class Record:
    """An object of a class of MXNet's or of a program's, none of whose code runs: its class's module and name, and its state."""

    place: str
    name: str
    state: dict[str, Any] = field(default_factory=dict)


class _Reader(Reader):
    """Reads a file: arrays stay where they are, with a mark in the place of their bytes."""

    def __init__(self, file: LazyFile, path: str) -> None:
        super().__init__(file)
        self.path = path
        self.found: list[params.Stored] = []

    def known(self, place: str, name: str) -> tuple[str, str] | None:
        """Any class: nothing is imported."""
        return (place, name) if name[:1].isupper() or place.startswith("mxnet.") else None

    def new(self, known: tuple[str, str], arguments: tuple[Any, ...]) -> Record:
        """A record of the class."""
        return Record(*known)

    def fill(self, made: Record, state: Any) -> None:
        """Keep the state."""
        if type(state) is dict:
            self.cost(8 * len(state))
            made.state = dict(state)

    def blob(self, start: int, end: int) -> bytes:
        """The bytes, or for an array its mark."""
        if end - start < 4 or self.data[start : start + 4] not in _MAGICS:
            return self.data[start:end]
        stored = params.read_array(self.data.part(start, end), source=f"{self.path}: the array at byte {start}")
        stored.header, stored.start, stored.end = start, start + stored.start, start + stored.end
        if stored.end != end:
            self.damaged(f"the array at byte {start} has {end - stored.end} bytes more than its shape needs")
        self.found.append(stored)
        return _MARK + struct.pack("<I", len(self.found) - 1)


def read(path: str) -> Checkpoint:
    """Read a file of optimizer states."""
    file = opened(path)
    reader = _Reader(file, path)
    try:
        value = reader.read()
        check_states(value)
    except StatesError as error:
        raise StatesError(f"{path}: {error}") from error
    found = reader.found
    states, optimizer = value if isinstance(value, tuple) else (value, None)
    entries: list[Entry] = []
    places: dict[int, str] = {}
    for name, record in _walk(path, states):
        number, stored = _stored(path, name, record, found)
        if number is not None:
            if number in places:
                raise MXNetError(f"{path}: states {places[number]} and {name} are the same array")
            places[number] = name
        entries.append(entry_of(stored, name, ""))
    if len({entry.name for entry in entries}) < len(entries):
        raise MXNetError(f"{path}: several states have one index")
    details: dict[str, Any] = {"version": f"pickle protocol {_protocol(file)}", "bytes": len(file),
                               "indices": [_index(path, key) for key in states]}  # fmt: skip
    if isinstance(optimizer, Record):
        details["optimizer"] = optimizer.name
        details["settings"] = {
            str(key): value for key, value in optimizer.state.items() if _is_plain(value) and isinstance(key, str)
        }
    skeleton = _skeleton(file, found, places) if len(places) == len(found) == len(entries) else None
    return Checkpoint(path, "states", entries, states=skeleton, details=details)


def _protocol(data: Any) -> int:
    return data[1] if data[:1] == b"\x80" else 0


def _is_plain(value: Any) -> bool:
    """Whether a setting can be shown. Python does not print integers of thousands of digits."""
    return value.bit_length() <= 64 if isinstance(value, int) else value is None or isinstance(value, float | str)


def _index(path: str, key: Any) -> str:
    if not isinstance(key, int | str | np.integer) or not _is_plain(int(key) if isinstance(key, np.integer) else key):
        raise MXNetError(f"{path}: states are kept by numbers and names, and there is an index of type {type(key).__name__}")
    return str(key)


def _walk(path: str, states: dict[Any, Any]) -> Iterator[tuple[str, Record]]:
    """(name, array) of all arrays below the states: `0`, or `0.1` for the second of a tuple."""
    left = [(_index(path, key), value, 0) for key, value in reversed(states.items())]
    steps = 0
    while left:
        name, value, depth = left.pop()
        steps += 1
        if depth > MOST_DEPTH or steps > 10_000_000:
            raise MXNetError(f"{path}: the states are nested more than {MOST_DEPTH} deep, or refer to themselves")
        if isinstance(value, Record):
            yield name, value
        elif isinstance(value, dict):
            left += [(f"{name}.{_index(path, key)}", below, depth + 1) for key, below in reversed(value.items())]
        elif isinstance(value, list | tuple):
            left += [(f"{name}.{i}", below, depth + 1) for i, below in reversed(list(enumerate(value)))]


def _stored(path: str, name: str, record: Record, found: list[params.Stored]) -> tuple[int | None, params.Stored]:
    """The array of a record, and its number: one whose elements were cut out, or (None) one from an old protocol's text."""
    handle = record.state.get("handle") if record.place.startswith("mxnet.") else None
    raw = bytes(handle) if isinstance(handle, bytes | bytearray) else b""
    if raw.startswith(_MARK) and len(raw) == len(_MARK) + 4:
        (number,) = struct.unpack("<I", raw[len(_MARK) :])
        if number < len(found):
            return number, found[number]
    if not raw:
        raise MXNetError(f"{path}: state {name} is {record.place}.{record.name}, not an array with a value")
    return None, params.read_array(raw, source=f"{path}: state {name}")


def _skeleton(file: LazyFile, found: list[params.Stored], places: dict[int, str]) -> dict[str, Any]:
    """The pickle without the elements, and the arrays in it: (name, where its header begins, where its elements belong)."""
    kept, arrays, at = bytearray(), [], 0
    for number, stored in enumerate(found):
        kept += file[at : stored.start]
        arrays.append([places[number], len(kept) - (stored.start - stored.header), len(kept)])
        at = stored.end
    kept += file[at:]
    return {"pickle": base64.b64encode(kept).decode("ascii"), "arrays": arrays}


def chunks(checkpoint: Checkpoint) -> Iterator[Any]:
    """The bytes of a file of optimizer states, piece by piece; MXNetError unless it was one before, with the same arrays."""
    states = checkpoint.states
    if states is None:
        raise MXNetError(
            f"{checkpoint.path}: does not come from a .states file that can be written again, and only such ones can. A Trainer "
            "or a Module reads states of safetensors too, and its save_states writes them under a name that ends in .states"
        )
    try:
        kept = base64.b64decode(states["pickle"], validate=True)
        arrays = [(str(name), int(header), int(start)) for name, header, start in states["arrays"]]
    except (KeyError, TypeError, ValueError, binascii.Error) as error:
        raise MXNetError(f"{checkpoint.path}: the note of jmx about the optimizer's pickle is damaged") from error
    entries = {entry.name: entry for entry in checkpoint.entries}
    if sorted(entries) != sorted(name for name, _, _ in arrays):
        raise MXNetError(f"{checkpoint.path}: the states are not those that the optimizer had: they are {', '.join(entries)}")
    at = 0
    for name, header, start in arrays:
        if not at <= header <= start <= len(kept):
            raise MXNetError(f"{checkpoint.path}: the note of jmx about the optimizer's pickle is damaged")
        at = start
        magic = kept[header : header + 4]
        entry = entries[name]
        if magic not in _MAGICS or kept[header:start] != params.array_header(Arrays([entry])[0], _MAGICS[magic], entry.context):
            raise MXNetError(f"{checkpoint.path}: state {name} has another shape, element type or device than the optimizer's")
    return _pieces(kept, arrays, entries)


def _pieces(kept: bytes, arrays: list[tuple[str, int, int]], entries: dict[str, Entry]) -> Iterator[Any]:
    at = 0
    for name, _, start in arrays:
        yield kept[at:start]
        for part in entries[name].parts:
            for piece in part.pieces():
                if piece.size:
                    yield np.ascontiguousarray(piece).view(np.uint8).data
        at = start
    yield kept[at:]
