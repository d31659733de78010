"""The names of another file of the same network.

Arrays of one kind (the last word of their names) and one shape fit each other. Several that do are told apart by equal values, or
else by order: that in which the network's blocks were made and added. Files of `save_parameters` have it. Files of `export` have
the order in which the graph is computed, where a residual block's shortcut comes first, but MXNet's names count blocks as they
are made (conv0, conv1 ...), which gives that order back. It is believed only where it agrees for all kinds and shapes of the
whole network, since arrays of equal shapes in a row are no evidence on their own.
"""

from __future__ import annotations

import collections
import hashlib
import re
from collections.abc import Callable

import numpy as np

from ..base import MXNetError
from ._model import Checkpoint, Entry, listed

#: what arrays were told apart by, the surest first
WAYS: tuple[str, ...] = ("shape", "values", "order")


def _kind(name: str) -> str:
    """What an array is by the last word of its name: weight, bias, gamma, mean ..."""
    return re.split(r"[._]", name)[-1]


def match(source: Checkpoint, like: Checkpoint) -> tuple[dict[str, str], dict[str, int]]:
    """Find which array of `source` is which of `like`.

    Parameters
    ----------
    source, like : Checkpoint
        Files with the same arrays under other names.

    Returns
    -------
    names : dict of str to str
        Name in `source` to name in `like`.
    ways : dict of str to int
        How many were told apart by what (`WAYS`).

    Raises
    ------
    MXNetError
        The arrays are not the same, or several could be meant; it lists them.
    """
    for kind in (_kind, lambda name: ""):
        ours, theirs = _grouped(source.entries, kind), _grouped(like.entries, kind)
        if {k: len(group) for k, group in ours.items()} == {k: len(group) for k, group in theirs.items()}:
            return _matched(source, like, [(group, theirs[k]) for k, group in ours.items()])
    surplus = collections.Counter(e.shape for e in source.entries)
    surplus.subtract(e.shape for e in like.entries)
    lines = [f"{abs(n)} more of shape {shape} in {source.path if n > 0 else like.path}" for shape, n in surplus.items() if n]
    raise MXNetError(f"{source.path} and {like.path} have not the same arrays: {'; '.join(lines)}")


def _grouped(entries: list[Entry], kind: Callable[[str], str]) -> dict[object, list[Entry]]:
    groups: dict[object, list[Entry]] = {}
    for entry in entries:
        groups.setdefault((kind(entry.name), entry.shape), []).append(entry)
    return groups


def _matched(
    source: Checkpoint, like: Checkpoint, groups: list[tuple[list[Entry], list[Entry]]]
) -> tuple[dict[str, str], dict[str, int]]:
    names: dict[str, str] = {}
    ways = dict.fromkeys(WAYS, 0)
    unclear = []
    in_order = _in_order(source, like)
    for ours, theirs in groups:
        if len(ours) == 1:
            way, pairs = "shape", {ours[0].name: theirs[0].name}
        elif (pairs := _by_values(ours, theirs)) is not None:
            way = "values"
        elif in_order is not None:
            way, pairs = "order", {one.name: in_order[one.name] for one in ours}
        else:
            unclear.append(f"{listed(e.name for e in ours)} could be {listed(e.name for e in theirs)}")
            continue
        ways[way] += len(pairs)
        names |= pairs
    if unclear:
        raise MXNetError(
            f"several arrays of {source.path} and {like.path} fit each other, and neither values nor the order tell which: "
            f"{'; '.join(unclear)}. Say it with --table"
        )
    return names, ways


def _in_order(source: Checkpoint, like: Checkpoint) -> dict[str, str] | None:
    """The pairs of names by order, or None where the order of the two differs, or is lost in one of them."""
    for kind in (_kind, lambda name: ""):
        ours, theirs = (_lanes(checkpoint, kind) for checkpoint in (source, like))
        if ours is None or theirs is None or set(ours) != set(theirs):
            continue
        if all([e.shape for e in lane] == [e.shape for e in theirs[k]] for k, lane in ours.items()):
            return {one.name: other.name for k, lane in ours.items() for one, other in zip(lane, theirs[k])}
    return None


def _lanes(checkpoint: Checkpoint, kind: Callable[[str], str]) -> dict[str, list[Entry]] | None:
    """The arrays of each kind in the order in which blocks were made, or None where the file's order is that of a dictionary."""
    names = [entry.name for entry in checkpoint.entries]
    if names == sorted(names):  # some libraries write so
        return None
    lanes: dict[str, list[Entry]] = {}
    for entry in checkpoint.entries:
        lanes.setdefault(kind(entry.name), []).append(entry)
    return lanes if any("." in name for name in names) else {k: _as_counted(lane) for k, lane in lanes.items()}


def _as_counted(lane: list[Entry]) -> list[Entry]:
    """Names that differ in numbers only, in the order of these numbers; names that differ otherwise stay where they are."""
    alike: dict[str, list[Entry]] = {}
    for entry in lane:
        alike.setdefault(_stem(entry), []).append(entry)
    waiting = {stem: iter(sorted(entries, key=_numbers)) for stem, entries in alike.items()}
    return [next(waiting[_stem(entry)]) for entry in lane]


def _stem(entry: Entry) -> str:
    return re.sub(r"\d+", "#", entry.name)


def _numbers(entry: Entry) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", entry.name)]


def _by_values(ours: list[Entry], theirs: list[Entry]) -> dict[str, str] | None:
    """Pairs of names with equal elements, where each array has one other that is equal."""
    if ours[0].dtype is None or {e.dtype for e in ours} != {e.dtype for e in theirs}:
        return None
    there = {_digest(entry): entry for entry in theirs}
    here = [_digest(entry) for entry in ours]
    if set(here) != set(there) or len(there) < len(theirs):
        return None
    return {one.name: there[digest].name for one, digest in zip(ours, here)}


def _digest(entry: Entry) -> bytes:
    made = hashlib.blake2b(digest_size=32)
    for part in entry.parts:
        for piece in part.pieces():
            made.update(np.ascontiguousarray(piece).reshape(-1).view(np.uint8).data)
    return made.digest()
