"""Files of optimizer states: MXNet's pickles, or safetensors where the name ends so."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence

from .._files.atomic import atomic_file
from .._files.errors import file_error
from .._files.params import LIST_MAGIC
from .._files.pickles import StatesError
from .._files.reading import read_file
from ..base import MXNetError
from . import _state_tensors
from .updater import Updater


def save(updater: Updater, fname: str, dump_optimizer: bool) -> None:
    """Write the states of an updater to a file, which is replaced as a whole or not at all.

    Parameters
    ----------
    updater : Updater
        Or what has its `get_states`.
    fname : str
    dump_optimizer : bool
        Whether to write the optimizer too.

    Raises
    ------
    FileError
        The file cannot be written.
    MXNetError
        The states hold what safetensors cannot hold.
    """
    if str(os.fspath(fname)).endswith(".safetensors"):
        if not isinstance(updater, Updater):
            raise MXNetError(
                f"{fname}: the states of {type(updater).__name__} are not written as safetensors; give the file a name that ends "
                "in .states"
            )
        pieces = _state_tensors.chunks(updater.states, updater.optimizer if dump_optimizer else None)
    else:
        pieces = [updater.get_states(dump_optimizer)]
    with atomic_file(fname) as file:
        file.writelines(pieces)


def _may_be_states(start):
    """Whether a file that begins so may hold states: a pickle of a dict or a tuple, safetensors, or arrays (told apart later)."""
    return start[:1] in (b"\x80", b"(", b"}", b"c") or start[8:9] == b"{" or start[:8] == LIST_MAGIC.to_bytes(8, "little")


def check(updaters: Sequence[Updater], fname: str) -> None:
    """Raise what `load` would raise for a file that is missing or damaged, and change nothing."""
    states = _read(fname)
    with _named(fname):
        for updater in updaters[:1]:  # all of a trainer's are alike
            updater._fitting(states)


def load(updaters: Sequence[Updater], fname: str) -> None:
    """Give updaters the states in a file of either format, which its content tells.

    Parameters
    ----------
    updaters : list of Updater
    fname : str

    Raises
    ------
    FileError
        The file is missing, or cannot be read.
    StatesError
        It is damaged, or holds something else.
    """
    states = _read(fname)
    with _named(fname):
        for updater in updaters:
            updater.set_states(states)


def _read(fname):
    try:
        return read_file(fname, _may_be_states)
    except OSError as error:
        raise file_error("read", fname, error) from error


@contextlib.contextmanager
def _named(fname):
    try:
        yield
    except MXNetError as error:
        raise StatesError(f"{fname}: {error}") from error
