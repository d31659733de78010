"""NumPy's .npz files: zip archives with an array file for each array.

bfloat16, which these files lack, is stored as the integers of its bits; the note says so. The note is a member of its own,
`__jmx__.json`, where one is needed.
"""

from __future__ import annotations

import io
import math
import os
import stat
import tokenize
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterator
from typing import IO, Any, cast

import numpy as np

from .._files.params import SparseParts, misfit
from ..base import MXNetError
from ._mapping import failed
from ._model import PIECE, Checkpoint, Data, of_array
from ._note import decode, encode

_NOTE = "__jmx__.json"
_BITS = {"bfloat16": np.dtype("uint16"), "float8_e5m2": np.dtype("uint8"), "float8_e4m3fn": np.dtype("uint8")}
_KINDS = "biufc"
#: the most that deflate makes of one byte, and some for headers
_MOST_RATIO, _SLACK = 1032, 4096
_LONGEST_NOTE = 100_000_000
#: storage type of a sparse array -> the members of its folder, as SciPy's save_npz and MXNet 2.0 call them
_SPARSE = {"csr": ("data", "indptr", "indices", "shape", "format"), "row_sparse": ("data", "indices", "shape", "format")}


def read(path: str, sparse: dict[str, str] | None = None) -> Checkpoint:
    """Read an .npz file; MXNetError where it is damaged, or holds what is not an array of numbers.

    The parts of sparse arrays are arrays, too. `sparse` receives their folders and storage types; without it they are refused.
    """
    try:
        arrays, note = _members(path, _open(path), sparse)  # the archive stays open while a checkpoint reads arrays from it
        return decode(path, "npz", arrays, note, {"bytes": os.path.getsize(path)})
    except OSError as error:
        raise failed("read", path, error) from error


def arrays(path: str) -> dict[str, np.ndarray | SparseParts]:
    """The arrays of an .npz file by their names in it; a sparse one that SciPy wrote has no name."""
    sparse: dict[str, str] = {}
    found: dict[str, Any] = {entry.prefix + entry.name: entry.parts[0].array() for entry in read(path, sparse).entries}
    for folder, stype in sparse.items():
        data, *aux, shape = (found.pop(folder + word) for word in _SPARSE[stype][:-1])
        if shape.ndim != 1 or shape.dtype.kind not in "iu" or not shape.size:
            raise MXNetError(f"{path}: the shape of the sparse array {folder!r} is {shape!r}, not a vector of integers")
        value = SparseParts(stype, tuple(shape.tolist()), data, tuple(aux))
        problem = misfit(value)
        if problem is not None:
            raise MXNetError(f"{path}: the sparse array {folder!r} has storage type {stype}, and {problem}")
        found[folder.removesuffix("/")] = value
    return found


def _open(path: str) -> zipfile.ZipFile:
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise MXNetError(f"{path}: cannot read: it is a device or a pipe, not a file")
        return zipfile.ZipFile(path)
    except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError, RecursionError) as error:
        raise MXNetError(f"{path}: is no whole .npz file: {error}") from error


def _sparse_folders(path: str, archive: zipfile.ZipFile) -> dict[str, str]:
    """The folders, each with a slash at its end, that hold the parts of a sparse array, and its storage type."""
    folders = defaultdict(set)
    for name in archive.namelist():
        folder, slash, word = name.rpartition("/")
        folders[folder + slash].add(word)
    found = {}
    for folder, words in folders.items():
        for stype, members in _SPARSE.items():
            if words == {f"{word}.npy" for word in members}:
                found[folder] = stype
                form = _word(path, archive, f"{folder}format.npy")
                if form != stype:
                    raise MXNetError(f"{path}: {folder or 'it'} holds a sparse array of format {form!r}, not {stype!r}")
    return found


def _word(path: str, archive: zipfile.ZipFile, name: str) -> str:
    """The text in the array of a member. Its header is skipped, since MXNet 2.0 writes one that NumPy cannot read."""
    member = archive.getinfo(name)
    if member.file_size > _SLACK:
        raise MXNetError(f"{path}: member {name!r} has {member.file_size} bytes, too many for the name of a format")
    raw = b"".join(_content(path, archive, member))
    width = 2 if raw[6:7] == b"\x01" else 4
    return raw[8 + width + int.from_bytes(raw[8 : 8 + width], "little") :].rstrip(b"\0").decode("ascii", "replace")


def _members(path: str, archive: zipfile.ZipFile, sparse: dict[str, str] | None = None) -> tuple[dict[str, Data], bytes | None]:
    arrays: dict[str, Data] = {}
    formats: set[str] = set()
    note = None
    size = os.path.getsize(path)
    if sum(member.compress_size for member in archive.infolist()) > size:
        raise MXNetError(f"{path}: its members have more bytes together than the file, which has {size}")
    if sparse is not None:
        sparse |= _sparse_folders(path, archive)
        formats = {f"{folder}format.npy" for folder in sparse}
    for member in archive.infolist():
        name = member.filename
        where = f"{path}: member {name!r}, at byte {member.header_offset}"
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) or member.flag_bits & 1:
            raise MXNetError(f"{where}, is encrypted or compressed as NumPy does not do it")
        if member.file_size > member.compress_size * _MOST_RATIO + _SLACK:
            raise MXNetError(f"{where}, announces {member.file_size} bytes, and {member.compress_size} cannot hold them")
        if name in formats:
            continue
        if name == _NOTE:
            if member.file_size > _LONGEST_NOTE:
                raise MXNetError(f"{where}, announces {member.file_size} bytes")
            note = b"".join(_content(path, archive, member))
        elif not name.endswith(".npy"):
            raise MXNetError(f"{where}, is no array")
        elif name.removesuffix(".npy") in arrays:
            raise MXNetError(f"{where}, is there twice")
        else:
            arrays[name.removesuffix(".npy")] = _array(path, archive, member, where)
    return arrays, note


