"""Safetensors files: a JSON header with names, types and places, then the elements of one array after the other.

    length of the header u64, the header, elements; {"NAME": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]},
                                                     "__metadata__": {"KEY": "TEXT"}}

References: https://github.com/huggingface/safetensors#format
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Mapping
from typing import Any

import ml_dtypes
import numpy as np

from ..base import MXNetError
from .reading import FileBytes

_TYPES = {
    "BOOL": "bool", "U8": "uint8", "I8": "int8", "I16": "int16", "U16": "uint16", "F16": "float16", "I32": "int32",
    "U32": "uint32", "F32": "float32", "I64": "int64", "U64": "uint64", "F64": "float64", "C64": "complex64",
}  # fmt: skip
_FROM_NAME = {name: np.dtype(dtype) for name, dtype in _TYPES.items()}
_FROM_NAME |= {"BF16": np.dtype(ml_dtypes.bfloat16), "F8_E5M2": np.dtype(ml_dtypes.float8_e5m2),
               "F8_E4M3": np.dtype(ml_dtypes.float8_e4m3fn)}  # fmt: skip
NAMES = {dtype: name for name, dtype in _FROM_NAME.items()}
#: the longest header that the format's own library reads
_MOST_HEADER = 100_000_000
METADATA = "__metadata__"
#: the key of the metadata of optimizer states (`jmx/optimizer/_state_tensors.py`)
STATES = "jmx_states"


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)!r} is there twice")
    return found


def recognized(data: bytes) -> bool:
    """Whether bytes begin as such a file does; a pickle never does."""
    return data[8:9] == b"{" and int.from_bytes(data[:8], "little") <= len(data) - 8


def read(data: Any, path: str) -> tuple[dict[str, str], dict[str, np.ndarray]]:
    """Read a file from memory.

    Parameters
    ----------
    data : bytes or FileBytes
        The whole file.
    path : str
        What error messages call it.

    Returns
    -------
    metadata : dict of str to str
    arrays : dict of str to numpy.ndarray
        Read-only views of `data`; of FileBytes what its `elements` gives.

    Raises
    ------
    MXNetError
        The file is damaged.
    """
    header, start = _header(path, data)
    metadata = header.pop(METADATA, {})
    if not isinstance(metadata, dict) or not all(isinstance(value, str) for value in metadata.values()):
        raise MXNetError(f"{path}: {METADATA} of the header is no object of texts")
    size = len(data) - start
    places, arrays = [], {}
    for name, said in header.items():
        dtype, shape, begin, end = _place(path, name, said, size)
        places.append((begin, end, name))
        arrays[name] = _elements(data, dtype, shape, start + begin)
    at, previous = 0, "the header"
    for begin, end, name in sorted(places):
        if begin != at:
            problem = "overlap" if begin < at else f"have {begin - at} bytes between them"
            raise MXNetError(f"{path}: {previous} and array {name!r} {problem}, at byte {start + begin}")
        at, previous = end, f"array {name!r}"
    if at != size:
        raise MXNetError(f"{path}: {size - at} bytes follow the last array, at byte {start + at}")
    return metadata, arrays


def _elements(data: Any, dtype: np.dtype, shape: tuple[int, ...], at: int) -> Any:
    if 0 in shape:
        return np.empty(shape, dtype)
    if isinstance(data, FileBytes):
        return data.elements(dtype, shape, at)
    return np.frombuffer(data, dtype, math.prod(shape), at).reshape(shape)


def _header(path: str, data: Any) -> tuple[dict[str, Any], int]:
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


def header(arrays: Mapping[str, Any], metadata: Mapping[str, str]) -> bytes:
    """What comes before the elements.

    Parameters
    ----------
    arrays : dict of str to array
        By name, in the order of their elements; each has `dtype`, `shape` and `nbytes`.
    metadata : dict of str to str

    Raises
    ------
    MXNetError
        The format lacks an element type, or the header is too long for it.
    """
    said: dict[str, Any] = {METADATA: dict(metadata)} if metadata else {}
    at = 0
    for name, data in arrays.items():
        if data.dtype not in NAMES:
            raise MXNetError(f"array {name!r}: safetensors has no element type {data.dtype}; it has {', '.join(NAMES.values())}")
        if name == METADATA:
            raise MXNetError(f"safetensors has no array called {METADATA}; give it another name with --rename")
        said[name] = {"dtype": NAMES[data.dtype], "shape": list(data.shape), "data_offsets": [at, at + data.nbytes]}
        at += data.nbytes
    text = json.dumps(said, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
    text += b" " * (-len(text) % 8)  # the elements begin at a multiple of eight, as the format's own library wants it
    if len(text) > _MOST_HEADER:
        raise MXNetError(f"the header would have {len(text)} bytes, and {_MOST_HEADER} is the most that safetensors allows")
    return struct.pack("<Q", len(text)) + text
