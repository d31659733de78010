"""What the profiler has recorded: events for the file, and sums for the table."""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np

from ..config.locks import RLock, survives_fork

_lock = survives_fork(RLock())


class EventLog:
    """Events for the file, and sums for the table.

    A program may write the file again and again, and count hundreds of thousands of times between: what the file holds of an
    event is made once. With `memory` the bytes of results are summed, too, by category and name in `bytes`.
    """

    def __init__(self, memory: bool = False) -> None:
        self._events, self._written, self._sums = [], [], {}
        self._memory, self.bytes = memory, {}

    def add(self, name: str, start: Any, stop: Any, thread: Any, category: str = "operator", result: Any = None) -> None:
        """Record something. `stop` is a counter's value, or a marker's scope; `result` is what a call returned."""
        size = _size(result) if self._memory else 0
        with _lock:
            if size:
                self.bytes[category, name] = self.bytes.get((category, name), 0) + size
            self._events.append((category, name, start, stop, thread))
            if category in ("counter", "marker"):
                return
            took = (stop - start) / 1e6
            names = self._sums.setdefault(category, {})
            count, total, least, most = names.get(name, (0, 0.0, took, took))
            names[name] = (count + 1, total + took, min(least, took), max(most, took))

    def written(self) -> Any:
        """The lines of the file for all events, as pieces of bytes."""
        with _lock:
            self._written.append("".join(_lines(self._events)).encode())
            self._events = []
            return list(self._written)

    def sums(self, reset: bool = False) -> Any:
        """{category: {name: (count, sum, least, most)}} of milliseconds; with `reset` they begin anew, but not the file."""
        with _lock:
            sums = {category: dict(names) for category, names in self._sums.items()}
            if reset:
                self._sums = {}
        return sums

    def end_file(self) -> None:
        """Forget the events, whose file is finished."""
        with _lock:
            self._events, self._written = [], []


def _size(result):
    """Bytes of the dense arrays in what a call returned."""
    if isinstance(result, (list, tuple)):
        return sum(map(_size, result))
    if getattr(result, "stype", "default") != "default":
        return 0
    size, dtype = getattr(result, "size", None), getattr(result, "dtype", None)
    return size * np.dtype(dtype).itemsize if isinstance(size, int) and dtype is not None else 0


def _lines(events):
    """Events as lines of the file. What they share is written once: programs count and mark hundreds of thousands of times."""
    process, heads = os.getpid(), {}
    for category, name, start, stop, thread in events:
        head = heads.get((category, name, thread))
        if head is None:
            common = json.dumps({"name": name, "cat": category, "pid": process, "tid": thread})[:-1]
            rest = {"counter": f', "ph": "C", "args": {{{json.dumps(name)}: ', "marker": ', "ph": "i", "s": '}
            head = heads[category, name, thread] = f",\n{common}" + rest.get(category, ', "ph": "X", "dur": ')
        if category == "counter":
            yield f'{head}{json.dumps(stop)}}}, "ts": {start // 1000}}}'
        elif category == "marker":
            yield f'{head}"{stop}", "ts": {start // 1000}}}'
        else:
            yield f'{head}{(stop - start) / 1000}, "ts": {start / 1000}}}'
