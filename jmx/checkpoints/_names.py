"""Names of arrays: patterns, tables, and the names of another file of the same network."""

from __future__ import annotations

import collections
import fnmatch
import json
import re
from collections.abc import Callable, Iterable

from ..base import MXNetError
from ._mapping import failed
from ._model import Checkpoint, Entry, listed

FORMS = ("mxnet", "structural")


def form_of(name: str) -> str:
    """`structural` for a name such as features.0.weight, else `mxnet`, for one such as resnetv10_conv0_weight."""
    return "structural" if "." in name else "mxnet"


def only(entries: list[Entry], patterns: Iterable[str], path: str) -> list[Entry]:
    """The entries whose names match a pattern, with or without `arg:` and `aux:`; MXNetError for a pattern without a match."""
    kept: set[str] = set()
    for pattern in patterns:
        found = {e.name for e in entries if any(fnmatch.fnmatchcase(n, pattern) for n in (e.name, e.prefix + e.name))}
        if not found:
            raise MXNetError(f"{path}: no array matches {pattern!r}; the names are {listed((e.name for e in entries), 8)}")
        kept |= found
    return [entry for entry in entries if entry.name in kept]


def renamer(rule: str) -> Callable[[str], str]:
    """Return the function that a rule stands for; MXNetError where it is none.

    Parameters
    ----------
    rule : str
        `OLD=NEW`, where each `*` of NEW is what the `*` in its place in OLD matched, or `s/REGEX/REPLACEMENT/`, as `re.sub`
        understands them, with any other sign in place of the slash.
    """
    if len(rule) > 3 and rule[0] == "s" and not rule[1].isalnum() and rule[1] not in "_.*?=" and rule.count(rule[1]) == 3:
        _, pattern, replacement, flags = rule.split(rule[1])
        if flags:
            raise MXNetError(f"--rename {rule!r}: nothing may follow the last {rule[1]!r}")
        try:
            regex = re.compile(pattern)
            regex.sub(replacement, "")
        except (re.error, IndexError) as error:
            raise MXNetError(f"--rename {rule!r}: {error}") from error
        return lambda name: regex.sub(replacement, name)
    old, sign, new = rule.partition("=")
    if not sign or not old:
        raise MXNetError(f"--rename {rule!r}: is neither OLD=NEW nor s/REGEX/REPLACEMENT/")
    if new.count("*") > old.count("*"):
        raise MXNetError(f"--rename {rule!r}: {new!r} has more * than {old!r}")
    glob = re.compile("".join({"*": "(.*)", "?": "."}.get(sign, re.escape(sign)) for sign in old), re.DOTALL)

    def rename(name: str) -> str:
        match = glob.fullmatch(name)
        if match is None:
            return name
        groups = iter(match.groups())
        return "".join(next(groups) if sign == "*" else sign for sign in new)

    return rename


def read_table(path: str) -> dict[str, str]:
    """Read a table of names: a JSON object of old to new, or lines with both, separated by a tab or blanks."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except OSError as error:
        raise failed("read", path, error) from error
    except UnicodeDecodeError as error:
        raise MXNetError(f"{path}: is no text, at byte {error.start}") from error
    if text.lstrip().startswith("{"):
        try:
            table = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise MXNetError(f"{path}: is no JSON: {error}") from error
        if not all(isinstance(new, str) for new in table.values()):
            raise MXNetError(f"{path}: is no JSON object of old names to new ones")
        return table
    table = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("\t") if "\t" in line else line.split()
        if not words or line.startswith("#"):
            continue
        if len(words) != 2 or words[0] in table:
            problem = "has not two names" if len(words) != 2 else f"names {words[0]} a second time"
            raise MXNetError(f"{path}: line {number} {problem}: {line!r:.100}")
        table[words[0]] = words[1]
    return table


def by_table(entries: list[Entry], table: dict[str, str], path: str) -> dict[str, str]:
    """The table, once all its old names are known to be there; names that it lacks stay."""
    unknown = sorted(set(table) - {entry.name for entry in entries})
    if unknown:
        raise MXNetError(f"{path}: names arrays that are not there: {listed(unknown)}")
    return table


def _kind(name: str) -> str:
    """What an array is by the last word of its name: weight, bias, gamma, mean ..."""
    return re.split(r"[._]", name)[-1]


def by_likeness(source: Checkpoint, like: Checkpoint) -> dict[str, str]:
    """The names of another file of the same network for the entries of this one, by what they are, shapes and order.

    Parameters
    ----------
    source, like : Checkpoint
        Files with the same arrays under other names.

    Returns
    -------
    dict
        Name in `source` to name in `like`.

    Raises
    ------
    MXNetError
        The arrays are not the same, or their order differs and several could be meant; it lists them.
    """
    for kind in (_kind, lambda name: ""):
        ours, theirs = (_by_kind(checkpoint.entries, kind) for checkpoint in (source, like))
        if {k: collections.Counter(e.shape for e in group) for k, group in ours.items()} == {
            k: collections.Counter(e.shape for e in group) for k, group in theirs.items()
        }:
            return _matched(source, like, [(ours[k], theirs[k]) for k in ours])
    surplus = collections.Counter(e.shape for e in source.entries)
    surplus.subtract(e.shape for e in like.entries)
    lines = [f"{abs(n)} more of shape {shape} in {source.path if n > 0 else like.path}" for shape, n in surplus.items() if n]
    raise MXNetError(f"{source.path} and {like.path} have not the same arrays: {'; '.join(lines)}")


def _by_kind(entries: list[Entry], kind: Callable[[str], str]) -> dict[str, list[Entry]]:
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(kind(entry.name), []).append(entry)
    return groups


def _matched(source: Checkpoint, like: Checkpoint, groups: list[tuple[list[Entry], list[Entry]]]) -> dict[str, str]:
    """Within a kind the order decides, where both files have the same shapes in it; a file may have its kinds in any order."""
    names: dict[str, str] = {}
    unclear = []
    for ours, theirs in groups:
        if [e.shape for e in ours] != [e.shape for e in theirs]:
            for shape in {e.shape for e in ours}:
                one, other = ([e for e in side if e.shape == shape] for side in (ours, theirs))
                if len(one) > 1:
                    unclear.append(f"{listed(e.name for e in one)} could be {listed(e.name for e in other)}")
                names[one[0].name] = other[0].name
        else:
            names |= {one.name: other.name for one, other in zip(ours, theirs)}
    if unclear:
        raise MXNetError(
            f"the order of the arrays in {source.path} and {like.path} differs, and several fit each other: "
            f"{'; '.join(sorted(unclear))}. Say which is which with --table"
        )
    return names


def check_form(entries: list[Entry], form: str, path: str) -> None:
    """MXNetError unless the names have this form, which needs a second source to be made."""
    other = [entry.name for entry in entries if form_of(entry.name) != form]
    if other:
        raise MXNetError(
            f"{path}: these names are not {form}: {listed(other, 8)}. A file of parameters has names of one form only: "
            "give a file of the same network that has the other ones (--like FILE), or a table (--table FILE)"
        )


def check_collisions(old: list[str], new: list[str], path: str) -> None:
    """MXNetError that lists all names that stand for several arrays."""
    groups = collections.defaultdict(list)
    for before, after in zip(old, new):
        groups[after].append(before)
    twice = [f"{after} ({listed(before)})" for after, before in groups.items() if len(before) > 1]
    if twice:
        raise MXNetError(f"{path}: several arrays would get one name: {'; '.join(twice)}")
