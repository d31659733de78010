"""Names of local files, and files that are replaced whole or not at all."""

import contextlib
import os
import tempfile
from typing import Any

from ..base import MXNetError


def local_path(path):
    """The path that a file name of MXNet's means: `file://` is taken off, any other scheme is an MXNetError."""
    path = os.fspath(path)
    scheme, mark, rest = path.partition("://")
    if not mark:
        return path
    if scheme == "file":
        return rest
    raise MXNetError(f"{path!r}: jmx reads and writes local files; copy the file to or from {scheme} yourself")


@contextlib.contextmanager
def atomic_file(path, mode="wb"):
    """Open a file for writing that appears under its name when the block ends, and not at all if the block raises.

    Parameters
    ----------
    path : str or os.PathLike
    mode : str
        "wb" or "w" (UTF-8 text).
    """
    path = os.path.realpath(path)
    options: dict[str, Any] = {} if "b" in mode else {"encoding": "utf-8"}
    if os.path.exists(path) and not os.path.isfile(path):  # a pipe, a device
        with open(path, mode, **options) as file:
            yield file
        return
    folder, name = os.path.split(path)
    try:
        permissions = os.stat(path).st_mode & 0o7777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        permissions = 0o666 & ~mask
    descriptor, temporary = tempfile.mkstemp(prefix=f".{name}.", suffix=".tmp", dir=folder)
    try:
        with open(descriptor, mode, **options) as file:
            yield file
        os.chmod(temporary, permissions)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
