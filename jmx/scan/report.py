"""What was found, as text for people, as JSON for programs, and beside what a program really used."""

import collections
import json
from collections.abc import Iterable, Iterator
from typing import Any

from .._version import MXNET_VERSION, __version__
from . import facts
from .facts import VERDICTS
from .project import FileReport
from .uses import Use

#: of the JSON
FORMAT = 1
_WIDTH = max(map(len, VERDICTS.values()))


def printable(word: str) -> str:
    """Return a name or a path with escapes for what a terminal would obey, and for what has no UTF-8."""
    if word.isprintable():
        return word
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in word)


def place(path: str, use: Use) -> str:
    """Return where a use is: path:line:column, in a notebook path:cell N:line:column."""
    cell = "" if use.cell is None else f"cell {use.cell}:"
    return f"{printable(path)}:{cell}{use.line}:{use.column}"


def advice(use: Use) -> str:
    """Return what is said of a use after its name, "" where nothing is."""
    words = [use.advice] if use.advice else []
    return "; ".join([*words, "probably: the class is inferred"] if use.probable else words)


def summary(reports: Iterable[FileReport]) -> dict[str, Any]:
    """Return counts over all files.

    Returns
    -------
    dict
        `files`, `parsed` (those that have to do with MXNet), `problems`, `lines`, `uses`, and `verdicts`: {verdict: how many}.
    """
    counts: collections.Counter[str] = collections.Counter()
    numbers = dict.fromkeys(("files", "parsed", "problems", "lines"), 0)
    for report in reports:
        counts.update(use.verdict for use in report.uses)
        numbers["files"] += 1
        numbers["parsed"] += report.parsed
        numbers["problems"] += len(report.problems)
        numbers["lines"] += report.lines
    return {**numbers, "uses": sum(counts.values()), "verdicts": {key: counts[key] for key in VERDICTS}}


def selected(reports: Iterable[FileReport], verdicts: Iterable[str] = ()) -> list[FileReport]:
    """Return the reports with the uses of these verdicts alone, or unchanged where none are given."""
    chosen = frozenset(verdicts)
    if not chosen:
        return list(reports)
    kept = ([use for use in report.uses if use.verdict in chosen] for report in reports)
    return [FileReport(r.path, r.lines, r.parsed, uses, r.problems) for r, uses in zip(reports, kept)]


def text(reports: Iterable[FileReport]) -> Iterator[str]:
    """Yield lines for people: the uses of each file, and what could not be read."""
    for report in reports:
        if not report.uses and not report.problems:
            continue
        for problem in report.problems:
            cell = "" if problem.cell is None else f"cell {problem.cell}:"
            line = "" if problem.line is None else f"{problem.line}:"
            yield f"{printable(report.path)}:{cell}{line} {printable(problem.message)}"
        for use in report.uses:
            said = f"  -- {printable(advice(use))}" if advice(use) else ""
            yield f"{place(report.path, use)}  {VERDICTS[use.verdict]:{_WIDTH}}  {printable(use.name)}{said}"
        yield ""


def summary_text(counts: dict[str, Any]) -> Iterator[str]:
    """Yield the lines at the end."""
    yield (
        f"{counts['files']} files with {counts['lines']} lines, {counts['parsed']} of them with MXNet; "
        f"{counts['uses']} uses of it" + (f"; {counts['problems']} problems" if counts["problems"] else "")
    )
    for key, number in counts["verdicts"].items():
        if number:
            yield f"{number:8d}  {100 * number / counts['uses']:5.1f} %  {VERDICTS[key]}"


def _use(use: Use) -> dict[str, Any]:
    entry: dict[str, Any] = {"line": use.line, "column": use.column, "verdict": use.verdict, "name": use.name}
    entry |= {"advice": use.advice, "probable": use.probable, "path": use.path}
    return entry if use.cell is None else {**entry, "cell": use.cell}


def document(reports: Iterable[FileReport]) -> dict[str, Any]:
    """Return what is written as JSON: `format`, `mxnet`, `jmx`, `summary` and `files`."""
    reports = list(reports)
    files: list[dict[str, Any]] = []
    for report in reports:
        if not report.uses and not report.problems:
            continue
        uses = [_use(use) for use in report.uses]
        problems = [{"line": p.line, "cell": p.cell, "message": p.message} for p in report.problems]
        files.append({"path": report.path, "lines": report.lines, "uses": uses, "problems": problems})
    return {"format": FORMAT, "jmx": __version__, "mxnet": MXNET_VERSION, "summary": summary(reports), "files": files}


def as_json(reports: Iterable[FileReport]) -> str:
    """Return the JSON, with a newline at its end."""
    return json.dumps(document(reports), indent=1, ensure_ascii=True) + "\n"


def compare(reports: Iterable[FileReport], touched: dict[str, list[str]], same: Any) -> tuple[dict[str, list[str]], list[str]]:
    """Compare what was found with what a program touched while it ran.

    Parameters
    ----------
    reports : iterable of FileReport
        What was found.
    touched : dict
        {name below `mxnet`: files that used it}, as `jmx run --trace-usage` writes it.
    same : callable
        Of two paths of files, whether they are one file.

    Returns
    -------
    (dict, list)
        {name: files} that the program touched from files that were scanned, and that were not found in them; classes, functions
        and methods that were found and that the program did not touch. Symbols and arrays count as one, since F may be either.
    """
    found: dict[str, set[str]] = {}
    everywhere: set[str] = set()
    scanned: list[str] = []
    for report in reports:
        scanned.append(report.path)
        paths = {use.path for use in report.uses if use.path}
        found[report.path] = set(map(_of_arrays, paths))
        everywhere |= {path for path in paths if facts.kind(path) in ("c", "f", "d")}
    missed: dict[str, list[str]] = {}
    seen: set[str] = set()
    for name, files in touched.items():
        mine = [path for path in scanned if any(same(path, file) for file in files)]
        if mine:
            seen.add(_of_arrays(name))
        lacking = [path for path in mine if _of_arrays(name) not in found[path] and facts.kind(name) != "m"]
        if lacking:
            missed[name] = lacking
    return dict(sorted(missed.items())), sorted(path for path in everywhere if _of_arrays(path) not in seen)


#: classes and modules that `hybrid_forward` may see, and those of arrays that count for all of them
_TWINS = {
    "symbol.numpy._Symbol.": "ndarray.NDArray.", "symbol.Symbol.": "ndarray.NDArray.", "numpy.ndarray.": "ndarray.NDArray.",
    "symbol.numpy.": "numpy.", "ndarray.numpy.": "numpy.", "symbol.numpy_extension.": "numpy_extension.",
    "ndarray.numpy_extension.": "numpy_extension.", "symbol.": "ndarray.",
}  # fmt: skip


def _of_arrays(path: str) -> str:
    for prefix, twin in _TWINS.items():
        if path.startswith(prefix):
            return twin + path.removeprefix(prefix)
    return path
