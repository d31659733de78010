"""Orbax checkpoints: folders, which the library reads and writes. It imports JAX.

What is written is a dict from names to arrays. What is read may be nested: keys and positions are joined by dots. Orbax has no
arrays without elements and does not keep the order of a dict: the note, in the checkpoint's own metadata, has both.
"""

from __future__ import annotations

import importlib
import json
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..base import MXNetError
from ..config.system import files
from ._mapping import failed
from ._model import Checkpoint, Data, listed, of_array
from ._note import decode, encode

_METADATA = "_CHECKPOINT_METADATA"
_KINDS = "biuf"


def is_checkpoint(path: str) -> bool:
    """Whether a folder holds one checkpoint of orbax's."""
    return any(os.path.exists(os.path.join(path, name)) for name in ("_METADATA", "manifest.ocdbt"))


def _library() -> Any:
    try:
        return importlib.import_module("orbax.checkpoint")
    except ImportError as error:
        raise MXNetError(f"orbax checkpoints need the library orbax ({error}): pip install orbax-checkpoint") from error


def read(path: str) -> Checkpoint:
    """Read an orbax checkpoint; MXNetError where it is damaged, or is none."""
    if not is_checkpoint(path):
        raise MXNetError(f"{path}: {_what_instead(path)}")
    orbax = _library()
    checkpointer = orbax.Checkpointer(orbax.PyTreeCheckpointHandler())
    with _quiet():
        try:
            metadata = checkpointer.metadata(os.path.abspath(path))
            tree = getattr(metadata, "item_metadata", metadata)
            tree = getattr(tree, "tree", tree)
        except Exception as error:
            raise _damaged(path, error) from error
    restoring = _Restoring(path, orbax, tree)
    arrays: dict[str, Data] = {}
    for keys, leaf in _leaves(tree):
        name = ".".join(map(str, keys))
        if name in arrays:
            raise MXNetError(f"{path}: several arrays have one name: {name}")
        if not hasattr(leaf, "shape") or not hasattr(leaf, "dtype"):
            raise MXNetError(f"{path}: {name} is no array")
        arrays[name] = _data(restoring, keys, tuple(leaf.shape), np.dtype(leaf.dtype))
    note = _note(path)
    text = None
    if note is not None:
        text = note.get("jmx")
        for name, (shape, dtype) in _empty(path, note).items():
            arrays[name] = of_array(np.empty(shape, dtype))
    return decode(path, "orbax", arrays, text, {"version": f"orbax {orbax.__version__}"})


def _what_instead(path: str) -> str:
    try:
        below = sorted(os.listdir(path))
    except OSError as error:
        return f"cannot read: {error.strerror}"
    for name in below:
        for place in (os.path.join(path, name), os.path.join(path, name, "default")):
            if is_checkpoint(place):
                return f"is a folder of several checkpoints or items; give one of them, such as {place}"
    return "is a folder, and not an orbax checkpoint"


def _damaged(path: str, error: Exception) -> MXNetError:
    return MXNetError(f"{path}: orbax cannot read it: {type(error).__name__}: {' '.join(str(error).split())[:300]}")


class _quiet:
    """No warnings of absl's about what a checkpoint lacks."""

    def __enter__(self) -> None:
        self.logger = logging.getLogger("absl")
        self.level = self.logger.level
        self.logger.setLevel(logging.ERROR)

    def __exit__(self, *_: object) -> None:
        self.logger.setLevel(self.level)


