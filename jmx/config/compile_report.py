"""What jmx tells of the programs that it compiles: a line while one takes long, and with JMX_LOG=compile one line for each.

JAX calls the listeners here when it begins and ends to trace, lower or compile something, so that a call whose program is
compiled does no work for them. Which program it is they read from the stack: see `describe_calls`.
"""

import atexit
import contextlib
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable
from types import CodeType
from typing import Any

from . import compile_log, jax_internals
from .progress_line import line, watched
from .system.processes import at_fork
from .variables import get

#: seconds that a program compiles before the first line, and between two lines
PATIENCE, INTERVAL = 2.0, 1.0
#: the phases of a compilation, and the words for them
_PHASES = {"trace": "traced", "lower": "lowered", "compile": "compiled"}


class Compilation:
    """One program on its way: what it is, when its first phase began, the seconds of each phase, whether the cache had it."""

    __slots__ = ("title", "task", "inputs", "began", "seconds", "cached")

    def __init__(self, title, task, inputs) -> None:
        """`inputs` are (shape, element type) of each array, or None where they are not known."""
        self.title, self.task, self.inputs = title, task, inputs
        self.began = time.monotonic()
        self.seconds: dict[str, float] = {}
        self.cached = False

    def same_as(self, other) -> bool:
        """Whether both describe one program for the same inputs."""
        return (self.title, self.task, self.inputs) == (other.title, other.task, other.inputs)

    def __str__(self) -> str:
        return compile_log.named(self.title, self.task)

    def line(self) -> str:
        """The line of JMX_LOG=compile."""
        words = {**_PHASES, "compile": "read from the cache" if self.cached else "compiled"}
        times = ", ".join(f"{words[phase]} {1000 * seconds:.1f} ms" for phase, seconds in self.seconds.items())
        inputs = "" if self.inputs is None else f" for {compile_log.shapes_text(self.inputs)}"
        after = compile_log.compiled(self.title, self.task, self.inputs, sum(self.seconds.values()))
        return f"{self}{inputs}: {times}{after}, {compile_log.at()}"


# ---- which program it is


_describers: dict[CodeType, Callable[[Any], tuple[str, str, str, Any]]] = {}


def describe_calls(code, describe) -> None:
    """Have a compilation that a function's call leads to described by `describe`.

    code       the function's code object
    describe   the local variables of that call -> (name of the function that is compiled, what the program is, what it
               computes, its arguments); what has another name is compiled on the way; "" is any name
    """
    _describers[code] = describe


def _arrays(arguments, found):
    """Append (shape, element type) of every array in nested arguments to `found`."""
    for argument in arguments:
        if isinstance(argument, (tuple, list)):
            _arrays(argument, found)
        elif hasattr(argument, "dtype") and hasattr(argument, "shape"):
            found.append((tuple(argument.shape), str(argument.dtype)))
    return found


def _current(function_name):
    """The program that the calling thread works at, or None if it is not jmx that compiles."""
    function_name = function_name.removeprefix("jit(").removesuffix(")")
    frame, ours = sys._getframe(3), False  # who called `listen_to_compilations`' listener
    while frame is not None:
        describe = _describers.get(frame.f_code)
        if describe is not None:
            name, title, task, arguments = describe(frame.f_locals)
            if name in ("", function_name):
                return Compilation(title, task, tuple(_arrays(arguments, [])))
        ours = ours or str(frame.f_globals.get("__name__")).startswith("jmx.")
        frame = frame.f_back
    if not ours:
        return None
    return Compilation(function_name.strip("_"), "", None)


# ---- what JAX reports


class _Reports(threading.local):
    """Of each thread: the program whose phase ended last, which the next phase may continue."""

    last: Compilation | None = None


_reports = _Reports()
#: by thread, the phases under way, the inner ones last: (phase, program or None, the error being handled at its begin)
_open: dict[int, list] = {}


def hand_over() -> Compilation | None:
    """The program whose phase ended last in this thread, for `take_over` in the thread that goes on with it."""
    last, _reports.last = _reports.last, None
    return last


def take_over(program) -> None:
    """Go on with what another thread has begun: what `hand_over` gave there."""
    _reports.last = program


def _on_start(phase, function_name) -> None:
    with contextlib.suppress(Exception):  # a report is no reason for a program to fail, here and below
        compilation, last = _current(function_name), _reports.last
        _reports.last = None
        if compilation is not None and last is not None and phase != "trace" and compilation.same_as(last):
            compilation = last
            compilation.began = time.monotonic() - sum(last.seconds.values())  # it may have been traced long before
        _open.setdefault(threading.get_ident(), []).append((phase, compilation, sys.exc_info()[1]))
        if compilation is not None:
            _watch()


