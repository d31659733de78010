"""Files opened for reading, and files whose bytes are read when they are asked for."""

from __future__ import annotations

import errno
import math
import os
import stat
from collections.abc import Callable
from typing import IO, Any

import numpy as np

from ..base import MXNetError
from ..config.system import files
from .errors import file_error

#: bytes that are read at once where few are asked for
_WINDOW = 1 << 16
#: and behind a large array
_HEADER = 1 << 9
#: XLA's arrays on the CPU begin at multiples of so many bytes
_ALIGNED = 64


def open_file(path: Any, **options: Any) -> IO[Any]:
    """Open a file, or a pipe, whose end will come: of `/dev/zero` a reader would fill the memory.

    Parameters
    ----------
    path : str or os.PathLike
    **options
        `mode` and others of `open`; bytes are read without them.

    Raises
    ------
    OSError
        The system refuses it, or it is a device.
    """
    file = open(path, **{"mode": "rb", **options})
    kind = os.fstat(file.fileno()).st_mode
    if stat.S_ISCHR(kind) or stat.S_ISBLK(kind):
        file.close()
        raise OSError(errno.EINVAL, "it is a device, not a file", os.fspath(path))
    return file


def read_file(path: Any, plausible: Callable[[bytes], bool] | None = None) -> bytes:
    """All bytes of a file or a pipe.

    Parameters
    ----------
    path : str or os.PathLike
    plausible : callable, optional
        Whether the first bytes, at most 4096, may be those of such a file; where not, only these are returned: what is wrong with
        them is said without reading a film.

    Raises
    ------
    OSError
        It cannot be read, or is a device.
    """
    with open_file(path) as file:
        start = file.read(4096)
        if plausible is not None and not plausible(start):
            return start
        return start + file.read()


def aligned(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """New memory for an array, at an address at which it can become an array of JAX's without being copied."""
    size = math.prod(shape) * dtype.itemsize
    if size < _WINDOW:  # which is copied sooner than it is aligned
        return np.empty(shape, dtype)
    raw = np.empty(size + _ALIGNED, np.uint8)
    start = -raw.ctypes.data % _ALIGNED
    return raw[start : start + size].view(dtype).reshape(shape)


class FileBytes:
    """The bytes of a file, read when they are asked for.

    The file is not mapped into memory: where another program makes a mapped file shorter, the system ends the process that reads.

    Parameters
    ----------
    path : str
        Of a regular file.

    Raises
    ------
    OSError
        It cannot be opened, or is a device or a pipe. Later, where it cannot be read, it is a FileError.
    MXNetError
        Later, where the file has become shorter.

    Examples
    --------
    >>> with tempfile.NamedTemporaryFile() as file:
    ...     _ = file.write(b"some bytes"), file.flush()
    ...     content = FileBytes(file.name)
    ...     len(content), content[5], content[5:]
    (10, 98, b'bytes')
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._start, self._size, self._window, self._ahead = 0, 0, (0, b""), _WINDOW
        self._file = _Descriptor(path)
        self._size = self._file.size

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, place: Any) -> Any:
        if not isinstance(place, slice):
            return self._bytes(place, place + 1)[0]
        start, end, _ = place.indices(self._size)
        return self._bytes(start, end)

    def find(self, sub: bytes, start: int, end: int | None = None) -> int:
        """Where a byte is, as `bytes.find` tells."""
        end = self._size if end is None else min(end, self._size)
        for at in range(start, end, _WINDOW):
            found = self._bytes(at, min(at + _WINDOW, end)).find(sub)
            if found >= 0:
                return at + found
        return -1

    def part(self, start: int, end: int) -> FileBytes:
        """The bytes from one place to another, as if they were a file."""
        part = object.__new__(type(self))
        part.path, part._file, part._window, part._ahead = self.path, self._file, (0, b""), _WINDOW
        part._start, part._size = self._start + start, end - start
        return part

    def elements(self, dtype: np.dtype, shape: tuple[int, ...], at: int) -> Any:
        """The array that begins at byte `at`."""
        array = aligned(shape, dtype)
        self.fill(array.reshape(-1), at)
        return array

    def fill(self, flat: np.ndarray, at: int) -> None:
        """Read a vector's elements, which begin at byte `at`."""
        if flat.nbytes <= _WINDOW:
            flat.view(np.uint8)[:] = np.frombuffer(self._bytes(at, at + flat.nbytes), np.uint8)
            return
        self._file.read(flat.view(np.uint8).data, self._start + at)
        self._ahead = _HEADER  # what comes next describes another large array, as a rule

    def _bytes(self, start: int, end: int) -> bytes:
        if end <= start:
            return b""
        at, window = self._window
        if not at <= start <= end <= at + len(window):
            at = start
            content = bytearray(min(max(end - start, self._ahead), self._size - start))
            self._ahead = _WINDOW
            self._file.read(memoryview(content), self._start + start)
            window = bytes(content)
            if end - start > _WINDOW:
                return window
            self._window = at, window
        return window[start - at : end - at]


class _Descriptor:
    """An open file, closed when nobody refers to it any more."""

    def __init__(self, path: str) -> None:
        self.path, self._number = path, -1
        self._number = os.open(path, files.flags("O_RDONLY", "O_NONBLOCK"))
        status = os.fstat(self._number)
        if not stat.S_ISREG(status.st_mode):
            os.close(self._number)
            self._number = -1
            number = errno.EISDIR if stat.S_ISDIR(status.st_mode) else errno.EINVAL
            raise OSError(number, "it is a folder" if number == errno.EISDIR else "it is a device or a pipe, not a file", path)
        self.size = status.st_size

    def read(self, target: memoryview, at: int) -> None:
        """Fill all of `target` from byte `at` on."""
        done = 0
        while done < len(target):
            try:
                count = files.read_at(self._number, target[done : done + (1 << 30)], at + done)
            except OSError as error:
                raise file_error("read", self.path, error) from error
            if not count:
                left = os.fstat(self._number).st_size
                raise MXNetError(
                    f"{self.path}: the file has become shorter while it was read: of {self.size} bytes {left} are left"
                )
            done += count

    def __del__(self) -> None:
        if self._number >= 0:
            os.close(self._number)
