"""What is in a file, as facts and as text."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from ..base import MXNetError
from . import _formats, _names, _params, _records, _symbols
from ._model import Checkpoint, Data, Entry


def show(path: str | os.PathLike[str], *, only: Iterable[str] = (), stats: bool = False) -> dict[str, Any]:
    """Return what is in a file of MXNet's, or in a checkpoint.

    Parameters
    ----------
    path : path
        A .params, .states, .npz, .safetensors, -symbol.json, .rec or .idx file, or the folder of an orbax checkpoint.
    only : iterable of str, default ()
        Patterns as of file names, for the arrays; others are left out.
    stats : bool, default False
        Read all elements: smallest, largest and mean of the finite ones, and how many are not finite.

    Returns
    -------
    dict
        What JSON can hold: `file`, `kind`, `version` and `bytes`; for arrays `arrays`, a list of dicts with name, dtype,
        shape, nbytes and stype, and their sums `count`, `parameters` and `nbytes`; for a symbol `inputs`, `outputs` and
        `operators`; for records their number. `problem` says where a file is cut off; the rest is then what comes before.

    Raises
    ------
    MXNetError
        The file is missing, or none of these, or nothing of it can be read.

    Examples
    --------
    >>> import os, tempfile
    >>> import numpy as np
    >>> from jmx import checkpoints
    >>> path = os.path.join(tempfile.mkdtemp(), "net.params")
    >>> checkpoints.save(path, {"weight": np.ones((2, 3), "float32")})
    >>> facts = checkpoints.show(path)
    >>> facts["kind"], facts["version"], facts["parameters"], facts["nbytes"]
    ('params', 'V2', 6, 24)
    """
    path = os.fspath(path)
    kind = _formats.kind_of(path)
    if kind == "symbol":
        return _symbols.describe(path)
    if kind == "record":
        facts, problem = _records.describe(path)
        return {**facts, **({"problem": problem} if problem else {})}
    if kind == "index":
        return _records.describe_index(path)
    problems: list[MXNetError] = []
    checkpoint = _params.read(path, problems) if kind == "params" else _formats.read(path)
    if only:
        checkpoint.entries = _names.only(checkpoint.entries, only, path)
    facts = {"file": path, "kind": kind, **checkpoint.details}
    facts["arrays"] = [_array(entry, stats) for entry in checkpoint.entries]
    facts["count"] = len(checkpoint.entries)
    facts["parameters"] = sum(entry.parts[0].size for entry in checkpoint.entries if entry.parts)
    facts["nbytes"] = checkpoint.nbytes
    facts |= _about_mxnet(checkpoint)
    if problems:
        facts["problem"] = str(problems[0])
        facts.pop("unnamed", None)  # names come last in a file, and are what is cut off
    return facts


def _about_mxnet(checkpoint: Checkpoint) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    if not checkpoint.named:
        facts["unnamed"] = True
    if checkpoint.np_shape:
        facts["np_shape"] = True
    if checkpoint.states is not None and checkpoint.kind != "states":
        facts["states"] = True
    return facts


def _array(entry: Entry, stats: bool) -> dict[str, Any]:
    facts: dict[str, Any] = {"name": entry.prefix + entry.name, "dtype": entry.dtype.name if entry.dtype else None,
                             "shape": list(entry.shape) if entry.parts else None, "nbytes": entry.nbytes,
                             "stype": entry.stype}  # fmt: skip
    if entry.stype != "default":
        facts["stored"] = list(entry.parts[0].shape)
    if stats and entry.parts:
        facts |= _statistics(entry.parts[0])
    return facts


def _statistics(data: Data) -> dict[str, Any]:
    """Of the finite elements, in float64 (integers of more than 53 bits are rounded)."""
    smallest, largest, total, finite, nan, infinite = np.inf, -np.inf, 0.0, 0, 0, 0
    for piece in data.pieces():
        values = np.abs(piece) if piece.dtype.kind == "c" else piece
        with np.errstate(invalid="ignore"):  # NaNs that signal
            values = values.astype(np.float64)
        nan += int(np.count_nonzero(np.isnan(values)))
        infinite += int(np.count_nonzero(np.isinf(values)))
        values = values[np.isfinite(values)]
        if values.size:
            smallest, largest = min(smallest, float(values.min())), max(largest, float(values.max()))
            with np.errstate(over="ignore"):
                total += float(values.sum())
            finite += values.size
    facts: dict[str, Any] = {"nan": nan, "inf": infinite}
    if finite:
        facts |= {"min": smallest, "max": largest, "mean": total / finite}
    return facts


def text(facts: dict[str, Any]) -> Iterator[str]:
    """What `show` found, as lines for people."""
    version = f", {facts['version']}" if facts.get("version") else ""
    size = f", {facts['bytes']} bytes" if "bytes" in facts else ""
    yield f"{facts['file']}: {facts['kind']}{version}{size}"
    notes = {
        "unnamed": "a list: its arrays have no names", "np_shape": "saved under NumPy shape semantics (npx.set_np)",
        "states": "with the pickle of an optimizer's states",
    }  # fmt: skip
    yield from (note for key, note in notes.items() if facts.get(key))
    for key in ("optimizer", "bytes after the end", "records", "index", "record file", "first key", "last key", "first record",
                "first content"):  # fmt: skip
        if key in facts:
            unit = " bytes" if key == "first record" else ""
            yield f"{key}: {facts[key]}{unit}"
    if "settings" in facts:
        yield "settings: " + ", ".join(f"{key}={value!r}" for key, value in facts["settings"].items())
    if "indices" in facts:
        yield f"indices: {', '.join(facts['indices']) or 'none'}"
    if "metadata" in facts:
        yield "metadata: " + ", ".join(f"{key}={value:.60}" for key, value in facts["metadata"].items())
    if "first header" in facts:
        yield "first header: " + ", ".join(f"{key} {value}" for key, value in facts["first header"].items())
    if "operators" in facts:
        yield from _text_of_symbol(facts)
    if "arrays" in facts:
        yield from _text_of_arrays(facts)


def _text_of_symbol(facts: dict[str, Any]) -> Iterator[str]:
    yield f"{len(facts['inputs'])} inputs and parameters"
    for variable in facts["inputs"]:
        yield f"  {variable['name']}  {variable.get('shape', '')}".rstrip()
    yield f"outputs: {', '.join(facts['outputs'])}"
    yield f"{sum(facts['operators'].values())} operators"
    width = max((len(str(n)) for n in facts["operators"].values()), default=0)
    for name, count in facts["operators"].items():
        yield f"  {count:{width}} {name}"


def _text_of_arrays(facts: dict[str, Any]) -> Iterator[str]:
    columns = ["name", "dtype", "shape", "bytes", "storage"]
    with_stats = any("nan" in array for array in facts["arrays"])
    if with_stats:
        columns += ["min", "max", "mean", "NaN", "inf"]
    rows = [columns]
    for array in facts["arrays"]:
        shape = "no shape" if array["shape"] is None else "x".join(map(str, array["shape"])) or "()"
        storage = array["stype"] + (f" {array['stored'][0]} stored" if "stored" in array else "")
        row = [array["name"], array["dtype"] or "-", shape, str(array["nbytes"]), storage]
        if with_stats:
            row += [f"{array[key]:.6g}" if key in array else "-" for key in ("min", "max", "mean")]
            row += [str(array.get(key, "-")) for key in ("nan", "inf")]
        rows.append(row)
    widths = [max(len(row[i]) for row in rows) for i in range(len(columns))]
    for row in rows:
        yield "  ".join(word.rjust(width) if i == 3 or i > 4 else word.ljust(width) for i, (word, width) in
                        enumerate(zip(row, widths))).rstrip()  # fmt: skip
    yield f"{facts['count']} array{'s' * (facts['count'] != 1)}, {facts['parameters']} parameters, {facts['nbytes']} bytes"
