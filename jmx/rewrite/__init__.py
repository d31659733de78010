"""Rewrites the source of MXNet programs, one stage after another, so that less of MXNet is left in them (`jmx rewrite`).

A stage reads the source with libcst and keeps comments and layout. Each leaves a program that runs, and changes nothing when it
is run a second time. What it cannot rewrite gets a comment that begins with `MARK`.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ..base import MXNetError

if TYPE_CHECKING:
    import libcst

#: how the comment above a statement begins that a stage could not rewrite
MARK = "# jmx rewrite: "

#: words of which one is in every file that has something to rewrite
WORDS = (b"mxnet", b"jmx")

#: what is in every file that a stage has something to do with
_NEEDED = {"import": b"mxnet", "data": b"Iter", "optax": b"record"}

#: name of a stage: (its module, the function there, what it does). The function takes a libcst module and returns an `Outcome`.
STAGES = {
    "import": ("jmx.rewrite._imports", "stage", "import jmx in place of mxnet"),
    "numpy": ("jmx.rewrite._numpy", "stage", "mx.np and mx.npx in place of mx.nd"),
    "data": ("jmx.rewrite._data", "stage", "gluon.data in place of the iterators of mx.io"),
    "optax": ("jmx.rewrite._optax", "stage", "steps of JAX and optax in place of autograd.record, backward and Trainer.step"),
}


class Outcome(NamedTuple):
    """What a stage made of a module."""

    module: libcst.Module
    places: int  #: how many places were rewritten


class Rewritten(NamedTuple):
    """What a stage made of a source."""

    source: bytes
    places: int  #: how many places were rewritten
    marks: list[tuple[int, str]]  #: line in the new source and text of each comment about what is not rewritten, old and new


def stage_function(name: str) -> Callable[[libcst.Module], Outcome]:
    """Return the function of a stage.

    Raises
    ------
    MXNetError
        There is no such stage, or libcst is not installed.
    """
    if "," in name:
        return functools.partial(_one_after_another, [stage_function(one.strip()) for one in name.split(",")])
    if name not in STAGES:
        raise MXNetError(f"{name!r} is not a stage of jmx rewrite; the stages are {', '.join(STAGES)}")
    try:
        importlib.import_module("libcst")
    except ImportError as error:
        raise MXNetError("jmx rewrite reads programs with libcst, which is not installed: pip install libcst") from error
    module, function, _ = STAGES[name]
    return getattr(importlib.import_module(module), function)


def needed_stages(stage: str, source: bytes) -> str:
    """Those of several stages, with commas between, that have something to do with a source, by words that they look for."""
    if not any(word in source for word in WORDS):
        return ""
    return ",".join(one for one in stage.split(",") if _NEEDED.get(one.strip(), b"") in source)


def _one_after_another(functions: list[Callable[[libcst.Module], Outcome]], module: libcst.Module) -> Outcome:
    """What several stages make of a module, which is read once."""
    from ._tree import unshared

    places = 0
    for function in functions:
        module, done = function(unshared(module))
        places += done
    return Outcome(module, places)


def rewrite(source: bytes, stage: str) -> Rewritten:
    """Return the source of a Python file as a stage rewrites it.

    Parameters
    ----------
    source : bytes
        The file. Its encoding is found as Python finds it, and is kept, as its line ends are.
    stage : str
        One of `STAGES`, or several with commas between, which are done one after another.

    Returns
    -------
    Rewritten

    Raises
    ------
    MXNetError
        The stage is not known, libcst is missing, the source is not Python 3, or what came out of the stage would not be.

    Examples
    --------
    >>> rewrite(b"import mxnet as mx  # arrays\\n", "import").source
    b'import jmx as mx  # arrays\\n'
    """
    function = stage_function(stage)
    needed = needed_stages(stage, source)
    if not needed:
        return Rewritten(source, 0, marks_of(source.decode("utf-8", "replace")))
    from ._source import checked, parsed, text_of

    module = parsed(source)
    outcome = (function if needed == stage else stage_function(needed))(module)
    if outcome.module is module:
        return Rewritten(source, 0, marks_of(source.decode(module.encoding, "replace")))
    before, text = text_of(source, module), outcome.module.code
    if text == before:
        return Rewritten(source, 0, marks_of(text))
    checked(text)
    return Rewritten(text.encode(module.encoding), outcome.places, marks_of(text))


def marks_of(text: str) -> list[tuple[int, str]]:
    """The line number and text of each comment that a stage put into a source."""
    lines = enumerate((line.strip() for line in text.split("\n")), 1)
    return [(number, line.removeprefix(MARK)) for number, line in lines if line.startswith(MARK)]
