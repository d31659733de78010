"""Libraries of the sources in C: the wheel's, else what the machine's compiler makes of them when they are first used."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import itertools
import os
import shutil
import subprocess
import tempfile
from typing import TYPE_CHECKING

from ..base import MXNetError
from ..config.compile_cache import machine_id, trusted_folder, why_untrusted, write_whole
from ..config.system import files, machine, processes
from ..config.variables import get
from . import recipe

if TYPE_CHECKING:
    from collections.abc import Iterator

#: seconds that the compiler may take
_PATIENCE = 120
#: libraries that were loaded from memory
_copies = itertools.count()


def load(source: str) -> ctypes.CDLL:
    """Load the library of a source in C: the wheel's, the one that an earlier process has compiled, or else compile it.

    The wheel's library serves if it was compiled from this source, these headers and options, is undamaged and loads.
    A compiled one is kept in the folder of compiled programs (JMX_CACHE_DIR), with a checksum: one that is damaged, or does not
    load, is compiled again. Nothing is kept with JMX_CACHE=0, and where the folder cannot be written or other users may write it.

    Parameters
    ----------
    source : str
        The path of the source. The headers beside it belong to it.

    Raises
    ------
    MXNetError
        There is no compiler, or it fails.
    OSError
        The source cannot be read, there is no place for temporary files, or the compiler's library cannot be loaded.
    """
    found, _ = _ready(source)
    if found is not None:
        return found
    stem, kept = recipe.stem(source), _kept(source)
    with _place_to_build(kept) as folder:
        path = os.path.join(folder, stem + ".so")
        _compile(source, path)
        with open(path, "rb") as file:
            compiled = file.read()
        if kept:
            try:
                write_whole(kept, recipe.sealed(compiled))
                return _loaded(kept, stem)
            except OSError:
                pass  # a full disk
        return _loaded(path, stem)  # stays in memory when the file is deleted


def origin(source: str) -> str:
    """Where the library of a source comes from: "prebuilt", "compiled here", or "" where it would have to be compiled."""
    return _ready(source)[1]


def _ready(source) -> tuple[ctypes.CDLL | None, str]:
    """(the library, where it comes from) without compiling; (None, "") without one."""
    for path, where in _libraries(source):
        with contextlib.suppress(OSError):  # of another kind of machine, or against another C library
            return _loaded(path, recipe.stem(source)), where
    return None, ""


def _libraries(source) -> Iterator[tuple[str, str]]:
    """(path, where it comes from) of each file that may be loaded, the best first."""
    prebuilt = recipe.prebuilt(source)
    if get("JMX_PREBUILT") and recipe.is_whole(prebuilt):  # who can write there can write jmx itself
        yield prebuilt, "prebuilt"
    kept = _kept(source)
    if kept and _is_whole(kept):
        yield kept, "compiled here"


def _kept(source):
    """Where what is compiled from a source is kept, None where it is not."""
    if get("JMX_CACHE"):
        with contextlib.suppress(OSError):  # a full or read-only disk, or a folder that other users may write
            folder, build = _folder(), hashlib.sha256((machine.c_library() + recipe.digest(source)).encode()).hexdigest()[:16]
            return os.path.join(folder, f"{recipe.stem(source)}-{build}-{machine_id()}.so")
    return None


def _loaded(path, stem):
    """The library in a file, or, where nothing in the file's folder may be run (a mount with noexec), in a copy in memory."""
    try:
        return ctypes.CDLL(path)
    except OSError:
        with open(path, "rb") as file, files.nameless_file(stem) as copy:
            # a name of its own: the loader answers one that it has met with what it loaded then, and numbers of files come again
            name = files.path_to_open_file(copy.fileno(), next(_copies))
            if name is None:
                raise
            shutil.copyfileobj(file, copy)
            return ctypes.CDLL(name)


@contextlib.contextmanager
def _place_to_build(kept):
    """A folder for what the compiler writes: among temporary files, else beside what is kept."""
    try:
        place = tempfile.TemporaryDirectory(prefix="jmx-")
    except OSError:
        if not kept:
            raise
        place = tempfile.TemporaryDirectory(prefix="jmx-", dir=os.path.dirname(kept))
    with place as folder:
        yield folder


def why_not_kept() -> str | None:
    """Why each process compiles libraries again, or None."""
    if not get("JMX_CACHE"):
        return "JMX_CACHE=0"
    try:
        _folder()
    except OSError as error:
        return str(error)
    return None


def _folder():
    return trusted_folder(get("JMX_CACHE_DIR"), "native")


def _is_whole(path):
    """Whether a file is there as it was written, and nobody else may have written it."""
    try:
        if why_untrusted(os.path.dirname(path)) or why_untrusted(path):
            return False
    except OSError:
        return False
    return recipe.is_whole(path)


def why_none() -> str | None:
    """Why nothing can be compiled here, or None."""
    if recipe.compiler() is not None:
        return None
    if os.environ.get("CC"):
        return f"there is no C compiler {os.environ['CC']!r}, which CC names"
    return "there is no C compiler on the path (cc, gcc or clang)"


def _compile(source, path):
    words = recipe.compiler()
    if words is None:
        raise MXNetError(why_none())
    try:
        status, said = _run(recipe.command(words, source, path), {**os.environ, "TMPDIR": os.path.dirname(path)})
    except (OSError, subprocess.SubprocessError) as error:
        raise MXNetError(f"the C compiler: {error}") from error
    if status:
        raise MXNetError(f"the C compiler {words[0]} ended with status {status}: {' '.join(said.split())[:300]}")
    if not os.path.exists(path):
        raise MXNetError(f"the C compiler {words[0]} wrote no library")


def _run(line, environment):
    """(status, what it said) of a program; where it does not end, it is killed with all that it has started."""
    process = subprocess.Popen(
        line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        env=environment, **processes.of_its_own_group(),
    )  # fmt: skip
    try:
        said, _ = process.communicate(timeout=_PATIENCE)
    except BaseException:  # an interrupt, too, which does not reach another session
        with contextlib.suppress(OSError):
            processes.signal_group(process.pid, processes.KILL)
        process.wait()
        if process.stdout is not None:
            process.stdout.close()
        raise
    return process.returncode, said
