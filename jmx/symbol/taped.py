"""Recorded graphs as Symbols: what `autograd.get_symbol` returns, and blocks that are traced by running them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax

from ..base import MXNetError
from ..core.graph import nodes
from ..core.run.storage import wrap
from ..core.run.tape import USED_UP, Leaf, mode
from ..core.run.trace_observer import trace_observer
from .symbol import Symbol

if TYPE_CHECKING:
    from ..ndarray.ndarray import NDArray
    from ..ndarray.numpy.array import ndarray


class Recorded:
    """A recorded graph turned into nodes.

    named    dict from Leaf to the entry of its variable, for marked arrays whose names are known; there may be no others then
    prefix   of the names of other variables

    Others get the variables var0, var1, ... in the order in which they are met, and so do arrays from outside of the graph;
    operators are named node_0, node_1, ....
    """

    def __init__(self, named=None, prefix="") -> None:
        self._named, self._prefix = named or {}, prefix
        self._built = {}
        self._variables, self._nodes = 0, 0
        #: (name, buffer) of the arrays from outside of the graph
        self.constants = []
        #: how many nodes draw random numbers
        self.draws = 0

    def entry(self, array):
        """The entry that computes `array`. MXNetError where the graph is used up, or holds a step that is no operator."""
        stack = [array._entry[0]]
        while stack:
            node = stack[-1]
            if isinstance(node, Leaf) or node in self._built:
                stack.pop()
                continue
            if node.freed:
                raise MXNetError(USED_UP)
            waiting = [e[0] for _, e in node.parents if not isinstance(e[0], Leaf) and e[0] not in self._built]
            if waiting:
                stack.extend(reversed(waiting))
            else:
                self._build(node)
                stack.pop()
        return self._lookup(array._entry)

    def _variable(self, key, buf=None):
        if key in self._named:
            return self._named[key]
        if key not in self._built:
            if self._named and buf is None:
                raise MXNetError("The function has no graph: it uses a parameter that is not the block's own")
            name = f"{self._prefix}var{self._variables}"
            self._variables += 1
            self._built[key] = (nodes.Node(None, name), 0)
            if buf is not None:
                self.constants.append((name, buf))
        return self._built[key]

    def _lookup(self, entry):
        node, index = entry
        return self._variable(node) if isinstance(node, Leaf) else self._built[node][index]

    def _name(self):
        self._nodes += 1
        return f"node_{self._nodes - 1}"

    def _build(self, node):
        sources = dict(node.parents)
        called = isinstance(node.info, tuple) and len(node.info) == 3
        program, bufs, scalars = node.info if called else (None, None, ())
        places = range(len(bufs)) if bufs is not None else sources
        inputs = [self._lookup(sources[i]) if i in sources else self._variable(id(bufs[i]), bufs[i]) for i in places]
        if getattr(program, "needs_key", False):
            self.draws += 1
        inner = getattr(program, "graph", None)
        self._built[node] = self._operators(node, program, scalars, inputs) if inner is None else self._inline(inner, inputs)

    def _operators(self, node, program, scalars, inputs):
        if isinstance(node.info, list):
            steps = node.info
        elif program is None or (steps := program.source.to_graph_calls(scalars)) is None:
            raise MXNetError(f"the recorded step {node.name!r} is not an operator, so the graph has no symbol")
        for op, attrs in steps:
            call = nodes.atomic(op, attrs)
            if call.op.variadic and call.op.count not in call.op.schema:
                call.attrs[call.op.count] = str(len(inputs))
            nodes.compose([(call, 0)], [[entry] for entry in inputs], {}, self._name())
            inputs = nodes.heads_of(call)[:1]
        return nodes.heads_of(call)

    def _inline(self, lowered, inputs):
        """The nodes of a hybridized block."""
        values = {(-1 - i, 0): entry for i, entry in enumerate(inputs)}
        for number, step in enumerate(lowered.steps):
            new = step.node.copy([(*values[s], 0) for s in step.sources], self._name())
            values.update(((number, i), (new, i)) for i in range(new.op.num_outputs(new.parsed, visible=False)))
        return [values[head] for head in lowered.heads]


def from_tape(x) -> Symbol:
    """The computation that was recorded for the array `x` as a Symbol (see `Recorded`)."""
    return Symbol([Recorded().entry(x)])


class _Observer:
    """Stops the traced function before it does what a graph cannot hold (see `core.run.trace_observer`)."""

    def __init__(self, states, instead):
        self.reason = None
        self.draws = 0
        self.sources = False
        self._states = {id(array._cell) for array in states}
        self._instead = {id(arrays): others for arrays, others in instead}

    def _stop(self, reason):
        # The function may go on all the same, if it catches errors.
        self.reason = reason
        raise MXNetError(f"The function has no graph: it {reason}")

    def on_write(self, cell):
        if id(cell) not in self._states:
            self._stop("writes to an array")

    def on_read(self, array):
        if array._entry is not None:
            self._stop("looks at the values of an array")

    def on_detach(self, array):
        self._stop("detaches an array")

    def on_mode_change(self):
        self._stop("switches recording or the mode")

    def on_random(self):
        self.draws += 1

    def substitute(self, arrays):
        return self._instead.get(id(arrays), arrays)


def tracing() -> bool:
    """Whether this thread is running a function to trace it."""
    return trace_observer.observer is not None


def stand_in(array) -> NDArray | ndarray:
    """An array of the same value, and its own storage, that can be traced."""
    return wrap(array._data(), array._ctx, type(array), (Leaf(None, None, "write"), 0))


def trace(function, named, states, instead, prefix="") -> tuple[list[Symbol], list[tuple[str, Any]]]:
    """Run a function and turn what it computes into a graph.

    Parameters
    ----------
    function : callable
        Without arguments; returns the arrays that it computes as a list.
    named : list of (Symbol, NDArray)
        Variables, and the arrays made by `stand_in` that stand for them.
    states : list of NDArray
        Those of them that operators may write to.
    instead : list of (list of NDArray, list of NDArray)
        The arrays of parameters, and what stands for them in this thread.
    prefix : str
        Of the names of constants.

    Returns
    -------
    entries : list of Symbol
        The outputs, as symbols of one output each.
    constants : list of (str, NDArray)
        Arrays that the function made without its inputs: name of the variable, and value.

    Raises
    ------
    MXNetError
        The function does what a graph cannot hold.
    """
    observer = _Observer(states, instead)
    existing = jax.live_arrays()
    before = mode.recording, mode.training
    mode.recording, trace_observer.observer = True, observer
    try:
        outs = function()
    finally:
        trace_observer.observer = None
        mode.recording, mode.training = before
    if observer.reason is not None:
        raise MXNetError(f"The function has no graph: it {observer.reason}")
    if any(out._entry is None for out in outs):
        raise MXNetError("The function has no graph: an output does not depend on its inputs")
    recorded = Recorded({array._entry[0]: variable._entries[0] for variable, array in named}, prefix)
    symbols = [Symbol([recorded.entry(out)]) for out in outs]
    if recorded.draws != observer.draws:
        raise MXNetError("The function has no graph: it draws random numbers by themselves")
    outside = set(map(id, existing))
    if any(id(buf) in outside for _, buf in recorded.constants):
        # It may be written to later, or replaced.
        raise MXNetError("The function has no graph: it uses an array from outside of it")
    ctx = named[0][1]._ctx
    return symbols, [(name, wrap(buf, ctx)) for name, buf in recorded.constants]
