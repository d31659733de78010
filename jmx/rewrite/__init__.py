"""Rewrites the source of MXNet programs, one stage after another, so that less of MXNet is left in them (`jmx rewrite`).

A stage reads the source with libcst and keeps comments and layout. Each leaves a program that runs, and changes nothing when it
is run a second time. What it cannot rewrite gets a comment that begins with `MARK`.
"""

from __future__ import annotations

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


def stage_functions(names: str) -> list[Callable[[libcst.Module], Outcome]]:
    """Return the function of a stage, or of each of several with commas between.

    Raises
    ------
    MXNetError
        There is no such stage, or libcst is not installed.
    """
    stages = [one.strip() for one in names.split(",")]
    for name in stages:
        if name not in STAGES:
            raise MXNetError(f"{name!r} is not a stage of jmx rewrite; the stages are {', '.join(STAGES)}")
    try:
        importlib.import_module("libcst")
    except ImportError as error:
        raise MXNetError("jmx rewrite reads programs with libcst, which is not installed: pip install libcst") from error
    return [getattr(importlib.import_module(module), function) for module, function, _ in map(STAGES.__getitem__, stages)]


def needed_stages(stage: str, source: bytes) -> str:
    """Those of several stages, with commas between, that have something to do with a source, by words that they look for."""
    if not any(word in source for word in WORDS):
        return ""
    return ",".join(one for one in stage.split(",") if _NEEDED.get(one.strip(), b"") in source)


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
    stage_functions(stage)  # says that there is no such stage, or no libcst
    from ._staged import Staged

    file = Staged(source)
    file.run(stage)
    return file.result()


def marks_of(text: str) -> list[tuple[int, str]]:
    """The line number and text of each comment that a stage put into a source."""
    lines = enumerate((line.strip() for line in text.split("\n")), 1)
    return [(number, line.removeprefix(MARK)) for number, line in lines if line.startswith(MARK)]
