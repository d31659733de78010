"""Sources on their way through the stages: read once, rewritten by one stage after another, written once."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from . import Rewritten, marks_of, needed_stages, stage_functions
from ._source import checked, parsed, text_of
from ._tree import unshared


class State(NamedTuple):
    """How far a source has come."""

    module: cst.Module
    places: int  #: how many places were rewritten


class Staged:
    """A Python file, and what the stages so far have made of it.

    A state can be kept, and set again to go another way from there.

    Parameters
    ----------
    source : bytes
        The file.
    """

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.left_out: list[str] = []  #: parts that are no Python 3, and remain as they are
        self.state: State | None = None  #: None until a stage has something to do
        self._read: cst.Module | None = None

    def _module(self) -> cst.Module:
        """The tree of the file."""
        return parsed(self.source)

    def run(self, stage: str) -> None:
        """Go through a stage, or several with commas between.

        Raises
        ------
        MXNetError
            The stage is not known, the source is not Python 3, or it is nested too deeply.
        """
        needed = needed_stages(stage, self.source)
        for function in stage_functions(needed) if needed else []:
            if self.state is None:
                self._read = self._module()
                self.state = State(self._read, 0)
            module, places = function(unshared(self.state.module))
            self.state = State(module, self.state.places + places)

    def result(self) -> Rewritten:
        """What the file has become.

        Raises
        ------
        MXNetError
            What came out would not be Python 3.
        """
        state = self.state
        if state is None or self._read is None or state.module is self._read:
            encoding = self._read.encoding if self._read is not None else "utf-8"
            return Rewritten(self.source, 0, marks_of(self.source.decode(encoding, "replace")))
        before, text = text_of(self.source, self._read), state.module.code
        if text == before:
            return Rewritten(self.source, 0, marks_of(text))
        checked(text)
        return Rewritten(text.encode(state.module.encoding), state.places, marks_of(text))


def staged(source: bytes, notebook: bool) -> Staged:
    """A source at the start of its way.

    Raises
    ------
    MXNetError
        It is not a notebook, and should be one.
    """
    if notebook:
        from ._notebooks import StagedNotebook

        return StagedNotebook(source)
    return Staged(source)
