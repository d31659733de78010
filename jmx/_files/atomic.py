"""Names of local files, and files that are replaced whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import threading
from typing import TYPE_CHECKING, Any

from ..base import MXNetError
from ..config.system import files
from .errors import FileError, file_error
from .temporaries import PROTECTED, UNSUPPORTED, KeptCopy, complete_file, folder_to_disk, is_temporary, to_disk

if TYPE_CHECKING:
    from collections.abc import Iterator


#: what a system says of a file that cannot be exchanged but may be written: it is mounted by itself, or its folder is protected
_NOT_EXCHANGED = {*PROTECTED, errno.EBUSY, errno.EXDEV}


def local_path(path) -> str:
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

    A process that is killed, or a machine that loses its power, leaves the old file or the new one. Permissions, owner,
    extended attributes and links stay as they were. A file with several names, one that belongs to another user, and one in
    a folder that may not be written cannot be exchanged for another: such a file is written in place when the new one is
    complete, beside a copy of the old one (``.NAME...jmx-old``). The copy is put back if that fails. It stays if the process
    is killed, until the file is saved again.

    Parameters
    ----------
    path : str or os.PathLike
    mode : str
        "wb" or "w" (UTF-8 text).

    Raises
    ------
    FileError
        The file cannot be written; it is an MXNetError and an OSError.
    """
    named = os.fspath(path)
    options: dict[str, Any] = {} if "b" in mode else {"encoding": "utf-8"}
    with _named(named):
        path = os.path.realpath(named)
        old = _status(path)
        if old is not None and not stat.S_ISREG(old.st_mode):  # a pipe, a device
            with open(path, mode, **options) as file:
                yield file
            return
        if old is not None:
            _check_writable(path)
        with contextlib.ExitStack() as stack:
            descriptor, made = stack.enter_context(complete_file(path, private=old is not None))
            with open(descriptor, mode, closefd=False, **options) as file:
                yield file
            to_disk(descriptor)
            if _thread.group is None:
                _put(made, descriptor, path, old)
                folder_to_disk(path)
            else:
                _thread.group[path] = named, made, descriptor, old, stack.pop_all()


class _Thread(threading.local):
    #: what `together` will give names to, by these names; None outside of it
    group: dict[str, tuple] | None = None


_thread = _Thread()


@contextlib.contextmanager
def together() -> Iterator[None]:
    """Files that this thread writes with `atomic_file` in the block get their names at its end, and none if the block raises.

    All are complete, and on the disk, before the first gets its name. The system has no way to rename several files at once: a
    process that is killed between the renames leaves new files beside old ones. The last that was written
    gets its name first: a file of parameters with a new number, before the symbol that older parameters need, too.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with together():
    ...         with atomic_file(f"{folder}/a", "w") as file:
    ...             _ = file.write("one")
    ...         before = os.path.exists(f"{folder}/a")
    ...     before, os.path.exists(f"{folder}/a")
    (False, True)
    """
    if _thread.group is not None:  # a part of what is written together
        yield
        return
    _thread.group = group = {}
    with contextlib.ExitStack() as stack:
        try:
            yield
        finally:
            _thread.group = None
            for *_, temporary in group.values():
                stack.push(temporary)
        prepared = []
        for path, (named, made, descriptor, old, _) in reversed(group.items()):
            with _named(named):
                prepared.append((named, made, descriptor, path, _exchangeable(made, descriptor, path, old)))
        for named, made, descriptor, path, exchangeable in prepared:
            with _named(named):
                _name(made, descriptor, path, exchangeable)
        for path in group:
            folder_to_disk(path)


def replace_file(made, path) -> None:
    """Put a complete file in the place of another, or where there is none, with what `atomic_file` keeps.

    Parameters
    ----------
    made : str
        The complete file, in the same folder or below it. It is gone afterwards.
    path : str or os.PathLike
        Its name from now on.

    Raises
    ------
    FileError
        It cannot be put there; what was there is as before.
    """
    with _named(os.fspath(path)):
        place = os.path.realpath(path)
        old = _status(place)
        if old is not None:
            _check_writable(place)
        with open(made, "rb+") as file:
            to_disk(file.fileno())
            _put(made, file.fileno(), place, old)
            folder_to_disk(place)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(made)


@contextlib.contextmanager
def _named(path):
    """What the system refuses inside becomes an error that names the file; errors of other files pass."""
    try:
        yield
    except FileError:
        raise
    except OSError as error:
        ours = (path, os.path.realpath(path), None)
        if error.filename in ours or is_temporary(error.filename):
            raise file_error("write", path, error) from error
        raise


def _status(path):
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _check_writable(path):
    """Raise what opening the file for writing raises; a file that may not be written is not exchanged for another either."""
    os.close(os.open(path, files.flags("O_WRONLY", "O_NONBLOCK")))


def _put(made, descriptor, path, old):
    """Give the complete file its name."""
    _name(made, descriptor, path, _exchangeable(made, descriptor, path, old))


def _exchangeable(made, descriptor, path, old):
    """Whether the complete file, which looks like the old one now, can take its place."""
    if old is None:
        return True
    if old.st_nlink > 1 or not _beside(made, path) or not _take_over(descriptor, path, old):
        return False
    to_disk(descriptor)
    return True


def _name(made, descriptor, path, exchangeable):
    files.let_go(descriptor)
    if exchangeable:
        try:
            files.rename(made, path)
            return
        except OSError as error:
            if error.errno not in _NOT_EXCHANGED or not os.path.exists(path):
                raise
    _write_in_place(made, path)


def _take_over(descriptor, path, old):
    """Give an open file the owner, permissions and extended attributes of another; whether all could be given."""
    try:
        files.take_over(descriptor, path, old)
    except OSError as error:
        return error.errno in UNSUPPORTED
    return True


def _beside(made, path):
    """Whether a file can be renamed to another: it is in the same folder or below it."""
    return os.path.realpath(made).startswith(os.path.join(os.path.dirname(path), ""))


def _write_in_place(made, path):
    """Write a file's new content into it, beside a copy of the old one."""
    with contextlib.closing(KeptCopy(path)) as old:
        try:
            _copy(made, path)
        except BaseException as error:
            try:
                _copy(old.path, path)
            except OSError:
                old.keep = True
                raise MXNetError(
                    f'"{path}" could not be written and is damaged now; its old content is in "{old.path}"'
                ) from error
            raise


def _copy(source, target):
    with open(source, "rb") as reader, open(target, "rb+") as writer:
        shutil.copyfileobj(reader, writer, 1 << 20)
        writer.truncate()
        writer.flush()
        to_disk(writer.fileno())
