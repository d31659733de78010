"""All files of a program: each is analysed by itself, and again with what it imports from the others.

Files in which the word `mxnet` does not occur are parsed only where they import something of MXNet's from another file.
"""

import gc
import multiprocessing
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from ..config.system import machine
from . import sources
from .sources import Problem
from .uses import Use, in_cell, read
from .values import Value

_ROUNDS = 4  # how far names are followed from file to file
_ALONE = 200_000  # bytes of text that are read faster than processes are started
_FRAMES = 6000  # expressions are nested more deeply than calls of most programs
_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import\b|import[ \t]+([\w.]+))", re.MULTILINE)

#: what files define: {path: {name: value}}
Exports = Mapping[str, Mapping[str, Value]]


@dataclass
class FileReport:
    """What was found in one file.

    `parsed` says whether its code was read: there are files that have nothing to do with MXNet, and files with problems.
    """

    path: str
    lines: int = 0
    parsed: bool = False
    uses: list[Use] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


@dataclass
class _Read:
    """What a process sends back about a file; `imports` are (source, name) pairs, the name "" for whole modules, "*" for all."""

    report: FileReport
    exports: dict[str, Value]
    imports: list[tuple[str, str]]


def _analyse(job: tuple[str, dict[str, dict[str, Value]]]) -> _Read:
    """Read one file; `job` is its path, and what other files define, as `Inference` takes it."""
    path, imported = job
    source = sources.load(path)
    report = FileReport(path, source.text.count("\n") + bool(source.text and not source.text.endswith("\n")))
    report.problems = list(source.problems)
    if "mxnet" not in source.text and not imported and not source.uses:
        return _Read(report, {}, _imports_by_sight(source.text))
    before, collects = sys.getrecursionlimit(), gc.isenabled()
    sys.setrecursionlimit(max(before, _FRAMES))
    gc.disable()  # a tree is large, and nothing of it is garbage before its end
    try:
        analysis = read(source.text, imported)
        exports, imports, uses = analysis.inference.exports(), analysis.imports, analysis.uses
        analysis.release()
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        report.problems.append(sources.syntax_problem(error))
        return _Read(report, {}, [])
    except Exception as error:  # the other files of a program are worth more than this one's traceback
        report.problems.append(Problem(None, f"jmx scan fails on it, which is an error of jmx: {type(error).__name__}: {error}"))
        return _Read(report, {}, [])
    finally:
        sys.setrecursionlimit(before)
        if collects:
            gc.enable()
    report.parsed = True
    if source.cells:
        uses = [in_cell(use, *_pair(source.place(use.line))) for use in uses]
        uses = sorted([*uses, *source.uses], key=lambda use: (use.cell or 0, use.line, use.column))
    report.uses = uses
    return _Read(report, exports, imports)


def _pair(place: tuple[int | None, int]) -> tuple[int, int]:
    return place[0] or 1, place[1]


def _imports_by_sight(text: str) -> list[tuple[str, str]]:
    return [(match[1], "*") if match[1] else (match[2], "") for match in _IMPORT.finditer(text)]


class _Modules:
    """Finds the files that imports mean, among those that are scanned."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._files = {os.path.abspath(path): path for path in paths if path.endswith(".py")}
        self._roots = {self._root(path) for path in self._files}
        self._found: dict[tuple[str, str], str | None] = {}

    def _root(self, path: str) -> str:
        """The folder that the outermost package of a file lies in."""
        folder = os.path.dirname(path)
        while os.path.join(folder, "__init__.py") in self._files:
            folder = os.path.dirname(folder)
        return folder

    def find(self, importer: str, source: str) -> str | None:
        """Return the path of the file that `source`, such as "..common", means in the file `importer`, or None."""
        folder = os.path.dirname(os.path.abspath(importer))
        key = (folder, source)
        if key not in self._found:
            self._found[key] = self._look(os.path.abspath(importer), folder, source)
        return self._found[key]

    def _look(self, importer: str, folder: str, source: str) -> str | None:
        name = source.lstrip(".")
        level = len(source) - len(name)
        if level:
            for _ in range(level - 1):
                folder = os.path.dirname(folder)
            roots = [folder]
        else:
            roots = [folder, self._root(importer), *sorted(self._roots)]
        for root in roots:
            whole = os.path.join(root, *name.split(".")) if name else root
            for path in (f"{whole}.py", os.path.join(whole, "__init__.py")):
                if path in self._files and path != importer:
                    return self._files[path]
        return None


def _needs(read: _Read, exports: Exports, modules: _Modules) -> dict[str, dict[str, Value]]:
    """What a file imports of what other files define: {source as it says it: {name: value}}."""
    needs: dict[str, dict[str, Value]] = {}
    path = read.report.path
    for source, name in read.imports:
        target = modules.find(path, source)
        known = exports.get(target, {}) if target else {}
        if name in ("", "*"):
            if known:
                needs.setdefault(source, {}).update(known)
        elif name in known:
            needs.setdefault(source, {})[name] = known[name]
        if name not in ("", "*"):
            whole = source + ("" if source.endswith(".") else ".") + name
            target = modules.find(path, whole)
            if target and exports.get(target):
                needs.setdefault(whole, {}).update(exports[target])
    return needs


def scan(paths: Iterable[str], processes: int = 1) -> list[FileReport]:
    """Find the uses of MXNet in files and folders.

    Parameters
    ----------
    paths : iterable of str
        Python files, notebooks, and folders of them.
    processes : int, default 1
        How many processes read files; 0 for as many as there are cores.

    Returns
    -------
    list of FileReport
        One for each file, in the order of their paths.

    Raises
    ------
    FileNotFoundError
        There is no such path.

    Examples
    --------
    >>> import os, tempfile
    >>> from jmx.scan import scan
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "train.py")
    ...     with open(path, "w") as file:
    ...         _ = file.write("import mxnet as mx\\nmx.rtc.CudaModule('')\\n")
    ...     [(use.line, use.verdict, use.name) for use in scan([path])[0].uses]
    [(1, 'works', 'mxnet'), (2, 'not-there', 'mxnet.rtc.CudaModule')]
    """
    files = sorted(sources.find(paths))
    if processes == 0:
        processes = machine.usable_cores()
    if processes == 1 or sum(map(_size, files)) < _ALONE:
        return _scan(files, lambda jobs: list(map(_analyse, jobs)))
    # A fork starts at once, but must not happen beside the threads of JAX.
    forks = "fork" in multiprocessing.get_all_start_methods() and "jax" not in sys.modules
    context = multiprocessing.get_context("fork" if forks else "spawn")
    with ProcessPoolExecutor(processes, context) as pool:
        return _scan(files, lambda jobs: list(pool.map(_analyse, jobs, chunksize=max(1, min(16, len(jobs) // (4 * processes))))))


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0


def _scan(files: list[str], analyse: Callable[[list[Any]], list[_Read]]) -> list[FileReport]:
    reads = {read.report.path: read for read in analyse([(path, {}) for path in files])}
    modules = _Modules(files)
    given: dict[str, dict[str, dict[str, Value]]] = {}
    for _ in range(_ROUNDS):
        exports = {path: read.exports for path, read in reads.items() if read.exports}
        needs = {path: _needs(read, exports, modules) for path, read in reads.items()}
        jobs = [(path, need) for path, need in needs.items() if need and need != given.get(path)]
        if not jobs:
            break
        given.update(jobs)
        reads.update((read.report.path, read) for read in analyse(jobs))
    return [reads[path].report for path in files]
