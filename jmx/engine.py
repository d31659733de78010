"""The bulk size of MXNet's engine.

jmx sends every operator off at once, and whole graphs as one program, so the size decides nothing here. It is kept,
thread by thread, for the programs that set it and read it back.
"""

from __future__ import annotations

import operator
import threading
from typing import TYPE_CHECKING, Any, Self

from .base import MXNetError

if TYPE_CHECKING:
    from ._typing import Int


class _Bulk(threading.local):
    size = 0


_bulk = _Bulk()


def set_bulk_size(size: Int) -> int:
    """Set the most operators that may be bundled, and return what it was.

    Parameters
    ----------
    size : int
        0 or more.

    Returns
    -------
    int
        The size before.

    Raises
    ------
    MXNetError
        `size` is negative.

    Examples
    --------
    >>> before = mx.engine.set_bulk_size(20)
    >>> mx.engine.set_bulk_size(before)
    20
    """
    size = operator.index(size)
    if size < 0:
        raise MXNetError(f"set_bulk_size: the size is a number of operators, 0 or more, not {size}")
    previous, _bulk.size = _bulk.size, size
    return previous


class _BulkScope:
    """What `bulk` returns."""

    def __init__(self, size: Any) -> None:
        self._size = size
        self._old_size = None

    def __enter__(self) -> Self:
        self._old_size = set_bulk_size(self._size)
        return self

    def __exit__(self, ptype: object, value: object, trace: object) -> None:
        set_bulk_size(self._old_size)


def bulk(size: Int) -> Any:
    """Return a scope (for `with`) with another bulk size.

    Parameters
    ----------
    size : int
        The most operators that may be bundled, 0 or more.

    Examples
    --------
    >>> with mx.engine.bulk(10):
    ...     x = nd.ones((2,))
    ...     for _ in range(4):
    ...         x = x * 2
    >>> x.asnumpy()
    array([16., 16.], dtype=float32)
    """
    return _BulkScope(size)
