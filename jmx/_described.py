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
import re
from collections.abc import Callable
from typing import Any, TypeVar

_Described = TypeVar("_Described")
#: the sections that docstrings share, in the order of NumPy's documentation standard; others follow them
_SHARED = ("Parameters", "Returns", "Yields", "Raises")
_HEADING = re.compile(
    r"^(Parameters|Other Parameters|Returns|Yields|Raises|Warns|Attributes|See Also|Notes|References|Examples?)\n-{4,}(?:\n|\Z)",
    re.MULTILINE,
)
_INDENTED = re.compile(r"\n( *)(?=\S)")
_ENTRY = re.compile(r"\n(?=\S)")


def described_by(*sources: Any) -> Callable[[_Described], _Described]:
    """A decorator that completes a docstring.

    Parameters
    ----------
    *sources : str, function or class
        Docstrings, or what has them; the first that has an entry or a section gives it. An entry of a parameter is taken by
        functions that have the parameter, or by classes whose constructors have it.
    """

    def complete(described):
        doc = described.__doc__
        if doc is not None:  # docstrings are stripped by `python -OO`
            texts = [text for source in sources if (text := source if isinstance(source, str) else source.__doc__)]
            described.__doc__ = _completed(doc, _parameters(described), [_sections(text) for text in texts])
        return described

    return complete


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
    """The indentation that all lines but the first have: from Python 3.13 on none."""
    return min(_INDENTED.findall(doc), key=len, default="")


@functools.lru_cache(64)
def _sections(doc):
    """(text before the sections, {heading: text}, entries of the parameters) of a docstring, without its indentation."""
    text = doc.replace("\n" + _indentation(doc), "\n")
    start, *parts = _HEADING.split(text)
    sections = dict(zip(parts[::2], (part.strip("\n") for part in parts[1::2]), strict=True))
    return start.strip("\n"), sections, _entries(sections.get("Parameters"))


def _entries(text):
    """[(names, entry)] of a section of parameters."""
    entries = [entry.rstrip() for entry in _ENTRY.split(text)] if text else []
    return [(entry.partition("\n")[0].partition(" : ")[0].split(", "), entry) for entry in entries]


def _completed(doc, parameters, sources):
    start, sections, entries = _sections(doc)
    told = {name for names, _ in entries for name in names}
    entries = [(parameters.get(names[0], -1), entry) for names, entry in entries]
    for _, _, offered in sources:
        for names, entry in offered:
            if names[0] in parameters and names[0] not in told:
                told.update(names)
                place = parameters[names[0]]
                at = next((i for i, (other, _) in enumerate(entries) if other > place), len(entries))
                entries.insert(at, (place, entry))
    shared = {heading: text for _, given, _ in reversed(sources) for heading, text in given.items() if heading in _SHARED}
    shared |= {**sections, "Parameters": "\n".join(entry for _, entry in entries)}
    ordered = [(heading, shared.pop(heading, "")) for heading in _SHARED]
    ordered = [(heading, body) for heading, body in (*ordered, *shared.items()) if body]
    text = "\n\n".join([start, *(f"{heading}\n{'-' * len(heading)}\n{body}" for heading, body in ordered)])
    indentation = _indentation(doc)
    return re.sub(r"\n(?=.)", "\n" + indentation, text) + "\n" + indentation