def _on_end(phase, seconds) -> None:
    with contextlib.suppress(Exception):
        thread = threading.get_ident()
        phases = _open.get(thread, [])
        while phases:
            begun, compilation, handled = phases.pop()
            if not phases:
                _open.pop(thread, None)
            if begun == phase:
                break
        else:
            return
        if compilation is None:
            return
        compilation.seconds[phase] = seconds
        if sys.exc_info()[1] is not handled:
            return  # it failed, which the program is told
        if phase == "compile":
            _finish(compilation)
        else:
            _reports.last = compilation


def _on_cache_hit() -> None:
    with contextlib.suppress(Exception):
        _, compilation, _ = _open[threading.get_ident()][-1]
        if compilation is not None:
            compilation.cached = True


def _finish(compilation) -> None:
    total = time.monotonic() - compilation.began
    with line.lock:
        if compile_log.on:
            compile_log.write(compilation.line())
        elif _showing and total >= PATIENCE:
            line.conclude(f"jmx: compiled {compilation} in {total:.1f} s")


# ---- passes that failed


#: the names of the passes that have been warned of
_warned: set[str] = set()


def tell_left_out(graph, name, error) -> None:
    """Say that the pass `name` is left out of a graph because of an error: a warning, once in a process for each pass.

    With JMX_LOG=compile a line tells of each graph, with the traceback.
    """
    text = f"{type(error).__name__}: {error}".splitlines()[0]
    if compile_log.on:
        trace = "".join(traceback.format_exception(error)).rstrip()
        compile_log.write(f"{graph}: the pass {name} is left out\n{trace}")
    with line.lock:
        known = name in _warned
        _warned.add(name)
    if not known:
        warnings.warn(
            f"The pass {name} failed at the graph {graph!r} and is left out: {text}. The graph is computed as it was without it, "
            "perhaps more slowly. This is a fault of jmx: please report it with what JMX_LOG=compile writes. "
            f"JMX_PASSES=-{name} leaves the pass out of all graphs, without this warning.",
            RuntimeWarning,
            stacklevel=2,
        )


def tell_no_graph(name, kind, error) -> None:
    """With JMX_LOG=compile, a line for a hybridized block `name` of the class `kind` that has no graph because of an error."""
    if compile_log.on:
        text = f"{type(error).__name__}: {error}".splitlines()[0]
        compile_log.write(f"{name} ({kind}.forward) runs operator by operator: {text}")


# ---- the line while one takes long


_watcher: threading.Thread | None = None
_leaving = threading.Event()


def _watch() -> None:
    """Have a thread look after what compiles, unless there is one. It ends by itself when nothing has compiled for a while."""
    global _watcher
    if _watcher is None and _showing:
        with line.lock:
            if _watcher is None and not _leaving.is_set():
                _watcher = threading.Thread(target=_look, name="jmx compile report", daemon=True)
                _watcher.start()


def _under_way():
    """The programs of jmx that are being compiled, the one that began first at the front."""
    outer = [phases[0][1] for phases in list(_open.values()) if phases]
    return sorted((c for c in outer if c is not None), key=lambda c: c.began)


def _look() -> None:
    global _watcher
    wait = PATIENCE
    while not _leaving.wait(wait):
        with line.lock, contextlib.suppress(Exception):
            programs = _under_way()
            if not programs:
                line.erase()
                _watcher = None
                if _under_way():  # begun meanwhile, without a thread because there was this one
                    _watch()
                return
            wait = programs[0].began + PATIENCE - time.monotonic()
            if wait <= 0:
                wait = INTERVAL
                _show(programs)


def _show(programs) -> None:
    """Write over the line what is being compiled."""
    others = f" and {len(programs) - 1} more" if len(programs) > 1 else ""
    line.show(f"jmx: compiling {programs[0]}{others}, {time.monotonic() - programs[0].began:.0f} s so far")


# ---- begin and end


_showing = False


def report_compilations(jax) -> None:
    """Begin to report, as JMX_LOG and JMX_PROGRESS say. In a batch job that does not ask for it JAX gets no listener."""
    global _showing
    compile_log.on = "compile" in get("JMX_LOG")
    _showing = get("JMX_PROGRESS") and watched()
    if (compile_log.on or _showing) and jax_internals.listen_to_compilations(jax, _on_start, _on_end, _on_cache_hit):
        atexit.register(_leave)
        at_fork(after_in_child=_in_child)


def _leave() -> None:
    """End the thread before the interpreter does, which would not wait for a line that is being written."""
    _leaving.set()
    watcher = _watcher
    if watcher is not None:
        watcher.join(1.0)
    if compile_log.on:
        compile_log.conclude()


def _in_child() -> None:
    """Forget what the parent compiles: its threads are not here, and one of them may have held the lock."""
    global _watcher, _leaving
    _watcher, _leaving = None, threading.Event()
    line.forget()
    _open.clear()
