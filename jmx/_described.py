"""Docstrings of functions and classes that come in families: what one leaves out, another one or a shared text says.

    @described_by(uniform)
    def normal(loc=0, scale=1, shape=None, out=None):
        \"\"\"Normally distributed numbers.

        Parameters
        ----------
        loc : float
            The mean.
        scale : float
            The standard deviation.
        \"\"\"

`help(normal)` also shows the entries of `shape` and `out` that `uniform` has, in the order of the signature, and its sections
"Returns" and "Raises". What the docstring says itself stays as it is.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from operator import itemgetter
from typing import Any, TypeVar

_Described = TypeVar("_Described")
#: the sections that docstrings share, in the order of NumPy's documentation standard
_SHARED = ("Parameters", "Returns", "Yields", "Raises")
#: those that follow them, in any order
_OTHERS = ("Other Parameters", "Warns", "Attributes", "See Also", "Notes", "References", "Example", "Examples")
_HEADINGS = [(heading, f"\n{heading}\n{'-' * len(heading)}\n") for heading in (*_SHARED, *_OTHERS)]


def described_by(*sources: Any) -> Callable[[_Described], _Described]:
    """A decorator that completes a docstring.

    Parameters
    ----------
    *sources : str, function or class
        Docstrings, or what has them; the first that has an entry or a section gives it. An entry of a parameter is taken by
        functions that have the parameter, or by classes whose constructors have it. Of functions and classes the parameters,
        results and errors are taken, of a text all sections. Its example stands before that of the docstring, as a beginning.
    """

    def complete(described):
        doc = described.__doc__
        if doc is not None:  # docstrings are stripped by `python -OO`
            described.__doc__ = _completed(doc, _parameters(described), [_offered(source) for source in sources])
        return described

    return complete


def _offered(source):
    """({heading: text}, entries of the parameters) that a source gives to others."""
    if isinstance(source, str):
        return _sections(source)[1:]
    _, sections, entries = _sections(source.__doc__ or "")
    return {heading: text for heading, text in sections.items() if heading in _SHARED}, entries


def _parameters(described):
    """{name, with its stars: place} of the parameters; where there is `ctx`, callers may say `device`."""
    function = described.__init__ if isinstance(described, type) else described
    function = getattr(function, "__wrapped__", function)
    if (code := getattr(function, "__code__", None)) is None:  # a class without a constructor of its own
        return {}
    count = code.co_argcount + code.co_kwonlyargcount
    names, stars = list(code.co_varnames[:count]), code.co_varnames[count:]
    if "ctx" in names:
        names.insert(names.index("ctx") + 1, "device")
    for bit, star in ((0x04, "*"), (0x08, "**")):
        if code.co_flags & bit:
            names.append(star + stars[len(star) - 1 if code.co_flags & 0x04 else 0])
    return {name: place for place, name in enumerate(names)}


def _indentation(doc):
    """The indentation of a docstring's lines, which the last one has: from Python 3.13 on none."""
    last = doc[doc.rfind("\n") + 1 :]
    if not last.strip():
        return last
    return min((line[: len(line) - len(line.lstrip())] for line in doc.split("\n")[1:] if line.strip()), key=len, default="")


@functools.lru_cache(64)
def _sections(doc):
    """(text before the sections, {heading: text}, entries of the parameters) of a docstring, without its indentation."""
    text = "\n" + doc.replace("\n" + _indentation(doc), "\n") + "\n"
    found = sorted((at, heading, at + len(line)) for heading, line in _HEADINGS if (at := text.find(line)) >= 0)
    ends = [*(at for at, _, _ in found), len(text)]
    sections = {heading: text[start:end].strip("\n") for (_, heading, start), end in zip(found, ends[1:], strict=True)}
    return text[: ends[0]].strip("\n"), sections, _entries(sections.get("Parameters"))


def _entries(text):
    """{first name: (names, entry)} of a section of parameters."""
    entries: list[str] = []
    for line in text.split("\n") if text else ():
        if line[:1].strip():
            entries.append(line)
        else:
            entries[-1] += "\n" + line
    named = [(entry.partition("\n")[0].partition(" : ")[0].split(", "), entry.rstrip()) for entry in entries]
    return {names[0]: (names, entry) for names, entry in named}


def _completed(doc, parameters, sources):
    start, sections, entries = _sections(doc)
    told = {name for names, _ in entries.values() for name in names}
    placed, place = [], 0
    for first, (_, entry) in entries.items():
        place = parameters.get(first, place)
        placed.append((place, entry))
    for name, place in parameters.items():
        if name not in told:
            for _, offered in sources:
                if name in offered:
                    told.update(offered[name][0])
                    placed.append((place, offered[name][1]))
                    break
    entries = [entry for _, entry in sorted(placed, key=itemgetter(0))]
    shared = {heading: text for given, _ in reversed(sources) for heading, text in given.items()}
    if {"Examples"} <= sections.keys() & shared.keys():
        sections = {**sections, "Examples": f"{shared['Examples']}\n{sections['Examples']}"}
    shared |= {**sections, "Parameters": "\n".join(entries)}
    ordered = [(heading, shared.pop(heading, "")) for heading in _SHARED]
    ordered = [(heading, body) for heading, body in (*ordered, *shared.items()) if body]
    text = "\n\n".join([start, *(f"{heading}\n{'-' * len(heading)}\n{body}" for heading, body in ordered)])
    indentation = _indentation(doc)
    return "\n".join([indentation + line if line else line for line in text.split("\n")]).lstrip() + "\n" + indentation
