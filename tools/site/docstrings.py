"""What becomes of docstrings on the site: plain text as reStructuredText, first sentences, signatures, and where the source is.

A Sphinx extension; its functions also serve the tables of the reference.
"""

import ast
import functools
import inspect
import os
import pathlib
import re
import sys

from jmx.core.declare.documentation import take_apart

ROOT = pathlib.Path(__file__).resolve().parents[2]


def escaped(line):
    """A line of plain text as reStructuredText: stars, bars and trailing underscores mean themselves outside of code."""
    parts = re.split(r"(`[^`]*`)", line)
    for at in range(0, len(parts), 2):
        parts[at] = re.sub(r"([*|])", r"\\\1", parts[at])
        parts[at] = re.sub(r"(\w)_(?!\w)", r"\1\\_", parts[at])
        if at and parts[at][:1].isalnum():  # `array`s
            parts[at] = "\\ " + parts[at]
    return "".join(parts)


def first_sentence(value):
    """The first sentence of an object's docstring, as plain text in one line; nothing where there is no docstring."""
    text = " ".join((inspect.getdoc(value) or "").partition("\n\n")[0].split())
    end = re.search(r"(?<!e\.g)(?<!i\.e)(?<!etc)[.:](?=\s|$)", text)
    return text[: end.start()] + "." if end else text


def _escape(app, what, name, obj, options, lines):
    for number, line in enumerate(lines):
        if not line.lstrip().startswith(">>>") and "``" not in line:
            lines[number] = escaped(line)


def _entries(app, what, name, obj, options, lines):
    """Tables of names and meanings (`name    meaning`), which docstrings of internal classes have, as definition lists."""
    text = take_apart("\n".join(lines), ()).text
    if text.count("\n    ") > "\n".join(lines).count("\n    ") and "----" not in text:
        lines[:] = [*text.split("\n"), ""]


def _examples_apart(app, what, name, obj, options, lines):
    """A blank line before and after an example, which docstrings may leave out."""
    text, inside = [], False
    for line in lines:
        starts = line.lstrip().startswith(">>>")
        if starts and not inside and text and text[-1].strip():
            text.append("")
        inside = starts or (inside and bool(line.strip()))
        text.append(line)
    lines[:] = text


def _signature(app, what, name, obj, options, signature, return_annotation):
    """Signatures without the addresses of default values; those of classes are what `__init__` takes."""
    if what == "class" and signature == "(*args, **kwargs)":
        own = inspect.signature(obj.__init__)
        signature = str(own.replace(parameters=list(own.parameters.values())[1:]))
    if signature:
        signature = re.sub(r"<(?:function|class|object) ([\w.]+)[^>]*>", r"\1", signature)
        signature = re.sub(r"<([\w.]+) object at 0x[0-9a-f]+>", r"\1", signature)
    return signature, None if return_annotation is inspect.Signature.empty else return_annotation


# ---- where the source is


def place(value):
    """(file in the repository, line) where a class or function is written, or None.

    Functions made of the declaration of an operator have the place of the declaration.
    """
    value = getattr(value, "fget", None) or getattr(value, "__func__", value)
    value = inspect.unwrap(value) if callable(value) else value
    code = getattr(value, "__code__", None)
    try:
        path = pathlib.Path(code.co_filename if code else inspect.getsourcefile(value)).resolve()
    except TypeError:  # built in
        return None
    if not path.is_relative_to(ROOT / "jmx"):
        return None
    name = getattr(value, "__qualname__", "")
    if code is None:
        line = _classes(path).get(name)
    else:
        line = code.co_firstlineno
        own = re.search(r"def (\w+)", "\n".join(_lines(path)[line - 1 : line + 30]))
        if own and own[1] != name.rpartition(".")[2]:
            line = _declarations(path).get(name, line)
    return path.relative_to(ROOT).as_posix(), line or 1


@functools.cache
def _classes(path):
    """The lines of the classes of a file, by their qualified names."""
    lines = {}

    def visit(node, outer):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                lines[outer + child.name] = child.lineno
                visit(child, f"{outer}{child.name}.")
            elif not isinstance(child, ast.FunctionDef):
                visit(child, outer)

    visit(ast.parse(path.read_text(encoding="utf-8")), "")
    return lines


@functools.cache
def _lines(path):
    return path.read_text(encoding="utf-8").splitlines()


@functools.cache
def _declarations(path):
    """The lines where the names of operators stand in a file, as texts: several are made by one function."""
    lines = {}
    for number, line in enumerate(_lines(path), 1):
        for name in re.findall(r"[\"'](\w+)[\"']", line):
            lines.setdefault(name, number)
    return lines


def source_address(domain, info):
    """What Sphinx's `linkcode` asks: the address of an object's source in the repository, or None."""
    value = sys.modules.get(info["module"])
    for part in info["fullname"].split("."):
        value = getattr(value, part, None)
    found = place(value) if value is not None else None
    return found and f"{os.environ['SITE_REPOSITORY']}/blob/HEAD/{found[0]}#L{found[1]}"


def setup(app):
    """Register what becomes of docstrings."""
    app.connect("autodoc-process-docstring", _escape, priority=400)  # before napoleon, which writes markup of its own
    app.connect("autodoc-process-docstring", _entries, priority=380)
    app.connect("autodoc-process-docstring", _examples_apart, priority=390)
    app.connect("autodoc-process-signature", _signature)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
