"""Which files belong to one program: those that import one another.

`mx.npx.set_np()` counts for a whole process. So files of one program become programs on `mx.np` together, or stay on `mx.nd`
together.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..base import MXNetError
from . import Rewritten
from ._limits import STAYS
from ._notebooks import code_of
from ._staged import Staged, State

_IMPORT = re.compile(
    rb"^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#;]*)|import[ \t]+([^\n#;]*))", re.MULTILINE
)
_SET_NP = b"npx.set_np("


def _imports(source: bytes) -> Iterator[tuple[int, list[str]]]:
    """The dots in front and the parts of the name of each module that a source imports, or may import."""
    for match in _IMPORT.finditer(source):
        base, names, plain = (part.decode("utf-8", "replace") if part is not None else "" for part in match.groups())
        first = [one.split()[0] for one in (names.strip("() \t\n") or plain).split(",") if one.split()]
        if plain:
            yield from ((0, one.split(".")) for one in first)
            continue
        dots = len(base) - len(base.lstrip("."))
        module = [one for one in base.lstrip(".").split(".") if one]
        yield dots, module
        yield from ((dots, [*module, one]) for one in first)


def _files_of(modules: Mapping[tuple[str, ...], str], folder: list[str], dots: int, parts: list[str]) -> list[str]:
    """The files of a module and of the packages that it is in, as a file of a folder imports it."""
    for end in [len(folder) + 1 - dots] if dots else range(len(folder), 0, -1):
        names = [(*folder[:end], *parts[:i]) for i in range(1, len(parts) + 1)]
        found = [modules[name] for name in names if name in modules]
        if found:
            return found
    return []


def programs(sources: Mapping[str, bytes]) -> list[list[str]]:
    """The files, those that import one another together.

    A module is looked for beside the file that imports it and in the folders above; where it is not there, for example because
    the program changes `sys.path`, any file of its name counts.
    """
    modules: dict[tuple[str, ...], str] = {}
    by_name: dict[str, list[str]] = {}
    for path in sources:
        *folders, name = os.path.splitext(os.path.abspath(path))[0].split(os.sep)
        if path.endswith(".py") and b"import" in sources[path]:  # others connect nothing
            modules[tuple(folders) if name == "__init__" else (*folders, name)] = path
            by_name.setdefault(name, []).append(path)
    above: dict[str, str] = {}

    def top(path: str) -> str:
        while above.get(path, path) != path:
            path = above[path]
        return path

    for path, source in sources.items():
        folder = os.path.dirname(os.path.abspath(path)).split(os.sep)
        for dots, parts in _imports(code_of(source) if path.endswith(".ipynb") else source):
            found = _files_of(modules, folder, dots, parts)
            if not found and len(parts) == 1 and not dots:
                found = by_name.get(parts[0], [])
            for other in found:
                above[top(path)] = top(other)
    groups: dict[str, list[str]] = {}
    for path in sources:
        groups.setdefault(top(path), []).append(path)
    return list(groups.values())


def stays(result: Rewritten | MXNetError) -> bool:
    """Whether a file remains on `mx.nd` because something in it has no counterpart."""
    if isinstance(result, MXNetError) or _SET_NP in result.source:
        return False
    return any(text.endswith(STAYS) for _, text in result.marks)


def _turned(source: bytes, result: Rewritten | MXNetError) -> bool:
    """Whether a file has become one on `mx.np`."""
    return not isinstance(result, MXNetError) and _SET_NP in result.source and _SET_NP not in source


def rewritten_together(
    sources: Mapping[str, bytes], begin: Callable[[str, bytes], Staged], stage: str
) -> Iterator[tuple[dict[str, Rewritten | MXNetError], list[str], list[str]]]:
    """Rewrite files, those of one program together.

    Parameters
    ----------
    sources : mapping
        Path and content of each file.
    begin : callable
        A file at the start of its way, by its path and its content. It may raise MXNetError.
    stage : str
        The stages, with commas between.

    Returns
    -------
    iterator
        For each program: what its files become, or the error that was raised; the files that stay on `mx.nd` for the sake of
        others; and these others.
    """
    stages = [one.strip() for one in stage.split(",")]
    for group in programs(sources) if "numpy" in stages else [[path] for path in sources]:
        if len(group) == 1:
            path = group[0]
            yield {path: _attempt(lambda path: _all_stages(begin(path, sources[path]), stage), path)}, [], []
        else:
            yield _program({path: sources[path] for path in group}, begin, stages)


def _attempt(make: Callable[..., Rewritten], *args: Any) -> Rewritten | MXNetError:
    try:
        return make(*args)
    except MXNetError as error:
        return error


def _all_stages(file: Staged, stage: str) -> Rewritten:
    file.run(stage)
    return file.result()


def _program(
    sources: Mapping[str, bytes], begin: Callable[[str, bytes], Staged], stages: list[str]
) -> tuple[dict[str, Rewritten | MXNetError], list[str], list[str]]:
    """The files of one program: on `mx.np` all of them, or none."""
    first = stages.index("numpy")
    rest = ",".join(stages[first + 1 :])
    files: dict[str, tuple[Staged, State | None]] = {}  # each with its state before `numpy`

    def to_numpy(path: str) -> Rewritten:
        file = begin(path, sources[path])
        file.run(",".join(stages[:first]))
        files[path] = file, file.state
        return _all_stages(file, "numpy")

    results = {path: _attempt(to_numpy, path) for path in sources}
    because = [path for path, result in results.items() if stays(result)]
    turned = [path for path, result in results.items() if because and _turned(sources[path], result)]
    for path, result in results.items():
        if isinstance(result, MXNetError):
            continue
        file, before = files[path]
        if path in turned:
            file.state = before
        if rest or path in turned:
            results[path] = _attempt(_all_stages, file, rest)
    return results, turned, because
