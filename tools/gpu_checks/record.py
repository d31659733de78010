"""The record: a line of JSON for each item that was done, and for each part the number of its items.

A folder's record grows line by line, so that a process that is killed loses what it was in the middle of and no more. The
committed record has the same form, sorted.
"""

import dataclasses
import functools
import hashlib
import json
import math
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMITTED = ROOT / "docs" / "dev" / "figures" / "gpu_record.jsonl"
OUTCOMES = ("passed", "failed", "skipped", "measured", "out of time", "crashed")
#: characters that are kept of what a test or a program said
MOST_TEXT = 600
_MOST_BYTES, _MOST_FIGURES = 2**26, 40
_TEXTS = ("part", "item", "outcome", "card", "jax", "jmx", "text")


class RecordError(ValueError):
    """A record cannot be read: which line, and what is wrong with it."""


@dataclasses.dataclass
class Record:
    """What has been done.

    Parameters
    ----------
    counts : dict of str to int
        How many items each part has.
    entries : dict of tuple to dict
        By part, item and card: outcome, versions, figures.
    """

    counts: dict = dataclasses.field(default_factory=dict)
    entries: dict = dataclasses.field(default_factory=dict)

    def add(self, line):
        """Take in a line that `checked` has seen; a later line replaces an earlier one of the same item and card."""
        if "items" in line:
            self.counts[line["part"]] = line["items"]
        else:
            self.entries[line["part"], line["item"], line["card"]] = line

    def done(self, part, card=None, again=()):
        """The items of a part that need no run: on `card`, or on any but the CPU; not those whose outcome is in `again`."""
        return {
            item
            for (of, item, on), entry in self.entries.items()
            if of == part and entry["outcome"] not in again and (on == card if card else not is_cpu(on))
        }


def is_cpu(card):
    """Whether a card is none, but the CPU with which the command was tried."""
    return card.startswith("cpu")


def checked(line):
    """A line as it was read, if it is one of a record; else RecordError."""
    if not isinstance(line, dict) or not isinstance(line.get("part"), str):
        raise RecordError("is no object with a part")
    if set(line) == {"part", "items"}:
        if type(line["items"]) is not int or not 0 <= line["items"] < 10**7:
            raise RecordError(f"counts {line['items']!r:.60} items")
        return line
    if missing := {"item", "outcome", "card", "jax", "jmx", "seconds"} - line.keys():
        raise RecordError(f"has no {', '.join(sorted(missing))}")
    if unknown := line.keys() - {*_TEXTS, "seconds", "figures"}:
        raise RecordError(f"has {', '.join(sorted(map(str, unknown)))!r:.60}, which no record has")
    for name in _TEXTS:
        if not isinstance(line.get(name, ""), str) or len(line.get(name, "")) > MOST_TEXT:
            raise RecordError(f"has a {name} that is no text of at most {MOST_TEXT} characters")
    if line["outcome"] not in OUTCOMES:
        raise RecordError(f"has the outcome {line['outcome']!r:.60}; there are {', '.join(OUTCOMES)}")
    figures = line.get("figures", {})
    if not isinstance(figures, dict) or len(figures) > _MOST_FIGURES:
        raise RecordError(f"has figures that are no object of at most {_MOST_FIGURES} numbers")
    for name, number in {"seconds": line["seconds"], **figures}.items():
        if isinstance(number, bool) or not isinstance(number, int | float) or not math.isfinite(number):
            raise RecordError(f"has {name!r:.60} = {number!r:.60}, which is no number")
    return line


def read(path):
    """The record in a file, an empty one if there is none. A last line without its end was being written, and does not count.

    Raises RecordError with the number of the line.
    """
    record = Record()
    if not path.exists():
        return record
    if path.stat().st_size > _MOST_BYTES:
        raise RecordError(f"{path}: a record of more than {_MOST_BYTES >> 20} MB")
    *lines, _ = path.read_bytes().split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            record.add(checked(json.loads(line.decode())))
        except RecordError as error:
            raise RecordError(f"{path}:{number}: the line {error}") from None
        except (ValueError, RecursionError) as error:
            raise RecordError(f"{path}:{number}: no JSON: {error}"[:300]) from None
    return record


class Writer:
    """Appends lines to a folder's record.

    Parameters
    ----------
    path : pathlib.Path
        The file. What follows its last whole line is cut off.
    """

    def __init__(self, path):
        self.file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        text = path.read_bytes()
        os.ftruncate(self.file, text.rfind(b"\n") + 1)

    def write(self, line):
        """Write a line of the record at once, and to the disk; returns it."""
        os.write(self.file, json.dumps(checked(line), allow_nan=False).encode() + b"\n")
        os.fsync(self.file)
        return line


def save(record, path):
    """Write a record in order, whole or not at all."""
    lines = [{"part": part, "items": count} for part, count in sorted(record.counts.items())]
    lines += [entry for _, entry in sorted(record.entries.items())]
    new = path.with_name(path.name + ".new")
    new.write_text("".join(json.dumps(line, sort_keys=True) + "\n" for line in lines), encoding="utf-8")
    os.replace(new, path)


def merge(path, folder, on_cpu=False):
    """Take the record of a folder into the one at `path`; returns how many entries it brought.

    Entries of the CPU are left out, unless `on_cpu`. Where jmx is named by the hash of its sources, because git was not there,
    and these are the sources here, the commit takes its place.
    """
    record, new = read(path), read(folder / "record.jsonl")
    commit = {sources(): version()}
    taken = [entry for entry in new.entries.values() if on_cpu or not is_cpu(entry["card"])]
    for entry in taken:
        record.add({**entry, "jmx": commit.get(entry["jmx"], entry["jmx"])})
    record.counts.update(new.counts)
    save(record, path)
    return len(taken)


def sources():
    """A name of jmx's sources: a hash."""
    found = hashlib.sha256()
    for path in sorted((ROOT / "jmx").rglob("*")):
        if path.suffix in (".py", ".c", ".h"):
            found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return f"sources {found.hexdigest()[:12]}"


@functools.cache
def version():
    """The commit of jmx here, if git knows it and its sources are as committed; else `sources()`."""
    git = ["git", "-C", str(ROOT)]
    try:
        changed = subprocess.run([*git, "status", "--porcelain", "jmx"], capture_output=True, text=True, check=True).stdout
        commit = subprocess.run([*git, "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return sources()
    return sources() if changed.strip() else commit.strip()
