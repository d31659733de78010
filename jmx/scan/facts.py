"""What is known of a name: whether MXNet 1.9.1 has it, whether jmx has it, and what its calls take and return.

A path is a name below `mxnet`, such as `gluon.nn.Dense`; "" is `mxnet` itself. `mxnet.json` and `state.json` are written by
`tools/scan_names/make.py`; what people wrote is in `differences`. Nothing here imports the rest of jmx but its tables.
"""

import difflib
import functools
import json
import pathlib
from dataclasses import dataclass
from typing import Any

from .._numpy1 import names as numpy1
from ..config.ignored import IGNORED
from ..config.ignored import PREFIXES as VARIABLE_PREFIXES
from ..config.variables import VARIABLES
from . import differences

#: what a use can be, in the order of reports: (key, what people read)
VERDICTS = {
    "works": "works",
    "differs": "works differently",
    "no-effect": "without effect",
    "not-there": "not there",
    "not-in-mxnet": "not in MXNet 1.9.1",
    "unknown": "cannot be told",
}

_FOLDER = pathlib.Path(__file__).parent


@dataclass(frozen=True)
class Answer:
    """What is said of one name: a key of `VERDICTS`, and what to do, "" where nothing is to be done."""

    verdict: str
    advice: str = ""


WORKS = Answer("works")


@dataclass(frozen=True)
class Tables:
    """The two files, read."""

    aliases: dict[str, str]
    names: dict[str, Any]
    missing: frozenset[str]
    refused: dict[str, str]
    idle: dict[str, str]
    idle_parameters: dict[str, dict[str, str]]
    more: dict[str, str]
    extra: dict[str, frozenset[str]]
    by_last: dict[str, list[str]]


@functools.cache
def tables() -> Tables:
    """Return the tables, read once."""
    mxnet = json.loads((_FOLDER / "mxnet.json").read_text(encoding="utf-8"))
    state = json.loads((_FOLDER / "state.json").read_text(encoding="utf-8"))
    by_last: dict[str, list[str]] = {}
    for path in mxnet["names"]:
        by_last.setdefault(path.rpartition(".")[2], []).append(path)
    return Tables(
        mxnet["aliases"],
        mxnet["names"],
        frozenset(state["missing"]),
        state["refused"],
        state["idle"],
        state["idle_parameters"],
        state["more"],
        {module: frozenset(words.split()) for module, words in state["extra"].items()},
        by_last,
    )


def canonical(path: str) -> str:
    """Return the path under which a name is described: `nd.zeros` is `ndarray.zeros`. Unknown names stay as they are."""
    known = tables()
    for _ in range(6):
        there = known.names.get(path)
        if isinstance(there, str):
            path = there
        elif there is None and path in known.aliases:
            path = known.aliases[path]
        elif there is None and "." in path:
            parent, _, name = path.rpartition(".")
            real = canonical(parent)
            if real == parent:
                break
            path = f"{real}.{name}"
        else:
            break
    return path


def kind(path: str) -> str:
    """Return the kind of a canonical path: m, c, f, d, p, v as in mxnet.json, or "" for what MXNet does not have."""
    record = tables().names.get(path)
    return record["k"] if isinstance(record, dict) else ""


def member(path: str, name: str) -> str | None:
    """Return the path of a module's or a class's name (not canonical), or None where MXNet has none."""
    known = tables()
    whole = f"{path}.{name}" if path else name
    if whole in known.names or whole in known.aliases:
        return whole
    return attribute(path, name) if kind(path) == "c" else None


def attribute(cls: str, name: str) -> str | None:
    """Return `class.name` of the class in the bases of `cls` that has this member or attribute of instances, or None."""
    known = tables()
    for base in lineage(cls):
        record = known.names[base]
        if f"{base}.{name}" in known.names or name in record.get("a", "").split() or name in record.get("x", "").split():
            return f"{base}.{name}"
    return None


