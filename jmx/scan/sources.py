"""Which files are read, and their text: Python modules in any encoding, and the code of notebooks with its magics.

Files come from strangers. Whatever cannot be read is a problem with a sentence, and never an exception.
"""

import ast
import io
import json
import os
import re
import stat
import tokenize
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .uses import Use, environment_uses

#: files of more bytes are not read: they hold data, or were made by a program
LARGEST = {".py": 4 << 20, ".ipynb": 64 << 20}
_SKIPPED = frozenset(("__pycache__", "node_modules", "site-packages", "dist-packages"))
_PYTHON_MAGICS = frozenset(("time", "timeit", "capture", "prun", "memit", "mprun", "lprun"))
_SHELL_MAGICS = frozenset(("bash", "sh", "script", "system", "env", "set_env"))


@dataclass(frozen=True)
class Problem:
    """Why something could not be read; `line` and `cell` count from 1, None where they say nothing."""

    line: int | None
    message: str
    cell: int | None = None


@dataclass
class Source:
    """One file's code.

    `cells` are (number of a notebook's cell, first line of it in `text`), and `uses` what its shell commands and magics use.
    """

    path: str
    text: str = ""
    cells: list[tuple[int, int]] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def place(self, line: int) -> tuple[int | None, int]:
        """Return (cell, line in it) of a line of `text`; the cell is None outside of notebooks."""
        for number, first in reversed(self.cells):
            if line >= first:
                return number, line - first + 1
        return None, line


def find(paths: Iterable[str]) -> Iterator[str]:
    """Yield the Python files and notebooks that paths name, and that are in their folders.

    Folders that begin with a dot, virtual environments and installed packages are left out. Links to folders are not followed,
    and no file comes twice.

    Raises
    ------
    FileNotFoundError
        There is no such path.
    """
    seen: set[tuple[int, int]] = set()
    for path in paths:
        about = os.stat(path)
        if not stat.S_ISDIR(about.st_mode):
            if _first_time(about, seen):
                yield path
            continue
        for folder, folders, files in os.walk(path):
            folders[:] = sorted(each for each in folders if not _is_left_out(folder, each))
            for name in sorted(files):
                if not name.endswith((".py", ".ipynb")):
                    continue
                whole = os.path.join(folder, name)
                try:
                    about = os.stat(whole)
                except OSError:
                    continue  # a link to nothing
                if stat.S_ISREG(about.st_mode) and _first_time(about, seen):
                    yield whole


def _first_time(about: os.stat_result, seen: set[tuple[int, int]]) -> bool:
    key = (about.st_dev, about.st_ino)
    new = key not in seen
    seen.add(key)
    return new


def _is_left_out(folder: str, name: str) -> bool:
    return name.startswith(".") or name in _SKIPPED or os.path.exists(os.path.join(folder, name, "pyvenv.cfg"))


def load(path: str) -> Source:
    """Read a file.

    Returns
    -------
    Source
        Its text is "" where `problems` says why it cannot be read.
    """
    source = Source(path)
    suffix = ".ipynb" if path.endswith(".ipynb") else ".py"
    try:
        about = os.stat(path)
        if not stat.S_ISREG(about.st_mode):
            source.problems.append(Problem(None, "it is no regular file"))
            return source
        if about.st_size > LARGEST[suffix]:
            source.problems.append(
                Problem(None, f"it has {about.st_size} bytes; files of more than {LARGEST[suffix]} are not read")
            )
            return source
        with open(path, "rb") as file:
            content = file.read(LARGEST[suffix] + 1)
    except OSError as error:
        source.problems.append(Problem(None, f"it cannot be read: {error.strerror}"))
        return source
    if suffix == ".ipynb":
        _read_notebook(content, source)
    else:
        _read_module(content, source)
    return source


def _read_module(content: bytes, source: Source) -> None:
    if b"\0" in content:
        source.problems.append(Problem(None, "it is binary"))
        return
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        text = content.decode(encoding)
    except (SyntaxError, LookupError, UnicodeDecodeError) as error:
        source.problems.append(Problem(None, f"it cannot be decoded: {error}"))
        return
    source.text = text.replace("\r\n", "\n").replace("\r", "\n")


