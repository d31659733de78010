"""What formats other than MXNet's cannot say, as JSON beside the arrays.

    {"jmx": 1, "unnamed": true, "np_shape": true, "states": {...},
     "arrays": [{"name": ..., "prefix": "aux:", "stype": "csr", "shape": [3, 4], "context": [2, 0], "none": true,
                 "dtype": "bfloat16"}]}

Keys that say nothing special are left out. `arrays` is left out where no array needs it; otherwise it has them all, in MXNet's
order. `none` marks an array without a shape, which is not among the others; `dtype` one whose bits are stored as integers.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

import ml_dtypes
import numpy as np

from .._files.params import CPU
from ..base import MXNetError
from ._model import SUFFIXES, Checkpoint, Data, Entry, listed

#: element types that a format may have to store as the integers of their bits
_AS_BITS = {t.name: t for t in map(np.dtype, (ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2))}


def encode(checkpoint: Checkpoint, always: bool = False, as_bits: Collection[str] = ()) -> str | None:
    """The note of a checkpoint, or None where there is nothing to say.

    Parameters
    ----------
    checkpoint : Checkpoint
    always : bool, default False
        Name all arrays, for a format that does not keep their order.
    as_bits : collection of str
        Element types that the format stores as integers.
    """
    note: dict[str, Any] = {}
    arrays = [_encode_entry(entry, as_bits) for entry in checkpoint.entries]
    if always or any(len(said) > 1 for said in arrays):
        note["arrays"] = arrays
    if not checkpoint.named:
        note["unnamed"] = True
    if checkpoint.np_shape is not None and checkpoint.np_shape != needs_np_shape(checkpoint.entries):
        note["np_shape"] = checkpoint.np_shape
    if checkpoint.states is not None:
        note["states"] = checkpoint.states
    return json.dumps({"jmx": 1, **note}, separators=(",", ":")) if note else None


def _encode_entry(entry: Entry, as_bits: Collection[str]) -> dict[str, Any]:
    said: dict[str, Any] = {"name": entry.name}
    if entry.prefix:
        said["prefix"] = entry.prefix
    if entry.stype != "default":
        said["stype"], said["shape"] = entry.stype, list(entry.shape)
    if entry.context != CPU:
        said["context"] = list(entry.context)
    if not entry.parts:
        said["none"] = True
    elif entry.parts[0].dtype.name in as_bits:
        said["dtype"] = entry.parts[0].dtype.name
    return said


def needs_np_shape(entries: list[Entry]) -> bool:
    """Whether shapes are scalars', or without elements: MXNet's files hold these under NumPy shape semantics only."""
    return any(entry.stype == "default" and entry.parts and (not entry.shape or 0 in entry.shape) for entry in entries)


def decode(path: str, kind: str, arrays: dict[str, Data], text: str | bytes | None, details: dict[str, Any]) -> Checkpoint:
    """The checkpoint that was written as these arrays with this note; MXNetError where the note is not one of ours."""
    if text is None:
        return Checkpoint(path, kind, [Entry(name, [data], data.shape) for name, data in arrays.items()], details=details)
    try:
        note = json.loads(text)
        if not isinstance(note, dict) or note.get("jmx") != 1:
            raise ValueError("it has another version")
        left = dict(arrays)
        entries = [_decode_entry(said, left) for said in note.get("arrays", ())]
        entries += [Entry(name, [data], data.shape) for name, data in left.items()]
        states = note.get("states")
        if states is not None and not isinstance(states, dict):
            raise ValueError("`states` is no object")
        np_shape = note.get("np_shape")
        return Checkpoint(
            path, kind, entries, not note.get("unnamed"), None if np_shape is None else bool(np_shape), states, details
        )
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise MXNetError(f"{path}: the note of jmx about MXNet's file is damaged: {' '.join(str(error).split())}") from error


def _decode_entry(said: Any, left: dict[str, Data]) -> Entry:
    name, prefix, stype = said["name"], said.get("prefix", ""), said.get("stype", "default")
    context = tuple(said.get("context", CPU))
    if not isinstance(name, str) or prefix not in ("", "arg:", "aux:") or stype not in SUFFIXES:
        raise ValueError(f"entry {said!r:.200}")
    if len(context) != 2 or not all(isinstance(n, int) and -(2**31) <= n < 2**31 for n in context):
        raise ValueError(f"context {context!r:.200}")
    if said.get("none"):
        return Entry(name, [], (), prefix=prefix, context=(context[0], context[1]))
    names = [name + suffix for suffix in SUFFIXES[stype]]
    if missing := [n for n in names if n not in left]:
        raise ValueError(f"it names arrays that are not there: {listed(missing)}")
    parts = [left.pop(n) for n in names]
    if "dtype" in said:
        parts[0] = _from_bits(parts[0], _AS_BITS[said["dtype"]], name)
    shape = tuple(said["shape"]) if stype != "default" else parts[0].shape
    if not all(isinstance(n, int) and 0 <= n < 2**63 for n in shape):
        raise ValueError(f"shape {shape!r:.200}")
    return Entry(name, parts, shape, stype, prefix, (context[0], context[1]))


def _from_bits(data: Data, dtype: np.dtype, name: str) -> Data:
    if data.dtype.kind != "u" or data.dtype.itemsize != dtype.itemsize:
        raise ValueError(f"array {name} holds {data.dtype.name}, not the bits of {dtype.name}")
    return Data(data.shape, dtype, lambda: (piece.view(dtype) for piece in data.pieces()))
