"""Which format a file has, and reading and writing it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

from .._files.atomic import atomic_file
from .._files.params import LIST_MAGIC
from .._files.reading import open_file
from ..base import MXNetError
from . import _npz, _orbax, _params, _safetensors, _states
from ._mapping import failed
from ._model import Checkpoint

#: extension -> format
EXTENSIONS = {".params": "params", ".states": "states", ".npz": "npz", ".safetensors": "safetensors", ".orbax": "orbax"}
FORMATS = tuple(EXTENSIONS.values())
_READERS: dict[str, Callable[[str], Checkpoint]] = {
    "params": _params.read,
    "states": _states.read,
    "npz": _npz.read,
    "safetensors": _safetensors.read,
    "orbax": _orbax.read,
}
_CHUNKS: dict[str, Callable[[Checkpoint], Iterator[Any]]] = {
    "params": _params.chunks,
    "states": _states.chunks,
    "safetensors": _safetensors.chunks,
}
_RECORDS = (".rec", ".idx", ".lst")


def kind_of(path: str) -> str:
    """Return what a file is by its first bytes: one of `FORMATS`, symbol, record or index; MXNetError where none fits."""
    if os.path.isdir(path):
        return "orbax"
    extension = os.path.splitext(path)[1].lower()
    try:
        with open_file(path) as file:
            start, size = file.read(16), os.fstat(file.fileno()).st_size
    except OSError as error:
        raise failed("read", path, error) from error
    if start[:8] == LIST_MAGIC.to_bytes(8, "little"):
        return "params"
    if start[:4] == b"\x0a\x23\xd7\xce":
        return "record"
    if start[:4] in (b"PK\3\4", b"PK\5\6"):
        return "npz"
    header = int.from_bytes(start[:8], "little")
    if start[8:9] == b"{" and (header <= size - 8 or extension == ".safetensors"):
        return "safetensors"
    if start[:1] == b"\x80" and start[1:2] <= b"\x05" and extension != ".safetensors":
        return "states"
    if start.lstrip()[:1] == b"{":
        return "symbol"
    if extension in EXTENSIONS:  # damaged, or empty: the format's reader says how
        return EXTENSIONS[extension]
    if extension in (".rec", ".idx"):
        return {".rec": "record", ".idx": "index"}[extension]
    raise MXNetError(
        f"{path}: unknown kind of file; its first bytes are {start[:8].hex(' ') or 'missing'}. jmx reads "
        f"{', '.join(EXTENSIONS)} and folders of orbax"
    )


def without_slash(path: str) -> str:
    """A path without what may stand at the end of a folder's name."""
    return path.rstrip("/" + os.sep)


def kind_to_write(path: str) -> str:
    """Return the format that a file to be written has by its name; MXNetError where the name says none."""
    extension = os.path.splitext(without_slash(path))[1].lower()
    if extension in EXTENSIONS:
        return EXTENSIONS[extension]
    if path.endswith(("/", os.sep)):
        return "orbax"
    if extension in _RECORDS:
        raise MXNetError(f"{path}: record files hold data, not parameters; `jmx im2rec` makes them")
    raise MXNetError(f"{path}: the name's ending says no format; end it with one of {', '.join(EXTENSIONS)}, or say --to FORMAT")


def read(path: str) -> Checkpoint:
    """Read a checkpoint of any format; MXNetError where it is none, or is damaged."""
    kind = kind_of(path)
    if kind in ("record", "index"):
        raise MXNetError(f"{path}: record files hold data, not parameters: they stay as they are, and jmx reads them")
    if kind == "symbol":
        raise MXNetError(f"{path}: is a symbol, which has no values; give the file with its parameters, and this one as --symbol")
    checkpoint = _READERS[kind](path)
    for entry in checkpoint.entries:
        try:
            entry.name.encode("utf-8")
        except UnicodeEncodeError as error:
            raise MXNetError(f"{path}: the name {entry.name!r} is no text") from error
    return checkpoint


def write(checkpoint: Checkpoint, path: str, kind: str) -> None:
    """Write a checkpoint, whole or not at all; MXNetError where the format cannot hold it or the file cannot be written."""
    checkpoint.arrays()  # raises where two have one name
    if kind == "orbax":
        _orbax.write(checkpoint, path)
        return
    try:
        # What the format cannot hold is found before a file is made.
        chunks = _CHUNKS[kind](checkpoint) if kind in _CHUNKS else None
        with atomic_file(path) as file:
            if chunks is None:
                _npz.write(checkpoint, file)
            else:
                file.writelines(chunks)
    except OSError as error:
        raise failed("write", path, error) from error
