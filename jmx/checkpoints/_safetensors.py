"""Safetensors files (`jmx/_files/safetensors.py`) as checkpoints."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from .._files import safetensors
from ..base import MXNetError
from ._mapping import opened
from ._model import Checkpoint, Data, of_array
from ._note import decode, encode


def read(path: str) -> Checkpoint:
    """Read a safetensors file; MXNetError where it is damaged."""
    file = opened(path)
    metadata, views = safetensors.read(file, path)
    arrays = {name: of_array(view) for name, view in views.items()}
    details: dict[str, Any] = {"bytes": len(file)}
    if others := {key: value for key, value in metadata.items() if key not in ("jmx", safetensors.STATES)}:
        details["metadata"] = others
    if safetensors.STATES in metadata:
        details |= _about_states(path, metadata[safetensors.STATES])
    return decode(path, "safetensors", arrays, metadata.get("jmx"), details)


def _about_states(path: str, text: str) -> dict[str, Any]:
    """The indices of optimizer states and the optimizer's plain settings, as MXNet's pickles of them have too."""
    try:
        said = json.loads(text)
        details: dict[str, Any] = {"indices": [str(key) for key, _ in said["states"]["dict"]]}
        if "optimizer" in said:
            details["optimizer"] = str(said["optimizer"]["object"])
            settings = said["optimizer"]["attributes"].items()
            details["settings"] = {key: value for key, value in settings if not isinstance(value, dict | list)}
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise MXNetError(f"{path}: {safetensors.STATES} of the metadata is damaged: {' '.join(str(error).split())}") from error
    return details


def chunks(checkpoint: Checkpoint) -> Iterator[Any]:
    """The bytes of a safetensors file, piece by piece; MXNetError for an element type that the format lacks."""
    arrays = checkpoint.arrays()
    note = encode(checkpoint)
    return _pieces(safetensors.header(arrays, {"jmx": note} if note is not None else {}), arrays)


def _pieces(header: bytes, arrays: dict[str, Data]) -> Iterator[Any]:
    yield header
    for data in arrays.values():
        for piece in data.pieces():
            if piece.size:
                yield np.ascontiguousarray(piece).view(np.uint8).data
