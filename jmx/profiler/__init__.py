"""Where the time goes: `mx.profiler`.

    mx.profiler.set_config(profile_all=True, aggregate_stats=True, filename="profile.json")
    mx.profiler.set_state("run")
    ...
    mx.profiler.set_state("stop")
    print(mx.profiler.dumps())          # a table
    mx.profiler.dump()                  # a file for chrome://tracing or Perfetto

Operators, executors (each one program), gradients and updates are timed one by one: while the profiler runs, every call is waited
for. With `profile_all` or `profile_symbolic` hybridized blocks run operator by operator meanwhile, and there are rows for their
layers, too; with `profile_imperative` alone each is the one program that it is otherwise. What happens inside of that shows
`jax.profiler.trace`.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
import time
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, Self

from ..base import MXNetError
from ..config.locks import RLock, survives_fork
from ..core.serial import atomic_file
from .event_log import EventLog
from .hooks import Recorder

if TYPE_CHECKING:
    from .._typing import Float

_CONFIG = {
    "filename": "profile.json", "profile_all": False, "profile_symbolic": False, "profile_imperative": False,
    "profile_memory": False, "profile_api": False, "contiguous_dump": False, "continuous_dump": False, "dump_period": 1.0,
    "aggregate_stats": False, "profile_process": "worker",
}  # fmt: skip
_SCOPES = ("global", "marker", "process", "task", "thread")
_SORTS = {"total": 1, "avg": 4, "min": 2, "max": 3, "count": 0}

_config = dict(_CONFIG)
_counting = survives_fork(RLock())
_started = False
_running = False


_log = EventLog()
_recorder = Recorder(_log.add)


def set_kvstore_handle(handle: Any) -> Any:
    """Accepted: there is no server process to profile.

    Parameters
    ----------
    handle
        The handle of a key-value store.

    Examples
    --------
    >>> store = mx.kv.create("local")
    >>> mx.profiler.set_kvstore_handle(store.handle)
    """


def set_config(**kwargs: Any) -> None:
    """Say what is recorded, and where to.

    Parameters
    ----------
    **kwargs
        Settings; those that are not given get their defaults.

        filename : str, default 'profile.json'
            Of the file that `dump` writes.
        profile_all, profile_symbolic : bool, default False
            Whether hybridized blocks run operator by operator, each with a row of its own, and layers have rows.
        profile_imperative, profile_memory, profile_api : bool, default False
            Accepted; calls are recorded whatever is chosen, memory and the C interface never.
        aggregate_stats : bool, default False
            Whether `dumps` may be asked for a table.
        contiguous_dump, continuous_dump, dump_period, profile_process
            Accepted.

    Raises
    ------
    MXNetError
        There is no such setting.

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> mx.profiler.set_config(profile_all=True, aggregate_stats=True, filename=f"{folder.name}/profile.json")
    >>> mx.profiler.set_state("run")
    >>> nd.dot(nd.ones((2, 2)), nd.ones((2, 2))).wait_to_read()
    >>> mx.profiler.set_state("stop")
    >>> "dot" in mx.profiler.dumps()
    True
    >>> mx.profiler.dump()
    >>> os.listdir(folder.name)
    ['profile.json']
    >>> folder.cleanup()
    """
    unknown = [name for name in kwargs if name not in _CONFIG]
    if unknown:
        raise MXNetError(f"the profiler has no setting {unknown[0]!r}; it has {', '.join(_CONFIG)}")
    _config.update(_CONFIG)
    _config.update(kwargs)


def profiler_set_config(
    mode: Literal["symbolic", "imperative", "all"] | str = "symbolic", filename: str = "profile.json"
) -> None:
    """The former `set_config`, deprecated.

    Parameters
    ----------
    mode : {'symbolic', 'imperative', 'all'}, default 'symbolic'
        What is recorded.
    filename : str, default 'profile.json'
        Of the file that `dump` writes.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> mx.profiler.profiler_set_config(mode="all", filename=f"{folder.name}/profile.json")
    >>> folder.cleanup()
    """
    warnings.warn("profiler.profiler_set_config() is deprecated. Please use profiler.set_config() instead", stacklevel=2)
    set_config(profile_symbolic=mode in ("symbolic", "all"), profile_imperative=mode in ("imperative", "all"), filename=filename)


def set_state(state: Literal["run", "stop"] | str = "stop", profile_process: str = "worker") -> None:
    """Begin or end recording.

    Parameters
    ----------
    state : {'run', 'stop'}, default 'stop'
        What to do.
    profile_process : str, default 'worker'
        Accepted.

    Raises
    ------
    KeyError
        For another state.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> mx.profiler.set_config(profile_all=True, aggregate_stats=True, filename=f"{folder.name}/profile.json")
    >>> mx.profiler.set_state("run")
    >>> nd.exp(nd.ones(2)).wait_to_read()
    >>> mx.profiler.set_state("stop")
    >>> nd.log(nd.ones(2)).wait_to_read()    # not recorded
    >>> table = mx.profiler.dumps(reset=True)
    >>> "exp" in table, " log" in table
    (True, False)
    >>> folder.cleanup()
    """
    global _started, _running
    _running = {"run": True, "stop": False}[state]
    _started = _started or _running
    if _running:
        _recorder.on(_apart())
    else:
        _recorder.off()


def profiler_set_state(state: Literal["run", "stop"] | str = "stop") -> None:
    """The former `set_state`, deprecated.

    Parameters
    ----------
    state : {'run', 'stop'}, default 'stop'
        What to do.

    Examples
    --------
    >>> mx.profiler.profiler_set_state("stop")
    """
    warnings.warn("profiler.profiler_set_state() is deprecated. Please use profiler.set_state() instead", stacklevel=2)
    set_state(state)


def pause(profile_process: str = "worker") -> None:
    """Record nothing until `resume`.

    Parameters
    ----------
    profile_process : str, default 'worker'
        Accepted.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> mx.profiler.set_config(profile_all=True, aggregate_stats=True, filename=f"{folder.name}/profile.json")
    >>> mx.profiler.set_state("run")
    >>> mx.profiler.pause()
    >>> nd.tan(nd.ones(2)).wait_to_read()
    >>> mx.profiler.resume()
    >>> nd.sinh(nd.ones(2)).wait_to_read()
    >>> mx.profiler.set_state("stop")
    >>> table = mx.profiler.dumps(reset=True)
    >>> "sinh" in table, "tan" in table
    (True, False)
    >>> folder.cleanup()
    """
    _recorder.off()


def resume(profile_process: str = "worker") -> None:
    """Go on after `pause`.

    Parameters
    ----------
    profile_process : str, default 'worker'
        Accepted.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> mx.profiler.set_config(profile_all=True, aggregate_stats=True, filename=f"{folder.name}/profile.json")
    >>> mx.profiler.set_state("run")
    >>> mx.profiler.pause()
    >>> mx.profiler.resume()
    >>> nd.cosh(nd.ones(2)).wait_to_read()
    >>> mx.profiler.set_state("stop")
    >>> "cosh" in mx.profiler.dumps(reset=True)
    True
    >>> folder.cleanup()
    """
    if _running:
        _recorder.on(_apart())


def _apart():
    return _config["profile_all"] or _config["profile_symbolic"]


@contextlib.contextmanager
def _aside(apart: bool = True) -> Iterator[Any]:
    """Record what runs in a `with` block by itself. Settings, state and recording of the program are afterwards what they were.

    Parameters
    ----------
    apart : bool, default True
        Whether hybridized blocks run operator by operator, and layers are recorded.

    Yields
    ------
    EventLog
        What is recorded: `sums()` and `bytes`.
    """
    global _log, _recorder, _running, _started
    kept = _log, _recorder, _running, _started
    config, recording = dict(_config), _recorder.is_on
    _recorder.off()
    _log = log = EventLog(memory=True)
    _recorder = Recorder(log.add)
    _running = _started = True
    _config.update(_CONFIG, filename=config["filename"], profile_all=apart, profile_imperative=True, aggregate_stats=True)
    _recorder.on(apart)
    try:
        yield log
    finally:
        _recorder.off()
        _log, _recorder, _running, _started = kept
        _config.clear()
        _config.update(config)
        if recording:
            _recorder.on(_apart())


def dump(finished: bool = True, profile_process: str = "worker") -> None:
    """Write what has been recorded to the file, in the format of chrome://tracing.

    Parameters
    ----------
    finished : bool, default True
        Whether the recording is over; otherwise it goes on and the next file has these events, too.
    profile_process : str, default 'worker'
        Accepted.

    Raises
    ------
    MXNetError
        The profiler has not been started.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> mx.profiler.set_config(profile_all=True, aggregate_stats=True, filename=f"{folder.name}/profile.json")
    >>> mx.profiler.set_state("run")
    >>> nd.exp(nd.ones(2)).wait_to_read()
    >>> mx.profiler.dump()
    >>> import json
    >>> with open(f"{folder.name}/profile.json") as file:
    ...     events = json.load(file)["traceEvents"]
    >>> any(event["name"] == "exp" for event in events)
    True
    >>> folder.cleanup()
    """
    global _started
    if not _started:
        raise MXNetError("Profiler hasn't been run. Config and start profiler first: mx.profiler.set_state('run').")
    first = {"ph": "M", "name": "process_name", "pid": os.getpid(), "args": {"name": "cpu/0"}}
    parts = _log.written()
    with atomic_file(_config["filename"]) as file:
        file.write(b'{"traceEvents": [\n' + json.dumps(first).encode())
        file.writelines(parts)
        file.write(b'\n],\n"displayTimeUnit": "ms"}\n')
    if finished:
        set_state("stop")
        _started = False
        _log.end_file()


def dump_profile() -> None:
    """The former `dump`, deprecated.

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> mx.profiler.set_config(profile_all=True, aggregate_stats=True, filename=f"{folder.name}/profile.json")
    >>> mx.profiler.set_state("run")
    >>> mx.profiler.dump_profile()
    >>> os.listdir(folder.name)
    ['profile.json']
    >>> folder.cleanup()
    """
    warnings.warn("profiler.dump_profile() is deprecated. Please use profiler.dump() instead", stacklevel=2)
    dump(True)


def dumps(
    reset: bool = False,
    format: Literal["table", "json"] | str = "table",
    sort_by: Literal["total", "avg", "min", "max", "count"] | str = "total",
    ascending: bool = False,
) -> str:
    """How often, and for how long, as text.

    Parameters
    ----------
    reset : bool, default False
        Whether the next text begins anew. The file keeps all.
    format : {'table', 'json'}, default 'table'
        The form of the text.
    sort_by : {'total', 'avg', 'min', 'max', 'count'}, default 'total'
        The column that rows are ordered by.
    ascending : bool, default False
        Small values first.

    Returns
    -------
    str

    Raises
    ------
    AssertionError
        `format` or `sort_by` is something else.
    MXNetError
        `aggregate_stats` has not been set.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> mx.profiler.set_config(profile_all=True, aggregate_stats=True, filename=f"{folder.name}/profile.json")
    >>> mx.profiler.set_state("run")
    >>> for _ in range(3):
    ...     nd.arctan(nd.ones(2)).wait_to_read()
    >>> mx.profiler.set_state("stop")
    >>> row = next(line for line in mx.profiler.dumps(reset=True).splitlines() if line.startswith("arctan"))
    >>> row.split()[:2]    # name and number of calls; total, least, greatest and mean milliseconds follow
    ['arctan', '3']
    >>> folder.cleanup()
    """
    assert format in ("table", "json"), f"Invalid value provided for format: {format}. Support: 'table', 'json'"
    assert sort_by in _SORTS, f"Invalid value provided for sort_by: {sort_by}. Support: {', '.join(map(repr, _SORTS))}"
    if not _config["aggregate_stats"]:
        raise MXNetError("the profiler keeps no statistics: call mx.profiler.set_config(aggregate_stats=True, ...) first")
    tables = {}
    for category, names in _log.sums(reset).items():
        rows = {n: (*sums, sums[1] / sums[0]) for n, sums in names.items()}
        order = sorted(rows, key=lambda n: rows[n][_SORTS[sort_by]], reverse=not ascending)
        tables[category] = {n: rows[n] for n in order}
    if format == "json":
        fields = ("Count", "Total", "Min", "Max", "Avg")
        times = {category: {n: dict(zip(fields, row)) for n, row in rows.items()} for category, rows in tables.items()}
        return json.dumps({"Time": times, "Memory": {}, "Unit": {"Time": "ms", "Memory": "kB"}}, indent=1)
    lines = ["", "Profile Statistics:"]
    for category, rows in tables.items():
        heads = ("Total Count", "Time (ms)", "Min Time (ms)", "Max Time (ms)", "Avg Time (ms)")
        lines += [category, "=" * 17, f"{'Name':<32}" + "".join(f"{h:>17}" for h in heads)]
        lines += [f"{'----':<32}" + "".join(f"{'-' * len(h):>17}" for h in heads)]
        lines += [f"{name:<32}{row[0]:>17}" + "".join(f"{value:>17.4f}" for value in row[1:]) for name, row in rows.items()]
        lines.append("")
    return "\n".join(lines)


class Domain:
    """A name that tasks, frames, counters and markers are grouped under.

    Parameters
    ----------
    name : str
        The name.

    Examples
    --------
    >>> domain = mx.profiler.Domain("reading")
    >>> task, counter = domain.new_task("decode"), domain.new_counter("images", 0)
    >>> str(domain), str(task), str(counter)
    ('reading', 'decode', 'images')
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self):
        return self.name

    def new_task(self, name: str) -> Any:
        """A `Task` of this domain."""
        return Task(self, name)

    def new_frame(self, name: str) -> Any:
        """A `Frame` of this domain."""
        return Frame(self, name)

    def new_counter(self, name: str, value: Any = None) -> Any:
        """A `Counter` of this domain."""
        return Counter(self, name, value)

    def new_marker(self, name: str) -> Any:
        """A `Marker` of this domain."""
        return Marker(self, name)


