"""Files whose arrays stay in them until their elements are asked for, and what is said where a file cannot be opened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .._files.reading import FileBytes
from ..base import MXNetError
from ._model import PIECE, Data


def failed(action: str, path: str, error: OSError) -> MXNetError:
    """The error for a file that the system refuses to read or write."""
    return MXNetError(f"{path}: cannot {action}: {error.strerror or error}")


class LazyFile(FileBytes):
    """The bytes of a file; `elements` gives arrays whose elements are read piece by piece, each time they are asked for."""

    def elements(self, dtype: np.dtype, shape: tuple[int, ...], at: int) -> Data:
        """The array that begins at byte `at`."""
        little = dtype.newbyteorder("<")

        def pieces() -> Iterator[np.ndarray]:
            step = max(1, PIECE // dtype.itemsize)
            for first in range(0, data.size, step):
                piece = np.empty(min(step, data.size - first), little)
                self.fill(piece, at + first * dtype.itemsize)
                yield piece

        def fill(flat: np.ndarray) -> None:
            self.fill(flat, at)

        data = Data(shape, little, pieces, fill)
        return data


def opened(path: str) -> Any:
    """A file as `LazyFile`; MXNetError where it cannot be opened, or is no file."""
    try:
        return LazyFile(path)
    except OSError as error:
        raise failed("read", path, error) from error
