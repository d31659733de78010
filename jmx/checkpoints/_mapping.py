"""Files mapped into memory for reading, and what every reader says when a file cannot be opened."""

from __future__ import annotations

import mmap
import os
import stat
from collections.abc import Callable

from ..base import MXNetError


def failed(action: str, path: str, error: OSError) -> MXNetError:
    """The error for a file that the system refuses to read or write."""
    return MXNetError(f"{path}: cannot {action}: {error.strerror or error}")


class Mapping:
    """The bytes of a file, without a copy in memory.

    Parameters
    ----------
    path : str

    Attributes
    ----------
    data : mmap or bytes
        All bytes; what is read of them is kept in memory by the system until `release`.

    Raises
    ------
    MXNetError
        It cannot be opened, or is no file.
    """

    def __init__(self, path: str) -> None:
        try:
            with open(path, "rb") as file:
                status = os.fstat(file.fileno())
                if not stat.S_ISREG(status.st_mode):
                    raise MXNetError(f"{path}: cannot read: it is a device or a pipe, not a file")
                empty = status.st_size == 0
                self.data = b"" if empty else mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise failed("read", path, error) from error

    @property
    def release(self) -> Callable[[], None] | None:
        """A function that takes the pages that were read out of this process's memory."""
        if isinstance(self.data, bytes) or not hasattr(mmap, "MADV_DONTNEED"):
            return None
        return self._release

    def _release(self) -> None:
        assert isinstance(self.data, mmap.mmap)
        self.data.madvise(mmap.MADV_DONTNEED)
