"""A checkpoint, whichever file it is in: entries whose elements are read when they are asked for, piece by piece."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .._files.params import CPU
from ..base import MXNetError

#: bytes of elements that are held at a time
PIECE = 8 << 20
#: storage type -> what is appended to an entry's name for each of its arrays, the stored values first
SUFFIXES = {"default": ("",), "row_sparse": (".data", ".indices"), "csr": (".data", ".indptr", ".indices")}

Pieces = Callable[[], Iterable[np.ndarray]]


@dataclass(frozen=True)
class Data:
    """The elements of one array: `pieces()` yields them front to back, as flat NumPy arrays of some megabytes.

    `fill`, where there is one, reads them all into a vector.
    """

    shape: tuple[int, ...]
    dtype: np.dtype
    pieces: Pieces
    fill: Callable[[np.ndarray], None] | None = None

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    def array(self) -> np.ndarray:
        """Read the whole array into memory of its own."""
        flat = np.empty(self.size, self.dtype)
        if self.fill is not None:
            self.fill(flat)
            return flat.reshape(self.shape)
        at = 0
        for piece in self.pieces():
            flat[at : at + piece.size] = piece
            at += piece.size
        return flat.reshape(self.shape)


def of_array(array: np.ndarray | Data) -> Data:
    """The elements of an array in memory."""
    if isinstance(array, Data):
        return array
    little = array.dtype.newbyteorder("<")

    def pieces() -> Iterator[np.ndarray]:
        flat = array.reshape(-1)
        step = max(1, PIECE // max(1, array.dtype.itemsize))
        for at in range(0, flat.size, step):
            yield flat[at : at + step].astype(little, copy=False)

    return Data(array.shape, little, pieces)


@dataclass
class Entry:
    """A named array of a checkpoint, with what MXNet's files say about it.

    Attributes
    ----------
    name : str
        Without `arg:` and `aux:`.
    parts : list of Data
        One for a dense array; none where the array was saved before it had a shape; for a sparse one see `SUFFIXES`.
    shape : tuple of int
        Of the whole array, which a sparse one does not store.
    stype : str
        default, row_sparse or csr.
    prefix : str
        `arg:`, `aux:` or nothing.
    context : (int, int)
        Device type and id, as MXNet's files number them.
    """

    name: str
    parts: list[Data]
    shape: tuple[int, ...]
    stype: str = "default"
    prefix: str = ""
    context: tuple[int, int] = CPU

    @property
    def dtype(self) -> np.dtype | None:
        return self.parts[0].dtype if self.parts else None

    @property
    def nbytes(self) -> int:
        return sum(part.nbytes for part in self.parts)

    def arrays(self) -> Iterator[tuple[str, Data]]:
        """The name of each stored array, as formats without sparse arrays have it, and its elements."""
        yield from zip((self.name + suffix for suffix in SUFFIXES[self.stype]), self.parts)


@dataclass
class Checkpoint:
    """All that is in a file.

    Attributes
    ----------
    path : str
        What error messages call it.
    kind : str
        params, npz, safetensors, orbax or states.
    entries : list of Entry
    named : bool
        False for a list of MXNet's, whose entries are called by their numbers.
    np_shape : bool or None
        Whether it was saved under NumPy shape semantics; None where nobody said so.
    states : dict or None
        Of optimizer states: the pickle without the elements (`_states.py`).
    details : dict
        What `jmx show` says about the file besides: version, trailing bytes.
    """

    path: str
    kind: str
    entries: list[Entry]
    named: bool = True
    np_shape: bool | None = None
    states: dict[str, Any] | None = None
    details: dict[str, Any] = field(default_factory=dict)

    def arrays(self) -> dict[str, Data]:
        """All stored arrays by name; MXNetError, naming them all, where two have one name."""
        found: dict[str, Data] = {}
        twice: list[str] = []
        for entry in self.entries:
            for name, data in entry.arrays():
                if name in found:
                    twice.append(name)
                found[name] = data
        if twice:
            raise MXNetError(f"{self.path}: several arrays have one name: {listed(sorted(set(twice)))}")
        return found

    @property
    def nbytes(self) -> int:
        return sum(entry.nbytes for entry in self.entries)


def listed(names: Iterable[str], most: int | None = None) -> str:
    """Names for a message, at most so many of them."""
    names = [str(name) for name in names]
    if most is not None and len(names) > most:
        return ", ".join(names[:most]) + f" and {len(names) - most} more"
    return ", ".join(names)


def printable(line: str) -> str:
    """A line for a terminal: what is no letter, digit, sign or blank is escaped, since names come from files of others."""
    return line if line.isprintable() else "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)
