"""Sources in C, compiled for this machine by its own compiler when they are first used."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile

from ..base import MXNetError
from ..config.compile_cache import machine_id
from ..config.variables import get

#: seconds that the compiler may take
_PATIENCE = 120


def compiler() -> str | None:
    """The path of the C compiler: $CC, else the first of cc, gcc and clang on the path; None where there is none."""
    names = [os.environ["CC"]] if os.environ.get("CC") else ["cc", "gcc", "clang"]
    return next((path for path in map(shutil.which, names) if path), None)


def library(source: str, include: str, headers: list[str]) -> str:
    """The path of a shared library that is compiled from a source in C, unless an earlier process has done so.

    Parameters
    ----------
    source : str
        The path of the source.
    include : str
        A folder for the compiler's search for headers.
    headers : list of str
        The headers in it that the source includes: where one has changed, the library is compiled again.

    Returns
    -------
    str
        A file in the folder of compiled programs (JMX_CACHE_DIR), or in one that is deleted at the end of the process where
        nothing is kept (JMX_CACHE=0) or the folder cannot be written.

    Raises
    ------
    MXNetError
        There is no compiler, or it fails.
    """
    digest = hashlib.sha256()
    for path in (source, *(os.path.join(include, header) for header in headers)):
        with open(path, "rb") as file:
            digest.update(file.read())
    stem, _ = os.path.splitext(os.path.basename(source))
    name = f"{stem}-{digest.hexdigest()[:16]}-{machine_id()}.so"
    if get("JMX_CACHE"):
        folder = get("JMX_CACHE_DIR")
        path = os.path.join(folder, name)
        if os.path.exists(path):
            return path
        try:
            os.makedirs(folder, mode=0o700, exist_ok=True)
            return _compile(source, include, folder, name)
        except OSError:
            pass  # a full or read-only disk
    return _compile(source, include, _folder_of_this_process(), name)


def _folder_of_this_process() -> str:
    import atexit

    folder = tempfile.mkdtemp(prefix="jmx-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _compile(source, include, folder, name):
    """Compile into a file that appears complete or not at all: other processes may do the same at this moment."""
    command = compiler()
    if command is None:
        raise MXNetError("there is no C compiler on the path (cc, gcc or clang), and CC names none")
    descriptor, unfinished = tempfile.mkstemp(prefix=".", suffix=".so", dir=folder)
    os.close(descriptor)
    try:
        line = [command, "-O2", "-std=gnu11", "-shared", "-fPIC", f"-I{include}", source, "-o", unfinished, "-ldl", "-lpthread"]
        try:
            done = subprocess.run(line, capture_output=True, text=True, errors="replace", timeout=_PATIENCE)
        except (OSError, subprocess.SubprocessError) as error:
            raise MXNetError(f"the C compiler: {error}") from error
        if done.returncode:
            said = " ".join(done.stderr.split())[:300]
            raise MXNetError(f"the C compiler {command} ended with status {done.returncode}: {said}")
        path = os.path.join(folder, name)
        os.replace(unfinished, path)
        return path
    except BaseException:
        os.unlink(unfinished)
        raise