class _Span:
    """Something that the program starts and stops."""

    _category = "event"

    def __init__(self, name: str) -> None:
        self.name, self._start = name, None

    def __str__(self):
        return self.name

    def start(self) -> None:
        """Begin."""
        self._start = time.time_ns()

    def stop(self) -> None:
        """End; recorded if the profiler runs."""
        if self._start is not None and _running:
            _log.add(self.name, self._start, time.time_ns(), threading.get_ident(), self._category)
        self._start = None


class Task(_Span):
    """A piece of work of a domain, which may go from thread to thread.

    Parameters
    ----------
    domain : Domain
        The domain.
    name : str
        The name.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> mx.profiler.set_config(profile_all=True, aggregate_stats=True, filename=f"{folder.name}/profile.json")
    >>> mx.profiler.set_state("run")
    >>> task = mx.profiler.Task(mx.profiler.Domain("reading"), "decode")
    >>> task.start()
    >>> nd.waitall()    # or whatever is to be measured
    >>> task.stop()
    >>> mx.profiler.set_state("stop")
    >>> mx.profiler.dump()
    >>> with open(f"{folder.name}/profile.json") as file:
    ...     "decode" in file.read()
    True
    >>> folder.cleanup()
    """

    _category = "task"

    def __init__(self, domain: Domain, name: str) -> None:
        super().__init__(name)
        self.domain = domain


