"""Temporary files of saves: their names, and what processes that were killed left behind.

A temporary file is locked (flock) by the process that writes it for as long as it exists. The system takes the lock away when
the process ends, however it ends: a file with one of these names that can be locked is left over, and is removed. The name
tells which start of which machine made the file, since locks do not always reach from one machine to another.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import secrets
import shutil
import stat
import tempfile
import time
from typing import TYPE_CHECKING

from ..config.interrupts import interrupted_after
from ..config.system import files

if TYPE_CHECKING:
    from collections.abc import Iterator


_NEW, _OLD = ".jmx-tmp", ".jmx-old"
_MARK = len(".") + len(".") + 8 + 12 + len(_NEW)
_OURS = re.compile(r"\.(?P<name>.*)\.(?P<machine>[0-9a-f]{8})[0-9a-f]{12}\.jmx-(?P<kind>tmp|old)", re.DOTALL)
#: seconds after which a file of another machine, or of this one before it was started, is left over if nobody locks it
_DAY = 86400.0
#: what it says where it does not know extended attributes, or has no way to wait for the disk
UNSUPPORTED = {errno.ENOTSUP, errno.EINVAL, errno.ENOSYS, errno.ENODATA}
#: what a system says of a folder in which no file may be made
PROTECTED = {errno.EACCES, errno.EPERM, errno.EROFS}


def _machine():
    return hashlib.sha256(files.start_of_machine()).hexdigest()[:8]


_machine_id: list[str] = []


def _this_machine():
    if not _machine_id:
        _machine_id.append(_machine())
    return _machine_id[0]


def is_temporary(path) -> bool:
    """Whether a path has a name of these temporary files."""
    return isinstance(path, str) and _OURS.fullmatch(os.path.basename(path)) is not None


def _shortened(folder, name):
    """A file's name, cut so that the name of its temporary file is not longer than names may be."""
    longest = files.fits_into_a_name(folder)
    while len(os.fsencode(name)) > longest - _MARK:
        name = name[:-1]
    return name


def _create(folder, name, ending, private):
    """Make a file, and lock it: descriptor and path."""
    name = _shortened(folder, name)
    flags = files.flags("O_RDWR", "O_CREAT", "O_EXCL", "O_NOFOLLOW")
    while True:
        path = os.path.join(folder, f".{name}.{_this_machine()}{secrets.token_hex(6)}{ending}")
        descriptor = os.open(path, flags, 0o600 if private else 0o666)
        try:
            files.lock(descriptor)
            if os.fstat(descriptor).st_nlink:
                return descriptor, path
        except BlockingIOError:
            pass
        except OSError:  # no locks on this file system, where nothing is swept either
            return descriptor, path
        os.close(descriptor)  # another process took it for one that was left over, before it was locked


@contextlib.contextmanager
def complete_file(path, private) -> Iterator[tuple[int, str]]:
    """A temporary file that is to become `path`: descriptor and path. It is removed at the end unless it was renamed.

    Where the folder of `path` may not be written, the file is in the system's folder for temporary files if `private`, that is if
    there is a file to write in place; otherwise OSError is raised.
    """
    folder, name = os.path.split(path)
    with contextlib.ExitStack() as stack:
        descriptor, made = _create_until(stack, folder, name, _NEW, private)
        yield descriptor, made
        sweep(os.path.dirname(made), name)


@interrupted_after
def _create_until(stack, *place):
    """Make a file, as `_create_near` does, that is removed and closed at the end of a stack."""
    descriptor, path = _create_near(*place)
    stack.callback(_drop, path, descriptor)
    return descriptor, path


@interrupted_after
def _drop(path, descriptor):
    files.remove_and_close(path, descriptor)


def _create_near(folder, name, ending, private):
    try:
        return _create(folder, name, ending, private)
    except OSError as error:
        if not private or error.errno not in PROTECTED:
            raise
        return _create(tempfile.gettempdir(), name, ending, private)


class KeptCopy:
    """A copy of a file for as long as the file is written in place; it stays if the process ends meanwhile.

    Attributes
    ----------
    path : str
        Where the copy is.
    keep : bool
        Whether it is to stay.
    """

    def __init__(self, path) -> None:
        self.keep = False
        folder, name = os.path.split(path)
        self._descriptor, self.path = _create_near(folder, name, _OLD, True)
        try:
            with open(path, "rb") as source, open(self._descriptor, "wb", closefd=False) as copy:
                shutil.copyfileobj(source, copy, 1 << 20)
            to_disk(self._descriptor)
            folder_to_disk(self.path)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Remove the copy unless it is to stay."""
        if self.keep:
            os.close(self._descriptor)
        else:
            files.remove_and_close(self.path, self._descriptor)


def to_disk(descriptor) -> None:
    """Wait until what was written to an open file is on the disk."""
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in UNSUPPORTED:
            raise


def folder_to_disk(path) -> None:
    """Wait until a file's name is on the disk, where the file system can say so."""
    files.folder_to_disk(os.path.dirname(path))


def sweep(folder, saved=None) -> None:
    """Remove temporary files that were left over in a folder.

    Parameters
    ----------
    folder : str
    saved : str, optional
        Name of a file that is whole: old content of it that was kept is removed too.
    """
    saved = None if saved is None else _shortened(folder, saved)
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            found = _OURS.fullmatch(entry.name) if entry.name.endswith((_NEW, _OLD)) else None
            if found is not None and (found["kind"] == "tmp" or found["name"] == saved):
                with contextlib.suppress(OSError):
                    # where open files are not renamed, a complete one is not locked for a moment before it is
                    waits = found["kind"] == "tmp" and not files.RENAMES_OPEN_FILES
                    _sweep_one(entry.path, at_once=found["machine"] == _this_machine() and not waits)


def _sweep_one(path, at_once):
    status = os.lstat(path)
    if not stat.S_ISREG(status.st_mode) or files.is_foreign(status, roots=True):
        return
    if not at_once and time.time() - status.st_mtime < _DAY:
        return
    descriptor = os.open(path, files.flags("O_RDWR", "O_NOFOLLOW", "O_NONBLOCK"))
    try:
        files.lock(descriptor)
    except OSError:
        os.close(descriptor)
        return
    files.remove_and_close(path, descriptor)
