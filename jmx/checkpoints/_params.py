"""MXNet's .params files as checkpoints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

from .._files import params
from .._files.element_types import CODES
from ..base import MXNetError
from ._mapping import opened
from ._model import Checkpoint, Entry, listed, of_array
from ._note import needs_np_shape

_PREFIXES = ("arg:", "aux:")


def read(path: str, partial: list[MXNetError] | None = None) -> Checkpoint:
    """Read a .params file.

    Parameters
    ----------
    path : str
    partial : list, optional
        Where to put the error of a file that is cut off; what comes before that place is returned then.
    """
    file = opened(path)
    contents = params.Contents()
    try:
        params.read(file, None, path, contents)
    except MXNetError as error:
        if partial is None or not contents.arrays:
            raise
        partial.append(error)
    names = contents.names
    if len(names) < len(contents.arrays) and names:  # a file that is cut off among its names
        names = [*names, *(f"array {i}" for i in range(len(names), len(contents.arrays)))]
    entries = []
    for i, stored in enumerate(contents.arrays):
        name = names[i] if names else str(i)
        prefix = name[:4] if name.startswith(_PREFIXES) else ""
        entries.append(entry_of(stored, name.removeprefix(prefix), prefix))
    versions = sorted({stored.version for stored in contents.arrays})
    details: dict[str, Any] = {"version": ", ".join(f"V{n}" for n in versions), "bytes": len(file)}
    if contents.rest:
        details["bytes after the end"] = contents.rest
    checkpoint = Checkpoint(path, "params", entries, bool(names), _np_shape(versions), details=details)
    _refuse_duplicates(checkpoint)
    return checkpoint


def _np_shape(versions: list[int]) -> bool | None:
    return 3 in versions if versions else None


def _refuse_duplicates(checkpoint: Checkpoint) -> None:
    seen: set[str] = set()
    twice: list[str] = []
    for entry in checkpoint.entries:
        if entry.name in seen:
            twice.append(entry.name)
        seen.add(entry.name)
    if twice:
        raise MXNetError(f"{checkpoint.path}: several arrays have one name, `arg:` and `aux:` aside: {listed(twice)}")


def entry_of(stored: params.Stored, name: str, prefix: str) -> Entry:
    """The entry for an array that lies in a file."""
    value = stored.value
    if value is None:
        return Entry(name, [], (), prefix=prefix, context=stored.context)
    if isinstance(value, params.SparseParts):
        parts = [of_array(part) for part in (value.data, *value.aux)]
        return Entry(name, parts, tuple(value.shape), value.stype, prefix, stored.context)
    return Entry(name, [of_array(value)], value.shape, "default", prefix, stored.context)


class Arrays(Sequence[Any]):
    """Entries as the arrays that `params.chunks` writes: their shapes and types, with elements that come in pieces."""

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries

    def __len__(self) -> int:
        return len(self.entries)

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Any]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return Arrays(self.entries[index])
        entry = self.entries[index]
        if not entry.parts:
            return None
        if entry.stype == "default":
            return entry.parts[0]
        return params.SparseParts(entry.stype, entry.shape, entry.parts[0], tuple(entry.parts[1:]))


def chunks(checkpoint: Checkpoint) -> Iterator[Any]:
    """The bytes of a .params file, piece by piece; MXNetError for what MXNet has no element type for, before anything is made."""
    entries = checkpoint.entries
    for entry in entries:
        for name, data in entry.arrays():
            if data.dtype not in CODES:
                raise MXNetError(
                    f"array {name!r}: MXNet's files have no element type {data.dtype}; they have "
                    f"{', '.join(dtype.name for dtype in CODES)}. Leave it out with --only, or cast it with --dtype"
                )
    np_shape = checkpoint.np_shape
    if np_shape is None:
        np_shape = needs_np_shape(entries)
    names = [entry.prefix + entry.name for entry in entries] if checkpoint.named else []
    return params.chunks(Arrays(entries), names, np_shape, [entry.context for entry in entries])
