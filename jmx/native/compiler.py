"""Sources in C, compiled for this machine by its own compiler when they are first used."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import os
import shlex
import shutil
import signal
import subprocess
import tempfile

from ..base import MXNetError
from ..config.compile_cache import machine_id, trusted_folder, why_untrusted, write_whole
from ..config.variables import get

#: seconds that the compiler may take
_PATIENCE = 120


def compiler() -> list[str] | None:
    """The words that start the C compiler: those of $CC, else the first of cc, gcc and clang on the path; None without one."""
    try:
        choices = [shlex.split(os.environ["CC"])] if os.environ.get("CC") else [["cc"], ["gcc"], ["clang"]]
    except ValueError:  # a quotation mark without its other half
        return None
    for program, *options in filter(None, choices):
        path = shutil.which(program)
        if path:
            return [path, *options]
    return None


def load(source: str, include: str, headers: list[str], options: tuple[str, ...] = ()) -> ctypes.CDLL:
    """Load a shared library that is compiled from a source in C, unless an earlier process has done so.

    The library is kept in the folder of compiled programs (JMX_CACHE_DIR), with a checksum: one that is damaged, or does not
    load, is compiled again. Nothing is kept with JMX_CACHE=0, and where the folder cannot be written or other users may write it.

    Parameters
    ----------
    source : str
        The path of the source.
    include : str
        A folder for the compiler's search for headers.
    headers : list of str
        The paths of the headers that the source includes: where one has changed, the library is compiled again.
    options : tuple of str
        Of the compiler, beside those that all sources have.

    Raises
    ------
    MXNetError
        There is no compiler, or it fails.
    OSError
        The source cannot be read, there is no place for temporary files, or the compiler's library cannot be loaded.
    """
    digest = hashlib.sha256(_c_library().encode())
    for path in (source, *headers):
        with open(path, "rb") as file:
            digest.update(file.read())
    digest.update("\0".join(options).encode())
    stem, _ = os.path.splitext(os.path.basename(source))
    kept = None
    if get("JMX_CACHE"):
        with contextlib.suppress(OSError):  # a full or read-only disk, or a folder that other users may write
            kept = os.path.join(_folder(), f"{stem}-{digest.hexdigest()[:16]}-{machine_id()}.so")
    if kept and _is_whole(kept):
        with contextlib.suppress(OSError):  # from a compiler for another machine, or against another C library
            return _loaded(kept, stem)
    with _place_to_build(kept) as folder:
        path = os.path.join(folder, stem + ".so")
        _compile(source, include, path, options)
        with open(path, "rb") as file:
            compiled = file.read()
        if kept:
            try:
                write_whole(kept, compiled + hashlib.sha256(compiled).digest())
                return _loaded(kept, stem)
            except OSError:
                pass  # a full disk
        return _loaded(path, stem)  # stays in memory when the file is deleted


def _loaded(path, stem):
    """The library in a file, or, where nothing in the file's folder may be run (a mount with noexec), in a copy in memory."""
    try:
        return ctypes.CDLL(path)
    except OSError:
        if not hasattr(os, "memfd_create"):
            raise
        with open(path, "rb") as file, open(os.memfd_create(stem), "wb", buffering=0) as copy:
            shutil.copyfileobj(file, copy)
            return ctypes.CDLL(f"/proc/self/fd/{copy.fileno()}")


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


def _c_library():
    """The C library's name and release, which a shared library needs at least."""
    try:
        return os.confstr("CS_GNU_LIBC_VERSION") or ""
    except (AttributeError, OSError, ValueError):
        return ""


def _is_whole(path):
    """Whether a file is there as it was written (a checksum is its end), and nobody else may have written it."""
    try:
        if why_untrusted(os.path.dirname(path)) or why_untrusted(path):
            return False
        with open(path, "rb") as file:
            content = file.read()
    except OSError:
        return False
    return hashlib.sha256(content[:-32]).digest() == content[-32:]


def _compile(source, include, path, options):
    command = compiler()
    if command is None:
        if os.environ.get("CC"):
            raise MXNetError(f"there is no C compiler {os.environ['CC']!r}, which CC names")
        raise MXNetError("there is no C compiler on the path (cc, gcc or clang)")
    line = [*command, "-O2", "-std=gnu11", "-shared", "-fPIC", f"-I{include}", *options, source, "-o", path]
    line += ["-ldl", "-lpthread", "-lm"]
    try:
        status, said = _run(line, {**os.environ, "TMPDIR": os.path.dirname(path)})
    except (OSError, subprocess.SubprocessError) as error:
        raise MXNetError(f"the C compiler: {error}") from error
    if status:
        raise MXNetError(f"the C compiler {command[0]} ended with status {status}: {' '.join(said.split())[:300]}")
    if not os.path.exists(path):
        raise MXNetError(f"the C compiler {command[0]} wrote no library")


def _run(line, environment):
    """(status, what it said) of a program; where it does not end, it is killed with all that it has started."""
    process = subprocess.Popen(
        line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        env=environment, start_new_session=True,
    )  # fmt: skip
    try:
        said, _ = process.communicate(timeout=_PATIENCE)
    except BaseException:  # an interrupt, too, which does not reach another session
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if process.stdout is not None:
            process.stdout.close()
        raise
    return process.returncode, said
