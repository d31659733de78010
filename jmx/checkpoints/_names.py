"""Names of arrays: patterns, tables, and the names of another file of the same network."""

from __future__ import annotations

import collections
import fnmatch
import json
import re
from collections.abc import Callable, Iterable

from .._files.reading import open_file
from ..base import MXNetError
from ._mapping import failed
from ._model import Entry, listed

FORMS = ("mxnet", "structural")


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
        with open_file(path, mode="r", encoding="utf-8") as file:
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


def check_form(entries: list[Entry], form: str, path: str) -> None:
    """MXNetError unless the names have this form, as MXNet tells them apart: in structural names there are dots."""
    names = [entry.name for entry in entries]
    dotted = [name for name in names if "." in name]
    # A file of a single layer has structural names without dots (weight, bias), and any file may have some.
    other = dotted if form == "mxnet" else [] if dotted else [name for name in names if "_" in name]
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
