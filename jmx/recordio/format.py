"""Files of records: how a record lies in one, and how files are opened, read and written to.

All numbers are little-endian. A file is a run of parts, each at an offset that is a multiple of four:

    part    0xced7230a u32, kind and length u32 (kind in the upper 3 bits), bytes, zeros up to a multiple of 4

A record is one part of kind 0. Where its bytes hold the magic number at a multiple of four, it is cut there, so that
a search for the magic number finds parts only: kind 1 comes first, kind 3 last, 2 between, and each cut stands for
the four bytes of the magic number. An index is a text file with a line `key<tab>offset` per record.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import struct
from typing import TYPE_CHECKING, Any

from ..base import MXNetError

if TYPE_CHECKING:
    from collections.abc import Iterator

MAGIC = struct.pack("<I", 0xCED7230A)
_MAGICS = re.compile(re.escape(MAGIC))
_PART = struct.Struct("<4sI")
#: what fills a record up, by what its length is beyond a multiple of four
_PADDING = [bytes(-length % 4) for length in range(4)]
_LENGTH_BITS = 29
_WHOLE, _FIRST, _MIDDLE, _LAST = range(4)
#: bytes of a file that are read at once where records are small
_BLOCK = 1 << 16
_SHORT = 1 << 20  # bytes that are read without asking first whether the file has so many


def local_path(uri: Any) -> Any:
    """The path that a URI of a local file names; MXNetError for other schemes."""
    scheme, separator, path = uri.partition("://")
    if not separator:
        return uri
    if scheme == "file":
        return path
    raise MXNetError(f"{uri}: record files are read and written on local disks; copy the file here instead of using {scheme}://")


def open_for_reading(path: Any) -> Any:
    """The file, opened; MXNetError where it is none or cannot be read."""
    try:
        file = open(path, "rb")
    except OSError as error:
        raise MXNetError(f'cannot open the record file "{path}": {error.strerror}') from error
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise MXNetError(f'cannot open the record file "{path}": it is a device or a pipe, not a file')
    return file


def open_for_writing(path: Any, mode: Any) -> Any:
    """The file, opened by `mode`; MXNetError where it cannot be written."""
    # Unbuffered: when write() returns, the record is in the file, and an index written after it never points at nothing.
    try:
        return open(path, mode, buffering=0)
    except OSError as error:
        raise MXNetError(f'cannot write the record file "{path}": {error.strerror}') from error


def cut_off(file: Any, size: Any) -> None:
    """Cut a file off after `size` bytes, where that is possible."""
    with contextlib.suppress(OSError):
        os.ftruncate(file.fileno(), size)
        os.lseek(file.fileno(), size, os.SEEK_SET)


def append(file: Any, path: Any, data: bytes, start: int) -> None:
    """Writes all of `data` at the end of `file`, which is at byte `start`, or leaves the file as it was."""
    try:
        done = os.write(file.fileno(), data)
        while done != len(data):
            done += os.write(file.fileno(), data[done:])
    except BaseException as error:
        cut_off(file, start)
        if isinstance(error, OSError):
            raise MXNetError(f'cannot write {len(data)} bytes to "{path}" at byte {start}: {error.strerror}') from error
        raise


def encode(record: Any) -> Any:
    """The parts of a record, as one run of bytes."""
    if len(record) >> _LENGTH_BITS:
        raise MXNetError(f"a record holds less than {1 << _LENGTH_BITS} bytes and this one has {len(record)}: split it")
    if MAGIC not in record:  # as good as always
        return b"".join((_PART.pack(MAGIC, _WHOLE << _LENGTH_BITS | len(record)), record, _PADDING[len(record) % 4]))
    out, done = [], 0
    for cut in _MAGICS.finditer(record):
        at = cut.start()
        if at % 4 == 0:
            out += (_PART.pack(MAGIC, (_MIDDLE if done else _FIRST) << _LENGTH_BITS | at - done), record[done:at])
            done = at + 4
    part_kind = _LAST if done else _WHOLE
    out += (_PART.pack(MAGIC, part_kind << _LENGTH_BITS | len(record) - done), record[done:], _PADDING[len(record) % 4])
    return b"".join(out)


def decode(file: Any, path: Any) -> Any:
    """The record at the file's position, or None at its end. Where it is broken, the position stays."""
    head = file.read(_PART.size)
    read = len(head)
    if read == _PART.size:
        magic, length = _PART.unpack(head)
        if magic == MAGIC and length <= _SHORT:  # a record of one part
            data = file.read(length + -length % 4)
            read += len(data)
            if len(data) - length == -length % 4:
                return data if len(data) == length else data[:length]
    file.seek(-read, os.SEEK_CUR)
    return _decode_parts(file, path)


def small_records(file: Any, position: int, limit: float) -> Iterator[tuple[bytes, int, int]]:
    """Records of one part that begin at `position` or behind it and before `limit`, read many at once.

    Yields (record, where it begins, where the next one does), up to a record that is not whole in what was read or not of one
    part, and leaves the file there.
    """
    unpack, size = _PART.unpack_from, _PART.size
    block, at, start = b"", 0, position
    while position < limit:
        if at + size > len(block) or at + size + unpack(block, at)[1] + 3 > len(block):
            file.seek(position)
            block, at, start = file.read(_BLOCK), 0, position
            if len(block) < size:
                break
        magic, length = unpack(block, at)
        behind = at + size + length + -length % 4
        if magic != MAGIC or behind > len(block):
            break
        record = block[at + size : at + size + length]
        at, before, position = behind, position, start + behind
        yield record, before, position
    file.seek(position)


def _decode_parts(file, path):
    start = at = file.tell()
    size = os.fstat(file.fileno()).st_size
    if start == size:
        return None
    parts = []

    def fail(what):
        file.seek(start)
        place = f"byte {at} of {size}" + (f", in the record at byte {start}" if at != start else "")
        raise MXNetError(f'Invalid RecordIO file "{path}": {what}, at {place}')

    while True:
        if size - at < _PART.size:
            fail(f"a part starts with {_PART.size} bytes and {max(size - at, 0)} are left")
        magic, word = _PART.unpack(file.read(_PART.size))
        if magic != MAGIC:
            fail(f"expected the magic number 0xced7230a and found 0x{int.from_bytes(magic, 'little'):08x}")
        part_kind, length = word >> _LENGTH_BITS, word & (1 << _LENGTH_BITS) - 1
        if part_kind not in ((_MIDDLE, _LAST) if parts else (_WHOLE, _FIRST)):
            expected = "a further part (2 or 3)" if parts else "the start of a record (0 or 1)"
            fail(f"expected {expected} and found a part of kind {part_kind}")
        padded = length + -length % 4
        if padded > size - at - _PART.size:
            fail(f"a part of {padded} bytes is announced and {size - at - _PART.size} are left")
        data = file.read(padded)
        if len(data) != padded:
            fail(f"the file became shorter while it was read: {len(data)} of {padded} bytes came")
        parts.append(data[:length])
        at += _PART.size + padded
        if part_kind in (_WHOLE, _LAST):
            return MAGIC.join(parts)
