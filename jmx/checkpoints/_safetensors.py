"""Safetensors files: a JSON header with names, types and places, then the elements of one array after the other.

    length of the header u64, the header, elements; {"NAME": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]},
                                                     "__metadata__": {"KEY": "TEXT"}}

References: https://github.com/huggingface/safetensors#format
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np

from ..base import MXNetError
from ._mapping import Mapping
from ._model import Checkpoint, Data, of_array
from ._note import decode, encode

_TYPES = {
    "BOOL": "bool", "U8": "uint8", "I8": "int8", "I16": "int16", "U16": "uint16", "F16": "float16", "I32": "int32",
    "U32": "uint32", "F32": "float32", "I64": "int64", "U64": "uint64", "F64": "float64", "C64": "complex64",
}  # fmt: skip
_FROM_NAME = {name: np.dtype(dtype) for name, dtype in _TYPES.items()}
_FROM_NAME |= {"BF16": np.dtype(ml_dtypes.bfloat16), "F8_E5M2": np.dtype(ml_dtypes.float8_e5m2),
               "F8_E4M3": np.dtype(ml_dtypes.float8_e4m3fn)}  # fmt: skip
_NAMES = {dtype: name for name, dtype in _FROM_NAME.items()}
#: the longest header that the format's own library reads
_MOST_HEADER = 100_000_000
_METADATA = "__metadata__"


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)!r} is there twice")
    return found


def read(path: str) -> Checkpoint:
    """Read a safetensors file; MXNetError where it is damaged."""
    mapping = Mapping(path)
    header, start = _header(path, mapping)
    metadata = header.pop(_METADATA, {})
    if not isinstance(metadata, dict) or not all(isinstance(value, str) for value in metadata.values()):
        raise MXNetError(f"{path}: {_METADATA} of the header is no object of texts")
    size = len(mapping.data) - start
    places, arrays = [], {}
    for name, said in header.items():
        dtype, shape, begin, end = _place(path, name, said, size)
        places.append((begin, end, name))
        flat = np.frombuffer(mapping.data, dtype, (end - begin) // dtype.itemsize, start + begin)
        arrays[name] = of_array(flat.reshape(shape), mapping.release)
    at, previous = 0, "the header"
    for begin, end, name in sorted(places):
        if begin != at:
            problem = "overlap" if begin < at else f"have {begin - at} bytes between them"
            raise MXNetError(f"{path}: {previous} and array {name!r} {problem}, at byte {start + begin}")
        at, previous = end, f"array {name!r}"
    if at != size:
        raise MXNetError(f"{path}: {size - at} bytes follow the last array, at byte {start + at}")
    details: dict[str, Any] = {"bytes": len(mapping.data)}
    if others := {key: value for key, value in metadata.items() if key != "jmx"}:
        details["metadata"] = others
    return decode(path, "safetensors", arrays, metadata.get("jmx"), details)


def _header(path: str, mapping: Mapping) -> tuple[dict[str, Any], int]:
    data = mapping.data
    if len(data) < 8:
        raise MXNetError(f"{path}: {len(data)} bytes are no safetensors file, which begins with the length of its header")
    (length,) = struct.unpack("<Q", data[:8])
    if length > len(data) - 8:
        raise MXNetError(f"{path}: the header announces {length} bytes and {len(data) - 8} are left, at byte 0")
    if length > _MOST_HEADER:
        raise MXNetError(f"{path}: the header announces {length} bytes, and {_MOST_HEADER} is the most, at byte 0")
    try:
        header = json.loads(data[8 : 8 + length].decode("utf-8"), object_pairs_hook=_no_duplicates)
    except (ValueError, RecursionError) as error:
        raise MXNetError(f"{path}: the header, at byte 8, is damaged: {' '.join(str(error).split())}") from error
    if not isinstance(header, dict):
        raise MXNetError(f"{path}: the header, at byte 8, is no JSON object")
    return header, 8 + length


def _place(path: str, name: str, said: Any, size: int) -> tuple[np.dtype, tuple[int, ...], int, int]:
    def whole(values: Any, most: int) -> bool:
        return isinstance(values, list) and all(type(n) is int and 0 <= n <= most for n in values)

    if not isinstance(said, dict) or not {"dtype", "shape", "data_offsets"} <= set(said):
        raise MXNetError(f"{path}: array {name!r} lacks dtype, shape or data_offsets in the header")
    if not isinstance(said["dtype"], str) or said["dtype"] not in _FROM_NAME:
        raise MXNetError(f"{path}: array {name!r} has the element type {said['dtype']!r}, and jmx reads {', '.join(_FROM_NAME)}")
    dtype, shape, offsets = _FROM_NAME[said["dtype"]], said["shape"], said["data_offsets"]
    if not whole(shape, 2**63 - 1) or len(shape) > 64:
        raise MXNetError(f"{path}: array {name!r} has a shape that is none: {shape!r:.100}")
    if not whole(offsets, size) or len(offsets) != 2 or offsets[0] > offsets[1]:
        raise MXNetError(f"{path}: array {name!r} has data_offsets {offsets!r:.100}, and the file has {size} bytes of elements")
    if math.prod(shape) * dtype.itemsize != offsets[1] - offsets[0]:
        raise MXNetError(f"{path}: array {name!r} has {offsets[1] - offsets[0]} bytes, and its shape {shape} of {dtype} does not")
    if 0 in shape and math.prod(n for n in shape if n) >= 2**60:
        raise MXNetError(f"{path}: array {name!r} has a shape that is too large: {shape}")
    return dtype, tuple(shape), offsets[0], offsets[1]


def chunks(checkpoint: Checkpoint) -> Iterator[Any]:
    """The bytes of a safetensors file, piece by piece; MXNetError for an element type that the format lacks."""
    arrays = checkpoint.arrays()
    header: dict[str, Any] = {}
    note = encode(checkpoint)
    if note is not None:
        header[_METADATA] = {"jmx": note}
    at = 0
    for name, data in arrays.items():
        if data.dtype not in _NAMES:
            raise MXNetError(f"array {name!r}: safetensors has no element type {data.dtype}; it has {', '.join(_NAMES.values())}")
        if name == _METADATA:
            raise MXNetError(f"safetensors has no array called {_METADATA}; give it another name with --rename")
        header[name] = {"dtype": _NAMES[data.dtype], "shape": list(data.shape), "data_offsets": [at, at + data.nbytes]}
        at += data.nbytes
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
    text += b" " * (-len(text) % 8)  # the elements begin at a multiple of eight, as the format's own library wants it
    if len(text) > _MOST_HEADER:
        raise MXNetError(f"the header would have {len(text)} bytes, and {_MOST_HEADER} is the most that safetensors allows")
    return _pieces(text, arrays)


def _pieces(header: bytes, arrays: dict[str, Data]) -> Iterator[Any]:
    yield struct.pack("<Q", len(header))
    yield header
    for data in arrays.values():
        for piece in data.pieces():
            if piece.size:
                yield np.ascontiguousarray(piece).view(np.uint8).data
