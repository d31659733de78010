"""Errors of files that the system refuses to open, read or write."""

import os

from ..base import MXNetError


class FileError(MXNetError, OSError):
    """A file that the system refuses: MXNet's error, and Python's with `errno`, `strerror` and `filename`.

    MXNet writes some files in C++ and others in Python, and raises the one or the other. Programs may catch either.
    """

    def __init__(self, text, number=None, reason=None, filename=None) -> None:
        super().__init__(text, number, reason, filename)
        self.errno, self.strerror, self.filename = number, reason, filename

    def __str__(self) -> str:
        return str(self.args[0])


class MissingFile(FileError, FileNotFoundError):
    """There is no such file, or no folder for it."""


class RefusedFile(FileError, PermissionError):
    """The user may not do this with the file."""


class FolderError(FileError, IsADirectoryError):
    """It is a folder, not a file."""


class NoFolderError(FileError, NotADirectoryError):
    """What stands in the place of a folder is a file."""


_CLASSES = {
    FileNotFoundError: MissingFile,
    PermissionError: RefusedFile,
    IsADirectoryError: FolderError,
    NotADirectoryError: NoFolderError,
}


def file_error(action: str, path, error: OSError) -> FileError:
    """What to raise for a file that cannot be read or written.

    Parameters
    ----------
    action : str
        "read" or "write".
    path : str or os.PathLike
        The file as its user names it.
    error : OSError
        What the system said.

    Returns
    -------
    FileError
        One that is of the class of `error` too.

    Examples
    --------
    >>> from jmx._files.errors import file_error
    >>> error = file_error("read", "w.params", FileNotFoundError(2, "No such file or directory"))
    >>> print(error)
    cannot read: Open "w.params": No such file or directory
    >>> isinstance(error, FileNotFoundError)
    True
    """
    path = os.fspath(path)
    reason = error.strerror or str(error)
    return _CLASSES.get(type(error), FileError)(f'cannot {action}: Open "{path}": {reason}', error.errno, reason, path)
