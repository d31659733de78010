"""The devices that will run, as one program, what is being traced: for operators that look at the whole batch."""

from __future__ import annotations

import contextlib
import math
import threading
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class MeshAxes(NamedTuple):
    """Axes of a program for several devices: their names, for collectives, and how many devices are along each."""

    names: tuple[str, ...]
    sizes: tuple[int, ...]

    @property
    def size(self):
        """How many devices there are."""
        return math.prod(self.sizes)

    def inner(self, count):
        """The `MeshAxes` of the last axes, along which are `count` devices; None if there are no such."""
        # from the fewest axes on: axes of size 1 in front make no difference to a sum
        for start in range(len(self.sizes), -1, -1):
            if math.prod(self.sizes[start:]) == count:
                return MeshAxes(self.names[start:], self.sizes[start:])
        return None


class _Now(threading.local):
    axes: MeshAxes | None = None


_now = _Now()


def devices() -> MeshAxes | None:
    """The `MeshAxes` of the program being traced by this thread, or None."""
    return _now.axes


@contextlib.contextmanager
def axes_scope(names, sizes) -> Iterator[None]:
    """What is traced in this context runs on devices along these axes."""
    before, _now.axes = _now.axes, MeshAxes(tuple(names), tuple(sizes))
    try:
        yield
    finally:
        _now.axes = before