@functools.cache
def lineage(cls: str) -> tuple[str, ...]:
    """Return the canonical paths of a class and its bases in MXNet, the class first."""
    found, waiting = [], [canonical(cls)]
    while waiting:
        path = waiting.pop(0)
        if path not in found and kind(path) == "c":
            found.append(path)
            waiting += [canonical(base) for base in tables().names[path].get("b", ())]
    return tuple(found)


def result(path: str) -> str | None:
    """Return what a call of a canonical path returns, or a property or attribute holds, as mxnet.json writes it."""
    record = tables().names.get(path)
    if isinstance(record, dict):
        return record.get("r")
    owner, _, name = path.rpartition(".")
    record = tables().names.get(owner)
    return record.get("y", {}).get(name) if isinstance(record, dict) else None


def is_newer(path: str, name: str) -> bool:
    """Whether jmx has this name of a module beside those of MXNet 1.9.1."""
    return name in tables().extra.get(canonical(path), ())


def _with_prefix(table: dict[str, str], path: str) -> str | None:
    keys = (key for key in table if path == key or path == key.rstrip(".") or key[-1:] in (".", "_", "") and path.startswith(key))
    best = max(keys, key=len, default=None)
    return None if best is None else table[best]


def answer(path: str) -> Answer:
    """Return what is said of a name that MXNet has.

    Parameters
    ----------
    path : str
        As the program says it; where it is a second name, the first one is looked up too.
    """
    known, real = tables(), canonical(path)
    if path in known.missing or real in known.missing and path not in known.names:
        return Answer("not-there", _with_prefix(differences.INSTEAD, path) or "")
    for one in (path, real):
        if one in known.refused:
            said = known.refused[one].partition(": ")[2] or known.refused[one]
            # The general advice, whose key is empty, says less than the function's own message.
            own = {key: advice for key, advice in differences.INSTEAD.items() if key}
            return Answer("not-there", _with_prefix(own, one) or said)
        if one in known.idle:
            return Answer("no-effect", known.idle[one])
        if one in differences.WITHOUT_EFFECT:
            return Answer("no-effect", differences.WITHOUT_EFFECT[one])
        if one in differences.DIFFERENT:
            return Answer("differs", differences.DIFFERENT[one])
    if real in known.missing:
        return Answer("not-there", _with_prefix(differences.INSTEAD, real) or "")
    record = known.names.get(real)
    if isinstance(record, dict) and record.get("e") == "AttributeError":
        return Answer("not-in-mxnet", "MXNet raises AttributeError here")
    return WORKS


def unknown(path: str, name: str) -> Answer:
    """Return what is said of a name that MXNet 1.9.1 does not have in this module or class."""
    whole = f"{path}.{name}" if path else name
    if whole in differences.OTHER_VERSIONS:
        return Answer("not-in-mxnet", f"in 1.9.1: {differences.OTHER_VERSIONS[whole]}")
    if is_newer(path, name):
        return Answer("works", "not in MXNet 1.9.1; jmx has it")
    close = near(path, name)
    return Answer("not-in-mxnet", f"near: {', '.join(close)}" if close else "")


@functools.cache
def near(path: str, name: str) -> tuple[str, ...]:
    """Return up to three names of MXNet that come close to one that it does not have in the module or class `path`."""
    known = tables()
    elsewhere = [each for each in known.by_last.get(name, ()) if not isinstance(known.names[each], str)]
    elsewhere = [
        each for each in elsewhere if kind(each.rpartition(".")[0]) == kind(path) and not each.startswith("contrib.onnx")
    ]
    beside = [each[len(path) + 1 if path else 0 :] for each in known.names if each.startswith(f"{path}." if path else "")]
    beside = [each for each in beside if "." not in each and not each.startswith("_")]
    close = [f"{path}.{each}".lstrip(".") for each in difflib.get_close_matches(name, beside, 2, 0.8)]
    found = list(dict.fromkeys([*sorted(elsewhere, key=len)[:2], *close]))[:3]
    return tuple(_short(each) for each in found)