def _content(path: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo, skip: int = 0) -> Iterator[bytes]:
    """The bytes of a member after the first ones, piece by piece; the archive's checksum is compared at the end."""
    try:
        with archive.open(member) as stream:
            stream.read(skip)
            left = member.file_size - skip
            while left > 0:
                piece = _exactly(stream, min(left, PIECE))
                left -= len(piece)
                yield piece
            if stream.read(1):
                raise zipfile.BadZipFile("it has more bytes than it announces")
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, RuntimeError) as error:
        if isinstance(error, MXNetError):
            raise
        raise MXNetError(f"{path}: member {member.filename!r}, at byte {member.header_offset}, is damaged: {error}") from error
    except OSError as error:
        raise failed("read", path, error) from error


def _exactly(stream: IO[bytes], count: int) -> bytes:
    parts, left = [], count
    while left:
        part = stream.read(left)
        if not part:
            raise EOFError(f"{left} bytes are missing")
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def _array(path: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo, where: str) -> Data:
    try:
        with archive.open(member) as stream:
            start = io.BytesIO(stream.read(1 << 16))
        version = np.lib.format.read_magic(start)
        reader = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        if version not in ((1, 0), (2, 0)):
            raise ValueError(f"version {version} of NumPy's files")
        shape, by_columns, dtype = reader(start)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, TypeError, NotImplementedError, RuntimeError, SyntaxError,
            tokenize.TokenError, OSError) as error:  # fmt: skip
        raise MXNetError(f"{where}, is no array that can be read: {' '.join(str(error).split())}") from error
    if dtype.kind not in _KINDS or dtype.fields is not None or dtype.shape:
        what = "Python objects (pickles), which are not read" if dtype.hasobject else f"elements of type {dtype}, not numbers"
        raise MXNetError(f"{where}, has {what}")
    if len(shape) > 64 or any(n < 0 for n in shape) or start.tell() + math.prod(shape) * dtype.itemsize != member.file_size:
        raise MXNetError(f"{where}, has {member.file_size} bytes, and its shape {shape} of {dtype} does not")
    if 0 in shape and math.prod(n for n in shape if n) >= 2**60:
        raise MXNetError(f"{where}, has a shape that is too large: {shape}")
    flat = Data(shape, dtype.newbyteorder("<"), _pieces(path, archive, member, start.tell(), dtype))
    return _by_rows(flat) if by_columns and len(shape) > 1 else flat


def _pieces(path: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo, skip: int, dtype: np.dtype) -> Any:
    little = dtype.newbyteorder("<")
    return lambda: (np.frombuffer(raw, dtype).astype(little, copy=False) for raw in _content(path, archive, member, skip))


def _by_rows(data: Data) -> Data:
    """The elements of an array that is stored by columns, in the order of rows. All of it is held in memory for that."""

    def pieces() -> Any:
        columns = Data(data.shape[::-1], data.dtype, data.pieces).array()
        yield from of_array(np.ascontiguousarray(columns.T)).pieces()

    return Data(data.shape, data.dtype, pieces)


def write(checkpoint: Checkpoint, file: IO[bytes]) -> None:
    """Write an .npz file, as `numpy.savez` would, one array after the other."""
    arrays = checkpoint.arrays()
    note = encode(checkpoint, as_bits=_BITS)
    for name, data in arrays.items():
        if "\0" in name or name + ".npy" == _NOTE:
            raise MXNetError(f"an .npz file cannot hold an array called {name!r}; give it another name with --rename")
        if data.dtype.kind not in _KINDS and data.dtype.name not in _BITS:
            raise MXNetError(f"array {name!r}: an .npz file cannot hold the element type {data.dtype}")
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, data in arrays.items():
            bits = _BITS.get(data.dtype.name, data.dtype)
            with archive.open(_member(name + ".npy"), "w", force_zip64=True) as stream:
                header = {"descr": np.lib.format.dtype_to_descr(bits), "fortran_order": False, "shape": data.shape}
                np.lib.format.write_array_header_1_0(cast(Any, stream), header)
                for piece in data.pieces():
                    if piece.size:
                        stream.write(np.ascontiguousarray(piece).view(np.uint8).data)
        if note is not None:
            archive.writestr(_member(_NOTE), note)


def _member(name: str) -> zipfile.ZipInfo:
    """A member with a fixed date: equal arrays give equal files."""
    member = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    member.external_attr = 0o600 << 16
    return member