class Frame(Task):
    """A piece of work that is done again and again, such as a step of training.

    Parameters
    ----------
    domain : Domain
        The domain.
    name : str
        The name.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> mx.profiler.set_config(profile_all=True, aggregate_stats=True, filename=f"{folder.name}/profile.json")
    >>> mx.profiler.set_state("run")
    >>> frame = mx.profiler.Frame(mx.profiler.Domain("training"), "step")
    >>> frame.start()
    >>> nd.waitall()    # or whatever is to be measured
    >>> frame.stop()
    >>> mx.profiler.set_state("stop")
    >>> mx.profiler.dump()
    >>> with open(f"{folder.name}/profile.json") as file:
    ...     "step" in file.read()
    True
    >>> folder.cleanup()
    """

    _category = "frame"


class Event(_Span):
    """A piece of work of one thread.

    Parameters
    ----------
    name : str
        The name.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> mx.profiler.set_config(profile_all=True, aggregate_stats=True, filename=f"{folder.name}/profile.json")
    >>> mx.profiler.set_state("run")
    >>> event = mx.profiler.Event("shuffling")
    >>> event.start()
    >>> nd.waitall()    # or whatever is to be measured
    >>> event.stop()
    >>> mx.profiler.set_state("stop")
    >>> mx.profiler.dump()
    >>> with open(f"{folder.name}/profile.json") as file:
    ...     "shuffling" in file.read()
    True
    >>> folder.cleanup()
    """