def _leaves(tree: Any, keys: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(tree, dict):
        for key, below in tree.items():
            yield from _leaves(below, (*keys, key))
    elif isinstance(tree, list | tuple):
        for i, below in enumerate(tree):
            yield from _leaves(below, (*keys, i))
    elif tree is not None:
        yield keys, tree


class _Restoring:
    """Reads one array of a checkpoint at a time; where it has lists, of which orbax does not read parts, all of it at once."""

    def __init__(self, path: str, orbax: Any, tree: Any) -> None:
        self.path, self.orbax = path, orbax
        self.whole: Any = None
        self.has_lists = any(isinstance(key, int) for keys, _ in _leaves(tree) for key in keys)
        self.how = _mapped(tree, lambda leaf: orbax.RestoreArgs(restore_type=np.ndarray))

    def array(self, keys: tuple[Any, ...]) -> np.ndarray:
        if self.has_lists:
            if self.whole is None:
                self.whole = self._restore(self.orbax.args.PyTreeRestore(restore_args=self.how))
            found = self.whole
        else:
            wanted: Any = 0
            how: Any = self.orbax.RestoreArgs(restore_type=np.ndarray)
            for key in reversed(keys):
                wanted, how = {key: wanted}, {key: how}
            # Empty transformations: of the tree, only what `item` names is read.
            found = self._restore(self.orbax.args.PyTreeRestore(item=wanted, restore_args=how, transforms={}))
        for key in keys:
            found = found[key]
        return np.asarray(found)

    def _restore(self, args: Any) -> Any:
        with _quiet():
            try:
                checkpointer = self.orbax.Checkpointer(self.orbax.PyTreeCheckpointHandler())
                return checkpointer.restore(os.path.abspath(self.path), args=args)
            except Exception as error:
                raise _damaged(self.path, error) from error


def _mapped(tree: Any, function: Callable[[Any], Any]) -> Any:
    if isinstance(tree, dict):
        return {key: _mapped(below, function) for key, below in tree.items()}
    if isinstance(tree, list | tuple):
        return [_mapped(below, function) for below in tree]
    return None if tree is None else function(tree)


def _data(restoring: _Restoring, keys: tuple[Any, ...], shape: tuple[int, ...], dtype: np.dtype) -> Data:
    def pieces() -> Iterator[np.ndarray]:
        array = restoring.array(keys)
        if array.shape != shape or array.dtype != dtype:
            name = ".".join(map(str, keys))
            raise MXNetError(f"{restoring.path}: {name} is {array.dtype} {array.shape}, and was announced as {dtype} {shape}")
        yield from of_array(array).pieces()

    return Data(shape, dtype, pieces)


def _note(path: str) -> dict[str, Any] | None:
    try:
        with open(os.path.join(path, _METADATA), encoding="utf-8") as file:
            note = json.load(file).get("custom_metadata")
    except (OSError, ValueError, AttributeError, RecursionError):
        return None
    return note if isinstance(note, dict) and isinstance(note.get("jmx"), str) else None


def _empty(path: str, note: dict[str, Any]) -> dict[str, tuple[tuple[int, ...], np.dtype]]:
    try:
        said = json.loads(note.get("jmx_empty", "{}"))
        empty = {name: (tuple(shape), np.dtype(dtype)) for name, (shape, dtype) in said.items()}
        if any(0 not in shape or dtype.hasobject for shape, dtype in empty.values()):
            raise ValueError("an array has elements")
        return empty
    except (ValueError, TypeError, AttributeError) as error:
        raise MXNetError(f"{path}: the note of jmx about arrays without elements is damaged: {error}") from error


def write(checkpoint: Checkpoint, path: str) -> None:
    """Write an orbax checkpoint: a folder that appears whole, or not at all."""
    arrays = checkpoint.arrays()
    if unfit := [name for name, data in arrays.items() if data.dtype.kind not in _KINDS and data.dtype.name != "bfloat16"]:
        raise MXNetError(f"orbax cannot hold the element types of {listed(unfit)}")
    path = os.path.abspath(path)
    if os.path.lexists(path) and not is_checkpoint(path):
        raise MXNetError(f"{path}: is there and no orbax checkpoint, so it is not overwritten; take it away yourself")
    orbax = _library()
    empty = {name: (list(data.shape), data.dtype.name) for name, data in arrays.items() if data.size == 0}
    note = {"jmx": encode(checkpoint, always=True), **({"jmx_empty": json.dumps(empty)} if empty else {})}
    tree = {name: data.array() for name, data in arrays.items() if data.size}
    folder, name = os.path.split(path)
    try:
        aside = tempfile.mkdtemp(prefix=f".{name}.", suffix=".tmp", dir=folder)
    except OSError as error:
        raise failed("write", path, error) from error
    try:
        made = os.path.join(aside, name)
        with _quiet():
            orbax.PyTreeCheckpointer().save(made, tree, custom_metadata=note)
        _put(made, path, os.path.join(aside, "before"))
    except OSError as error:
        raise failed("write", path, error) from error
    except MXNetError:
        raise
    except Exception as error:  # tensorstore's errors have no class of their own
        said = " ".join(str(error).split())[:300]
        raise MXNetError(f"{path}: orbax cannot write it: {type(error).__name__}: {said}") from error
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _put(made: str, path: str, before: str) -> None:
    """Move the folder to its place; what was there moves to `before`, and comes back where the other cannot take its place."""
    replaces = os.path.lexists(path)
    if replaces:
        files.rename(path, before)
    try:
        files.rename(made, path)
    except OSError:
        if replaces:
            files.rename(before, path)
        raise
