"""From one format to another: what is kept, renamed and cast on the way, and the comparison afterwards."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .._files.element_types import CODES
from ..base import MXNetError
from . import _formats, _likeness, _names, _symbols
from ._model import Checkpoint, Data, Entry
from ._note import encode

#: what `dtype` may be
FLOATING = ("float16", "bfloat16", "float32", "float64")
_FLOATING = {dtype.name: dtype for dtype in CODES if dtype.name in FLOATING}


@dataclass
class Report:
    """What `convert` did.

    Attributes
    ----------
    source, target : str
        The files.
    kind : str
        The format of the target.
    arrays : int
        How many arrays were written; a sparse one counts once.
    nbytes : int
        Bytes of their elements.
    overflows : dict of str to int
        By array: how many finite numbers became infinite with the new element type.
    matched : dict of str to int
        With `like`: how many arrays were told apart by kind and shape alone, by equal values, and by order.
    checked : bool
        Whether the target was read back.
    differences : list of str
        What is not in the target as it should be; empty where all is.
    """

    source: str
    target: str
    kind: str
    arrays: int = 0
    nbytes: int = 0
    overflows: dict[str, int] = field(default_factory=dict)
    matched: dict[str, int] = field(default_factory=dict)
    checked: bool = False
    differences: list[str] = field(default_factory=list)


def convert(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    to: str | None = None,
    symbol: str | os.PathLike[str] | None = None,
    only: Iterable[str] = (),
    like: str | os.PathLike[str] | None = None,
    table: str | os.PathLike[str] | Mapping[str, str] | None = None,
    rename: Iterable[str] = (),
    names: str | None = None,
    dtype: str | None = None,
    check: bool = False,
    compare_only: bool = False,
    force: bool = False,
) -> Report:
    """Write the arrays of one checkpoint to a file of another format.

    Elements pass through in pieces of some megabytes, so that files larger than the memory can be converted; only orbax holds
    all of them. What the other format cannot say (`arg:` and `aux:`, sparse storage, devices, the optimizer's pickle) goes
    into its metadata, and comes back from there: a file that MXNet 1.9.1 wrote is the same, byte for byte, after a way through
    another format.

    Parameters
    ----------
    source : path
        A .params, .states, .npz or .safetensors file, or the folder of an orbax checkpoint. Its content tells which it is.
    target : path
        The file to write, or the folder. It appears whole or not at all.
    to : str, optional
        params, states, npz, safetensors or orbax; by default the target's ending tells.
    symbol : path, optional
        A -symbol.json file: it says which arrays are auxiliary states and which shapes they have. JAX is loaded for it.
    only : iterable of str, default ()
        Patterns as of file names; arrays whose names match none of them are left out.
    like : path, optional
        A checkpoint of the same network: its names, with its `arg:` and `aux:`, are taken. Arrays are matched by kind and shape;
        several that fit by equal values, or by the order in which the network was made.
    table : path or dict, optional
        Old names and new ones: a dict, a JSON file with one, or a text file with two columns.
    rename : iterable of str, default ()
        Rules, applied one after the other: `OLD=NEW`, where `*` stands for any text, or `s/REGEX/REPLACEMENT/`.
    names : str, optional
        mxnet or structural: raise unless the names have this form in the end.
    dtype : str, optional
        float16, bfloat16, float32 or float64: the type of all floating arrays in the target.
    check : bool, default False
        Read the target back and compare it, bit by bit.
    compare_only : bool, default False
        Write nothing: compare the target that is there already.
    force : bool, default False
        Overwrite the target.

    Returns
    -------
    Report

    Raises
    ------
    MXNetError
        A file cannot be read or written, is damaged, or holds what the target's format cannot hold; names collide or cannot be
        matched; the target exists.

    Examples
    --------
    >>> import os, tempfile
    >>> import numpy as np
    >>> from jmx import checkpoints
    >>> folder = tempfile.mkdtemp()
    >>> source, target = os.path.join(folder, "net.params"), os.path.join(folder, "net.safetensors")
    >>> checkpoints.save(source, {"dense0_weight": np.ones((2, 3), "float32"), "dense0_bias": np.zeros(2, "float32")})
    >>> report = checkpoints.convert(source, target, rename=["dense0_*=fc.*"], check=True)
    >>> report.arrays, report.nbytes, report.differences
    (2, 32, [])
    >>> sorted(checkpoints.load(target))
    ['fc.bias', 'fc.weight']

    References
    ----------
    The format of safetensors: https://github.com/huggingface/safetensors#format
    """
    source, target = os.fspath(source), os.fspath(target)
    kind = to if to is not None else _formats.kind_to_write(target)
    if kind not in _formats.FORMATS:
        raise MXNetError(f"there is no format {kind!r}; there are {', '.join(_formats.FORMATS)}")
    if not compare_only:
        refuse_to_overwrite(target, force)
    checkpoint = _formats.read(source)
    overflows: dict[str, int] = {}
    changes = {"--only": only, "--like": like, "--table": table, "--rename": rename, "--dtype": dtype, "--symbol": symbol}
    if checkpoint.states is not None and (made := [option for option, value in changes.items() if value]):
        if kind == "states":
            raise MXNetError(f"{source}: optimizer states are written back as they were, without {', '.join(made)}")
        checkpoint.states = None
    checkpoint.entries = _names.only(checkpoint.entries, only, source) if only else checkpoint.entries
    if symbol is not None:
        checkpoint = _symbols.applied(checkpoint, os.fspath(symbol))
    matched: dict[str, int] = {}
    checkpoint = _renamed(checkpoint, like, table, rename, matched)
    if names is not None:
        _names.check_form(checkpoint.entries, names, source)
    if dtype is not None:
        checkpoint = cast(checkpoint, dtype, overflows)
    target = _formats.without_slash(target) if kind == "orbax" else target
    if not compare_only:
        _formats.write(checkpoint, target, kind)
    report = Report(source, target, kind, len(checkpoint.entries), checkpoint.nbytes)
    report.matched = matched
    report.overflows = {name: count for name, count in overflows.items() if count}
    if check or compare_only:
        report.checked = True
        report.differences = differences(checkpoint, _formats.read(target), kind)
    return report


def refuse_to_overwrite(target: str, force: bool) -> None:
    """MXNetError where something is in the way."""
    if os.path.lexists(target) and not force:
        raise MXNetError(f"{target}: exists already; say --force (force=True) to overwrite it")
    folder = os.path.dirname(os.path.abspath(_formats.without_slash(target)))
    if not os.path.isdir(folder):
        raise MXNetError(f"{target}: cannot write: there is no folder {folder}")


def _renamed(checkpoint: Checkpoint, like: Any, table: Any, rename: Iterable[str], matched: dict[str, int]) -> Checkpoint:
    old = [entry.name for entry in checkpoint.entries]
    entries = [dataclasses.replace(entry) for entry in checkpoint.entries]
    named = checkpoint.named
    if like is not None:
        other = _formats.read(os.fspath(like))
        prefixes = {entry.name: entry.prefix for entry in other.entries}
        mapping, ways = _likeness.match(checkpoint, other)
        matched |= {way: count for way, count in ways.items() if count}
        for entry in entries:
            entry.name = mapping[entry.name]
            entry.prefix = prefixes[entry.name]
        named = named or other.named
    if table is not None:
        path = "the table" if isinstance(table, Mapping) else os.fspath(table)
        rows = dict(table) if isinstance(table, Mapping) else _names.read_table(path)
        mapping = _names.by_table(entries, rows, path)
        for entry in entries:
            entry.name = mapping.get(entry.name, entry.name)
        named = True
    for rule in rename:
        function = _names.renamer(rule)
        for entry in entries:
            entry.name = function(entry.name)
        named = True
    _names.check_collisions(old, [entry.name for entry in entries], checkpoint.path)
    for before, entry in zip(old, entries):
        if entry.name != before and "." in entry.name and like is None:
            entry.prefix = ""  # files of Block.save_parameters have structural names, and no prefixes
    return dataclasses.replace(checkpoint, entries=entries, named=named)


def cast(checkpoint: Checkpoint, dtype: str, overflows: dict[str, int]) -> Checkpoint:
    """The checkpoint with another type for its floating arrays; `overflows` is filled while they are read."""
    if dtype not in _FLOATING:
        raise MXNetError(f"--dtype {dtype}: may be {', '.join(FLOATING)}")
    wanted = _FLOATING[dtype]
    entries = []
    for entry in checkpoint.entries:
        if entry.parts and entry.parts[0].dtype in _FLOATING.values() and entry.parts[0].dtype != wanted:
            data = _counted(entry.parts[0], wanted, entry.name, overflows)
            entry = dataclasses.replace(entry, parts=[data, *entry.parts[1:]])
        entries.append(entry)
    return dataclasses.replace(checkpoint, entries=entries)


def _counted(data: Data, dtype: np.dtype, name: str, overflows: dict[str, int]) -> Data:
    def pieces() -> Iterator[np.ndarray]:
        lost = 0
        with np.errstate(over="ignore", invalid="ignore"):
            for piece in data.pieces():
                made = piece.astype(dtype)
                lost += int(np.count_nonzero(np.isinf(made))) - int(np.count_nonzero(np.isinf(piece)))
                yield made
        overflows[name] = lost

    return Data(data.shape, dtype, pieces)


def differences(expected: Checkpoint, found: Checkpoint, kind: str) -> list[str]:
    """What of a checkpoint is not in the file that was written: names, types, shapes, bits, and what MXNet's file said."""
    wanted, there = expected.arrays(), found.arrays()
    said = [f"{name} is missing" for name in wanted if name not in there]
    said += [f"{name} is there, and should not be" for name in there if name not in wanted]
    for name, data in wanted.items():
        if name in there:
            said += _different(name, data, there[name])
    if kind == "params":
        said += _different_entries(expected.entries, found.entries)
    elif not said and encode(expected, always=True) != encode(found, always=True):
        said.append("the note about MXNet's file differs")
    return said


def _different_entries(wanted: list[Entry], there: list[Entry]) -> list[str]:
    if len(wanted) != len(there):
        return [f"{len(there)} arrays, and {len(wanted)} were written"]
    return [
        f"{one.prefix}{one.name} is {other.prefix}{other.name}, {other.stype}, {other.shape}"
        for one, other in zip(wanted, there)
        if (one.prefix, one.name, one.stype, one.shape) != (other.prefix, other.name, other.stype, other.shape)
    ]


def _different(name: str, wanted: Data, there: Data) -> list[str]:
    if wanted.dtype != there.dtype or wanted.shape != there.shape:
        return [f"{name} is {there.dtype} {there.shape}, and should be {wanted.dtype} {wanted.shape}"]
    count = sum(int(np.count_nonzero(one != other)) for one, other in _side_by_side(wanted, there))
    return [f"{name} differs in {count} of its {wanted.nbytes} bytes"] if count else []


def _side_by_side(one: Data, other: Data) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The bytes of two arrays of one type and shape, in pieces of one length."""
    left, right = _bytes(one.pieces()), _bytes(other.pieces())
    a = b = np.empty(0, np.uint8)
    while True:
        if not a.size:
            a = next(left, a)
        if not b.size:
            b = next(right, b)
        count = min(a.size, b.size)
        if not count:
            return
        yield a[:count], b[:count]
        a, b = a[count:], b[count:]


def _bytes(pieces: Iterable[np.ndarray]) -> Iterator[np.ndarray]:
    for piece in pieces:
        if piece.size:
            yield np.ascontiguousarray(piece).view(np.uint8)
