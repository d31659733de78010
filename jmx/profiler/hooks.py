"""How long operators, compiled blocks, gradients and updates take, while `mx.profiler` asks: each is waited for.

Nothing is measured, and nothing slowed down, as long as no recorder is on: the functions below are put in the place of those that
run programs, and taken away again.
"""

import threading
import time

from .. import executor
from ..core.run import backward, dispatch
from ..execution import cached_op
from ..ndarray import fusing

_nested = threading.local()


def _wait(outputs):
    if isinstance(outputs, (list, tuple)):
        for item in outputs:
            _wait(item)
    else:
        wait = getattr(outputs, "wait_to_read", None) or getattr(outputs, "block_until_ready", None)
        if wait is not None:
            wait()


def _timed(function, name_of, record):
    """`function`, with a record of every call that is not inside of another one."""

    def run(*args, **kwargs):
        if getattr(_nested, "on", False):
            return function(*args, **kwargs)
        _nested.on = True
        start = time.time_ns()
        try:
            outputs = function(*args, **kwargs)
            _wait(outputs)
            return outputs
        finally:
            record(name_of(*args), start, time.time_ns(), threading.get_ident())
            _nested.on = False

    return run


class Recorder:
    """Calls `record(name, start, stop, thread)`, times in nanoseconds since 1970, for whatever runs while it is on."""

    def __init__(self, record):
        self._record, self._before = record, []

    def on(self):
        """Begin; once more is as good as once."""
        if self._before:
            return
        places = [
            (dispatch, "run", lambda program, *args: program.name),
            (cached_op.CachedOp, "__call__", lambda op, *args: op.program.name),
            (executor.Executor, "forward", lambda *args: "forward"),
            (executor.Executor, "backward", lambda *args: "backward"),
            (backward, "pull", lambda node, *args: f"_backward_{node.name}"),
            (fusing, "fused", lambda *args: "update"),
        ]
        for owner, attribute, name_of in places:
            function = getattr(owner, attribute)
            self._before.append((owner, attribute, function))
            setattr(owner, attribute, _timed(function, name_of, self._record))

    def off(self):
        """End."""
        for owner, attribute, function in self._before:
            setattr(owner, attribute, function)
        self._before = []