_SHORT = {"ndarray": "nd", "symbol": "sym", "numpy": "np", "numpy_extension": "npx"}


def _short(path: str) -> str:
    """The path as programs write it."""
    first, dot, rest = path.partition(".")
    return f"mx.{_SHORT.get(first, first)}{dot}{rest}"


def keywords(path: str) -> tuple[frozenset[str], bool] | None:
    """Return (names of the parameters of a callable, whether others are refused), or None where they are unknown."""
    words: set[str] = set()
    known = tables()
    record = known.names.get(path)
    if not isinstance(record, dict) or "p" not in record:
        return None
    classes = lineage(path) if record["k"] == "c" else (path,)
    for one in classes:
        own = known.names[one].get("p")
        if own is None:
            return None
        words |= {word for word in own.split() if not word.startswith("*")} | set(known.more.get(one, "").split())
        if "**" not in own.split():
            # What a class hands on goes to its base: that is sure of these alone.
            return frozenset(words), one == path or one in _BASES
    return frozenset(words), False


_BASES = ("gluon.Block", "gluon.HybridBlock", "optimizer.Optimizer")
#: attributes that every node of a graph takes
_OF_NODES = frozenset("ctx_group lr_mult wd_mult force_mirroring mirror_stage profiler_scope".split())


def keyword(path: str, name: str) -> Answer | None:
    """Return what is said of an argument given by keyword to a callable (a canonical path), or None where all is well."""
    takes = keywords(path)
    if takes is None:
        return None
    words, closed = takes
    for one in lineage(path) if kind(path) == "c" else (path,):
        said = tables().idle_parameters.get(one, {}).get(name, differences.IDLE_PARAMETERS.get(one, {}).get(name))
        if said is not None:
            return Answer("no-effect", said or differences.IDLE_OF_OPERATORS.get(name) or differences.IDLE)
    if name in words and name in differences.IDLE_OF_OPERATORS and path.startswith(("ndarray.", "symbol.", "numpy_extension.")):
        return Answer("no-effect", differences.IDLE_OF_OPERATORS[name])
    if path in tables().missing or name in _OF_NODES and path.startswith("symbol."):
        return None
    if closed and name not in words and not (name.startswith("__") and name.endswith("__")):
        close = difflib.get_close_matches(name, words, 1, 0.75)
        return Answer("not-in-mxnet", f"MXNet refuses this argument{f'; near: {close[0]}' if close else ''}")
    return None


def variable(name: str) -> Answer | None:
    """Return what is said of an environment variable, or None for one that is neither MXNet's nor jmx's."""
    if name in IGNORED:
        return Answer("no-effect", IGNORED[name])
    if name in VARIABLES:
        return WORKS
    if not name.startswith(VARIABLE_PREFIXES):
        return None
    close = difflib.get_close_matches(name, sorted({*IGNORED, *VARIABLES}), 1, 0.75)
    return Answer("not-in-mxnet", f"near: {close[0]}" if close else "no variable that MXNet 1.9.1 documents")


def numpy_name(name: str) -> Answer | None:
    """Return what is said of `numpy.name`, or None where NumPy 2 has it unchanged."""
    if name in numpy1.REFUSED:
        return Answer("not-there", numpy1.REFUSED[name].format(name=name))
    if name in differences.NUMPY_CHANGED:
        return Answer("differs", differences.NUMPY_CHANGED[name])
    if name in numpy1.NAMES or name in numpy1.BUILTINS:
        return Answer("works", "NumPy 2 has removed it; `import mxnet` gives it back (docs/numpy2.md)")
    return None


def foreign_module(name: str) -> Answer | None:
    """Return what is said of a module beside MXNet that is bound to its C library, or None."""
    for module, advice in differences.MODULES.items():
        if name == module or name.startswith(f"{module}."):
            return Answer("not-there", advice)
    return None
