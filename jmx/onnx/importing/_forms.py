"""The registry of ONNX operators that can be read: a function per operator and range of opsets."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

#: the modules of this package that declare operators
THEMES = ("_basic", "_layers", "_norms", "_shaping", "_indexing", "_reductions", "_resizing", "_recurrent")


#: what users can do where an operator of MXNet needs a size that is open
GIVE = "give the shapes of all inputs: input_shapes={...}"


class Unsupported(Exception):
    """An operator cannot be expressed with the attributes, shapes or inputs it has; the text says why."""


class Form(NamedTuple):
    """How an ONNX operator is expressed by MXNet's.

    name        ONNX's name of the operator
    first, last the opsets that it holds for; None for no end
    build       function(graph, *inputs, **attributes) -> value, or tuple of values
    attributes  {name: default} of ONNX's attributes, as the keyword parameters of `build`
    least, most how many inputs it takes; None for any number
    folds       whether, and of what size, constants are computed when the file is read; see `form`
    theme       the name of the module, for tables
    """

    name: str
    first: int
    last: int | None
    build: Callable[..., Any]
    attributes: dict[str, Any]
    least: int
    most: int | None
    folds: Any
    theme: str


_forms: dict[str, list[Form]] = {}
#: what a keyword parameter has for an attribute that must be given
REQUIRED = inspect.Parameter.empty


def form(*names: str, since: int = 1, until: int | None = None, folds: Any = "small") -> Callable[..., Any]:
    """Declare how ONNX operators are expressed.

    The function takes the graph that is being made, the node's inputs by position (None for one left out), and ONNX's attributes
    as keyword parameters with ONNX's defaults.

    Parameters
    ----------
    names : str
        ONNX's names of the operator.
    since, until : int
        The first and the last opset for which it holds.
    folds : "small", "linear", "always", None or function
        What happens where all inputs are constants. "small": the result is computed when the file is read, if the inputs are
        small. "linear": also if they are large, since the result is not larger than they are; "always": also if they are weights.
        None: never. A function of the inputs' arrays and the attributes answers how many elements the result would have.
    """

    def declare(build):
        parameters = list(inspect.signature(build).parameters.values())
        attributes = {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY}
        any_number = any(p.kind is p.VAR_POSITIONAL for p in parameters)
        given = [p for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD][1:]
        least, most = sum(p.default is p.empty for p in given), None if any_number else len(given)
        theme = build.__module__.rpartition("._")[2]
        for name in names:
            known = _forms.setdefault(name, [])
            for other in known:
                if since <= (other.last or since) and other.first <= (until or other.first):
                    raise ValueError(f"{name} is declared twice for opset {max(since, other.first)}")
            known.append(Form(name, since, until, build, attributes, least, most, folds, theme))
        return build

    return declare


def find(name: str, opset: int) -> Form | None:
    """The form of an operator in an opset, or None."""
    load()
    for candidate in _forms.get(name, ()):
        if candidate.first <= opset and (candidate.last is None or opset <= candidate.last):
            return candidate
    return None


def declared() -> dict[str, list[Form]]:
    """All forms by the operators' names."""
    load()
    return _forms


def load() -> None:
    """Import the modules that declare operators."""
    for theme in THEMES:
        importlib.import_module(f"{__package__}.{theme}")