class Counter:
    """A number that changes in time.

    Parameters
    ----------
    domain : Domain
        The domain.
    name : str
        The name.
    value : number, optional
        The first value, 0 by default.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> mx.profiler.set_config(profile_all=True, aggregate_stats=True, filename=f"{folder.name}/profile.json")
    >>> mx.profiler.set_state("run")
    >>> counter = mx.profiler.Counter(mx.profiler.Domain("reading"), "images", 10)
    >>> counter += 5
    >>> counter.decrement(3)
    >>> mx.profiler.dump()
    >>> with open(f"{folder.name}/profile.json") as file:
    ...     "images" in file.read()
    True
    >>> folder.cleanup()
    """

    def __init__(self, domain: Domain, name: str, value: Float | None = None) -> None:
        self.domain, self.name, self._value = domain, name, 0
        if value is not None:
            self.set_value(value)

    def __str__(self):
        return self.name

    def set_value(self, value: Any) -> None:
        """Set the number."""
        self._value = value
        if _running:
            _log.add(self.name, time.time_ns(), value, threading.get_ident(), "counter")

    def increment(self, delta: Float = 1) -> None:
        """Add `delta`."""
        with _counting:
            self.set_value(self._value + delta)

    def decrement(self, delta: Float = 1) -> None:
        """Subtract `delta`."""
        with _counting:
            self.set_value(self._value - delta)

    def __iadd__(self, delta) -> Self:
        self.increment(delta)
        return self

    def __isub__(self, delta) -> Self:
        self.decrement(delta)
        return self


class Marker:
    """A moment.

    Parameters
    ----------
    domain : Domain
        The domain.
    name : str
        The name.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> mx.profiler.set_config(profile_all=True, aggregate_stats=True, filename=f"{folder.name}/profile.json")
    >>> mx.profiler.set_state("run")
    >>> mx.profiler.Marker(mx.profiler.Domain("training"), "rate lowered").mark("process")
    >>> mx.profiler.dump()
    >>> with open(f"{folder.name}/profile.json") as file:
    ...     "rate lowered" in file.read()
    True
    >>> folder.cleanup()
    """

    def __init__(self, domain: Domain, name: str) -> None:
        self.domain, self.name = domain, name

    def __str__(self):
        return self.name

    def mark(self, scope: str = "process") -> None:
        """Mark now, for the "global", "process", "thread", "task" or "marker" scope; MXNetError for any other."""
        if scope not in _SCOPES:
            raise MXNetError(f"Invalid Input: {scope!r}, valid values are: {', '.join(_SCOPES)}")
        if _running:
            _log.add(self.name, time.time_ns(), scope[0] if scope[0] in "gpt" else "p", threading.get_ident(), "marker")


#: there is no server process to profile
profiler_kvstore_handle = None
