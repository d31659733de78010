"""Notebooks: their code cells as one program, and its parts put back into the file, of which nothing else changes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import libcst as cst

from ..base import MXNetError
from . import Rewritten, marks_of
from ._source import checked, parsed
from ._staged import Staged

#: a statement between the cells of the program; whatever a stage inserts has its place on one side of it
_BETWEEN = "__jmx_cell__({})"
_SEPARATOR = re.compile(r"^__jmx_cell__\((\d+)\)$", re.MULTILINE)
#: lines of IPython's own, which are no Python
_MAGIC = re.compile(r"^(\s*)(%(?!%).*|!.*|\?.*|[\w.]+\?{1,2}|\w[\w, ]*=\s*[!%].*)$")
_MASKED = re.compile(r"^(\s*)pass  # jmx-magic (\d+)$", re.MULTILINE)
#: magics of a whole cell whose other lines are Python of this notebook
_TRANSPARENT = ("%%time", "%%timeit", "%%capture", "%%prun")


class Cell(NamedTuple):
    """A code cell: its text, and where its source stands in the file."""

    source: str
    start: int
    end: int


class StagedNotebook(Staged):
    """A notebook, of which the stages see the code cells as one program; lines of marks are counted in the file.

    Raises
    ------
    MXNetError
        It is not a notebook.
    """

    def __init__(self, source: bytes) -> None:
        super().__init__(source)
        try:
            self._before = source.decode("utf-8")
            self._cells = list(_code_cells(self._before))
        except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
            raise MXNetError(f"is not a notebook of format 4: {error}") from error
        self._magics: list[str] = []
        self._taken: dict[int, str] = {}
        for i, cell in enumerate(self._cells):
            masked = _mask(cell.source, self._magics)
            if masked is None:
                continue
            try:
                checked(masked)
            except MXNetError:
                self.left_out.append(f"code cell {i + 1} is not Python 3 and is left as it is")
                continue
            self._taken[i] = masked if masked.endswith("\n") or not masked else masked + "\n"
        self._program = "".join(f"{part}{_BETWEEN.format(i)}\n" for i, part in self._taken.items())

    def _module(self) -> cst.Module:
        return parsed(self._program.encode())

    def result(self) -> Rewritten:
        text = self._before
        program = self._program if self.state is None else self.state.module.code
        if self.state is None or program == self._program:
            return Rewritten(self.source, 0, _marks_in_file(text))
        *sources, rest = _SEPARATOR.split(program)
        new = dict(zip(map(int, sources[1::2]), sources[::2]))
        if new.keys() != self._taken.keys() or rest.strip():
            raise MXNetError("the cells of the result could not be told apart; please report this notebook")
        for source in new.values():
            checked(source)
        for i in reversed(self._taken):
            cell, source = self._cells[i], _unmask(new[i].removeprefix("\n"), self._magics)
            if not cell.source.endswith("\n"):
                source = source.removesuffix("\n")
            if source != cell.source:
                text = text[: cell.start] + _dumped(source, text, cell) + text[cell.end :]
        return Rewritten(text.encode(), self.state.places, _marks_in_file(text))


def _marks_in_file(text: str) -> list[tuple[int, str]]:
    """The marks of all cells, each with the line of the file that holds it (that of the cell, where it is one string)."""
    found: list[tuple[int, str]] = []
    for cell in _code_cells(text):
        first = text.count("\n", 0, cell.start) + 1
        as_list = text[cell.start] == "["
        found += [(first + line if as_list else first, mark) for line, mark in marks_of(cell.source)]
    return found


def code_of(data: bytes) -> bytes:
    """The code cells of a notebook, nothing where it cannot be read."""
    try:
        return "\n".join(cell.source for cell in _code_cells(data.decode("utf-8"))).encode()
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        return b""


def _mask(source: str, magics: list[str]) -> str | None:
    """A cell with IPython's lines replaced by statements; None for a cell in another language."""
    lines = source.split("\n")
    if lines[0].startswith("%%"):
        if not lines[0].startswith(_TRANSPARENT):
            return None
        magics.append(lines[0])
        lines[0] = f"pass  # jmx-magic {len(magics) - 1}"
    for i, line in enumerate(lines):
        found = _MAGIC.match(line)
        if line.startswith("from __future__ import"):  # first in its cell, but not in the program
            found = re.match("()", line)
        if found and (found[0] == "" or not _is_python(source, line)):
            magics.append(line[len(found[1]) :])
            lines[i] = f"{found[1]}pass  # jmx-magic {len(magics) - 1}"
    return "\n".join(lines)


def _is_python(source: str, line: str) -> bool:
    """Whether a line that looks like IPython's is part of Python: in a string of several lines, or `% b` after a break."""
    try:
        cst.parse_module(source)
        return True
    except (cst.ParserSyntaxError, RecursionError):
        return line.lstrip().startswith("% ")


def _unmask(source: str, magics: list[str]) -> str:
    return _MASKED.sub(lambda found: found[1] + magics[int(found[2])], source)


def _code_cells(text: str) -> Iterator[Cell]:
    found = list(_members(text, _blank(text, 0), "cells"))
    if not found:
        raise ValueError("it has no cells")
    for _, start, _ in found:
        for _, at, _ in _elements(text, start):
            fields = {key: (first, last) for key, first, last in _members(text, at)}
            if _value(text, fields["cell_type"]) == "code":
                source = _value(text, fields["source"])
                yield Cell(source if isinstance(source, str) else "".join(source), *fields["source"])


def _value(text: str, span: tuple[int, int]) -> Any:
    return json.loads(text[span[0] : span[1]])


def _blank(text: str, at: int) -> int:
    while text[at] in " \t\r\n":
        at += 1
    return at


def _members(text: str, at: int, only: str | None = None) -> Iterator[tuple[str, int, int]]:
    """The key of each member of the JSON object at a position, with the start and end of its value."""
    if text[at] != "{":
        raise ValueError(f"an object was expected at character {at}")
    decoder = json.JSONDecoder()
    at = _blank(text, at + 1)
    while text[at] != "}":
        key, at = decoder.raw_decode(text, at)
        at = _blank(text, at)
        if text[at] != ":":
            raise ValueError(f"a colon was expected at character {at}")
        start = _blank(text, at + 1)
        _, end = decoder.raw_decode(text, start)
        if only is None or key == only:
            yield key, start, end
        at = _blank(text, end)
        at = _blank(text, at + 1) if text[at] == "," else at


def _elements(text: str, at: int) -> Iterator[tuple[int, int, int]]:
    """The number of each element of the JSON array at a position, with its start and end."""
    if text[at] != "[":
        raise ValueError(f"a list was expected at character {at}")
    decoder = json.JSONDecoder()
    at, number = _blank(text, at + 1), 0
    while text[at] != "]":
        _, end = decoder.raw_decode(text, at)
        yield number, at, end
        number += 1
        at = _blank(text, end)
        at = _blank(text, at + 1) if text[at] == "," else at


def _dumped(source: str, text: str, cell: Cell) -> str:
    """A cell's source as JSON, laid out as it was."""
    before = text[cell.start : cell.end]
    ascii_only = text.isascii()
    if before[0] == '"':
        return json.dumps(source, ensure_ascii=ascii_only)
    lines = [json.dumps(line, ensure_ascii=ascii_only) for line in re.findall(r"[^\n]*\n|[^\n]+", source)]
    opening = before[1 : _blank(before, 1)] if len(before) > 2 else ""
    closing = re.search(r"\s*(?=\]$)", before)
    return f"[{opening}{(',' + (opening or ' ')).join(lines)}{closing[0] if closing else ''}]"