def syntax_problem(error: BaseException, line: int | None = None) -> Problem:
    """Return the problem that Python's parser reports."""
    if isinstance(error, SyntaxError):
        what = error.msg
        if "Missing parentheses in call to" in what or "multiple exception types" in what:
            what += " (Python 2)"
        return Problem(line or error.lineno, f"it is not Python 3: {what}")
    if isinstance(error, (RecursionError, MemoryError)):
        return Problem(None, "its expressions are nested too deeply")
    return Problem(None, f"it cannot be parsed: {error}")


# ---- notebooks


def _read_notebook(content: bytes, source: Source) -> None:
    try:
        notebook = json.loads(content.decode("utf-8-sig"))
        cells = list(_code_cells(notebook))
        language = _language(notebook)
    except (ValueError, TypeError, AttributeError, LookupError, RecursionError) as error:
        what = "nested too deeply" if isinstance(error, RecursionError) else error
        source.problems.append(Problem(None, f"it is not a notebook: {what}"))
        return
    if language not in ("python", "python3", "python2", "ipython"):
        source.problems.append(Problem(None, f"its language is {language}"))
        return
    parts: list[str] = []
    line = 1
    for number, text in cells:
        code, uses, problem = _cell(text)
        source.cells.append((number, line))
        source.uses += [Use(u.line, u.column, u.verdict, u.name, u.advice, cell=number) for u in uses]
        if problem is not None:
            source.problems.append(Problem(problem.line, problem.message, number))
        parts.append(code)
        line += code.count("\n") + 1
    source.text = "\n".join(parts)


def _language(notebook: dict[str, Any]) -> str:
    about = notebook.get("metadata") or {}
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        language = (about.get(key) or {}).get(name)
        if isinstance(language, str):
            return language.lower()
    return "python"


def _code_cells(notebook: dict[str, Any]) -> Iterator[tuple[int, str]]:
    """(number, code) of the cells with code, of notebooks of formats 3 and 4."""
    cells = notebook.get("cells")
    if cells is None:
        cells = [cell for sheet in notebook["worksheets"] for cell in sheet["cells"]]
    for number, cell in enumerate(cells, 1):
        if cell.get("cell_type") == "code":
            text = cell.get("source", cell.get("input", ""))
            text = "".join(text) if isinstance(text, list) else text
            if not isinstance(text, str):
                raise TypeError(f"the code of cell {number} is {type(text).__name__}")
            yield number, text.replace("\r\n", "\n").replace("\r", "\n")


def _parses(text: str) -> SyntaxError | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(text)
        except SyntaxError as error:
            return error
        except (ValueError, RecursionError, MemoryError) as error:
            return SyntaxError(str(error) or "nested too deeply")
    return None


def _cell(text: str) -> tuple[str, list[Use], Problem | None]:
    """(code with as many lines, uses of its shell commands, problem) of a cell."""
    if _parses(text) is None:
        return text, [], None
    blank = "\n" * text.count("\n")
    code, uses = _without_magics(text)
    error = _parses(code)
    if error is None:
        return code, uses, None
    return blank, uses, syntax_problem(error)


def _without_magics(text: str) -> tuple[str, list[Use]]:
    lines, uses = text.split("\n"), []
    first = next((line.strip() for line in lines if line.strip()), "")
    if first.startswith("%%"):
        words = first[2:].split()
        magic = words[0] if words else ""
        if magic not in _PYTHON_MAGICS and not (magic in ("writefile", "file") and words[-1].endswith(".py")):
            if magic in _SHELL_MAGICS:
                uses = [use for number, line in enumerate(lines, 1) for use in environment_uses(line, number)]
            return "\n" * text.count("\n"), uses
        lines[next(n for n, line in enumerate(lines) if line.strip())] = ""
    continued = False
    for number, line in enumerate(lines):
        words = line.strip()
        indent = line[: len(line) - len(line.lstrip())]
        if continued or words.startswith(("!", "?")) or re.match(r"%[A-Za-z%]", words) or words.endswith("?"):
            before, continued = continued, words.endswith("\\")
            magic, _, rest = words.lstrip("%").partition(" ")
            if words.startswith("%") and magic in _PYTHON_MAGICS and not rest.startswith("-"):
                lines[number] = f"{indent}{rest}" if rest else ""
                continue
            if words.startswith("!") or magic in _SHELL_MAGICS:
                uses += environment_uses(line, number + 1)
            lines[number] = "" if before else f"{indent}pass"
        else:
            lines[number] = re.sub(r"^(\s*[\w, ]+=\s*)[!%].*$", r"\1None", line)
    return "\n".join(lines), uses
