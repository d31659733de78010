"""How long operators, compiled blocks, gradients and updates take, while `mx.profiler` asks: each is waited for.

Nothing is measured, and nothing slowed down, as long as no recorder is on: the functions below are put in the place of those that
run programs, and taken away again.
"""

from __future__ import annotations

import threading
import time

from .. import executor
from ..core.run import backward, dispatch
from ..execution import cached_op
from ..gluon import base_block, hybrid
from ..ndarray import creation, fusing
from ..operator import _hosting

OPERATOR, CUSTOM, LAYER = "operator", "Custom Operator", "layer"


class _Now(threading.local):
    """Where this thread is: inside of something that is timed, and in which user's operator."""

    inside = False
    #: the name of the user's operator, or None outside of any
    user = None
    #: nanoseconds that went to what was recorded inside of it
    spent = 0


_now = _Now()


def _wait(outputs):
    if isinstance(outputs, (list, tuple)):
        for item in outputs:
            _wait(item)
    else:
        wait = getattr(outputs, "wait_to_read", None) or getattr(outputs, "block_until_ready", None)
        if wait is not None:
            wait()


def _timed(function, name_of, record):
    """`function`, with a record of every call that is not inside of another one and has a name."""

    def run(*args, **kwargs):
        name = None if _now.inside else name_of(*args)
        if name is None:
            return function(*args, **kwargs)
        _now.inside = True
        start = time.time_ns()
        outputs = None
        try:
            outputs = function(*args, **kwargs)
            _wait(outputs)
            return outputs
        finally:
            stop = time.time_ns()
            _now.inside = False
            if _now.user is None:
                record(name, start, stop, threading.get_ident(), OPERATOR, outputs)
            else:
                _now.spent += stop - start
                record(f"{_now.user}::{name}", start, stop, threading.get_ident(), CUSTOM, outputs)

    return run


def _timed_user(function, form, record):
    """`function`, a method of a call of a user's operator: what runs in it is recorded by itself, and the rest is Python's."""

    def run(call, *args):
        before = _now.inside, _now.user, _now.spent
        user = form.format(call.described.op_type)
        _now.inside, _now.user, _now.spent = False, user, 0
        start = time.time_ns()
        try:
            return function(call, *args)
        finally:
            stop = time.time_ns()
            record(f"{user}::pure_python", start, max(start, stop - _now.spent), threading.get_ident(), CUSTOM)
            _now.inside, _now.user, _now.spent = before
            _now.spent += stop - start

    return run


def _untimed(function, _form, _record):
    """`function`, whose calls of operators are not recorded: they are jmx's, not the program's."""

    def run(*args):
        before, _now.inside = _now.inside, True
        try:
            return function(*args)
        finally:
            _now.inside = before

    return run


def _apart(function, _form, _record):
    """`HybridBlock.forward`, which runs a hybridized block operator by operator, so that each of them is recorded."""

    def forward(block, *args):
        if not block._active:
            return function(block, *args)
        before = block._active, block._call_plan
        block._active, block._call_plan = False, None
        try:
            return function(block, *args)
        finally:
            block._active, block._call_plan = before

    return forward


def _timed_layer(function, _form, record):
    """`Block.__call__`, recorded as a layer: the time of whatever runs inside of it."""

    def call(block, *args, **kwargs):
        if _now.inside:
            return function(block, *args, **kwargs)
        start = time.time_ns()
        outputs = function(block, *args, **kwargs)
        record(f"{type(block).__name__} {block.name}", start, time.time_ns(), threading.get_ident(), LAYER, outputs)
        return outputs

    return call


def _backward_name(node, *_):
    """The name of the gradient of a recorded call, as MXNet's; None where a user's operator records its own."""
    if node.name.startswith("Custom("):
        return None
    return f"_backward{'' if node.name.startswith('_') else '_'}{node.name}"


class Recorder:
    """Calls `record` for whatever runs while it is on, with (name, start, stop, thread, category, what the call returned).

    Times are nanoseconds since 1970; some calls have no result to give.
    """

    def __init__(self, record) -> None:
        self._record, self._before = record, []

    @property
    def is_on(self) -> bool:
        """Whether it records now."""
        return bool(self._before)

    def on(self, apart=False) -> None:
        """Begin; once more is as good as once. With `apart` hybridized blocks run operator by operator, layers are recorded."""
        if self._before:
            return
        places = [
            (dispatch, "run", _timed, lambda program, *args: program.name),
            (creation, "_filled", _timed, lambda shape, ctx, dtype, stype, make, name: None if name == "_empty" else name),
            (cached_op.CachedOp, "__call__", _timed, lambda op, *args: op.program.name),
            (executor.Executor, "forward", _timed, lambda *args: "forward"),
            (executor.Executor, "backward", _timed, lambda *args: "backward"),
            (backward, "pull", _timed, _backward_name),
            (fusing, "fused", _timed, lambda *args: "update"),
            (_hosting.Call, "forward", _timed_user, "{}"),
            (_hosting.Call, "backward", _timed_user, "_backward_{}"),
            (_hosting.Call, "_empty", _untimed, ""),
        ]
        if apart:
            places += [(hybrid.HybridBlock, "forward", _apart, ""), (base_block.Block, "__call__", _timed_layer, "")]
        for owner, attribute, timed, named in places:
            function = getattr(owner, attribute)
            self._before.append((owner, attribute, function))
            setattr(owner, attribute, timed(function, named, self._record))

    def off(self) -> None:
        """End."""
        for owner, attribute, function in self._before:
            setattr(owner, attribute, function)
        self._before = []
