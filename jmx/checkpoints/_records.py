"""What record files and their indexes hold."""

from __future__ import annotations

import os
import struct
from typing import Any

from .. import recordio
from ..base import MXNetError
from ._mapping import failed

_PART = struct.Struct("<II")
_MAGIC, _LENGTH_BITS = 0xCED7230A, 29
_WHOLE, _FIRST = 0, 1
_IMAGES = {b"\xff\xd8": "JPEG", b"\x89PNG": "PNG"}


def describe(path: str) -> tuple[dict[str, Any], str | None]:
    """What a .rec file holds, and what is wrong with it, or None. Elements of records are not read, only where they begin."""
    count, at, problem = 0, 0, None
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            while at < size:
                file.seek(at)
                head = file.read(_PART.size)
                if len(head) < _PART.size:
                    problem = f"{path}: {len(head)} bytes are left where a record should begin, at byte {at}"
                    break
                magic, word = _PART.unpack(head)
                length = word & (1 << _LENGTH_BITS) - 1
                following = at + _PART.size + length + -length % 4
                if magic != _MAGIC or following > size:
                    what = "a record is cut off" if magic == _MAGIC else "a record should begin"
                    problem = f"{path}: {what} at byte {at} of {size}"
                    break
                count += word >> _LENGTH_BITS in (_WHOLE, _FIRST)
                at = following
    except OSError as error:
        raise failed("read", path, error) from error
    facts: dict[str, Any] = {"file": path, "kind": "record", "bytes": size, "records": count}
    if count:
        facts |= _first(path)
    index = os.path.splitext(path)[0] + ".idx"
    if os.path.exists(index):
        facts["index"] = index
    return facts, problem


def _first(path: str) -> dict[str, Any]:
    reader = recordio.MXRecordIO(path, "r")
    try:
        record = reader.read() or b""
    except MXNetError:
        return {}
    finally:
        reader.close()
    facts: dict[str, Any] = {"first record": len(record)}
    try:
        header, content = recordio.unpack(record)
    except (MXNetError, struct.error, ValueError, IndexError):
        return facts
    label = header.label.tolist() if hasattr(header.label, "tolist") else header.label
    facts["first header"] = {"flag": header.flag, "label": label, "id": header.id, "id2": header.id2}
    facts["first content"] = next((name for start, name in _IMAGES.items() if content.startswith(start)), content[:4].hex(" "))
    return facts


def describe_index(path: str) -> dict[str, Any]:
    """What an .idx file holds; its keys may be of any kind."""
    records = os.path.splitext(path)[0] + ".rec"
    if not os.path.exists(records):
        raise MXNetError(f"{path}: belongs to {records}, which is not there")
    try:
        reader = recordio.MXIndexedRecordIO(path, records, "r", str)
    except (OSError, UnicodeDecodeError) as error:
        raise MXNetError(f"{path}: cannot read: {error}") from error
    try:
        keys = reader.keys
        beyond = [key for key in keys if reader.idx[key] >= os.path.getsize(records)]
    finally:
        reader.close()
    if beyond:
        raise MXNetError(f"{path}: {len(beyond)} records would begin after the end of {records}, that of key {beyond[0]} first")
    return {
        "file": path, "kind": "index", "bytes": os.path.getsize(path), "records": len(keys), "record file": records,
        "first key": keys[0] if keys else None, "last key": keys[-1] if keys else None,
    }  # fmt: skip
