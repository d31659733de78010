"""What passes share: the facts that they may look at, and the calls that they put into a graph."""

from __future__ import annotations

import copy
import functools
from typing import TYPE_CHECKING, Any, final

from ..shapes import Shapes

if TYPE_CHECKING:
    import jax

    from ..lower import Lowered


class Facts:
    """What passes may look at besides the graph.

    platform   where it will run: "cpu", "gpu"
    arrays     its inputs, of which shapes and element types count
    settings   `Settings`
    refused    numbers of the first steps of loops that turned out to be none
    train      whether it will run for training
    pack       whether copies of its weights are kept
    passes     names of the passes that are applied: those of the settings but for `left_out`
    """

    def __init__(self, graph, platform, arrays, refused=frozenset(), train=True, pack=False, left_out=frozenset()) -> None:
        self.platform, self.arrays, self.settings, self.refused = platform, arrays, graph.settings, refused
        self.train, self.pack, self.passes = train, pack, graph.settings.passes - left_out
        self._graph = graph

    @functools.cached_property
    def shapes(self):
        """{(node, output): shape} of the graph as it was lowered. Raises MXNetError where shapes contradict one another."""
        known = {node: tuple(array.shape) for node, array in zip(self._graph.inputs, self.arrays)}
        dtypes = {node: array.dtype for node, array in zip(self._graph.inputs, self.arrays)}
        return Shapes(self._graph.entries, known, dtypes).run().shape

    @property
    def shapes_at_hand(self):
        """`shapes` if a pass has asked for them, else none."""
        # `Repeated` takes what is there, and inference would go through the whole graph
        return vars(self).get("shapes", {})


class Call:
    """One call of a lowered graph: what every pass, and whatever runs the graph, may ask of it.

    A pass meets calls of every kind, whatever made them. It asks for `node` before it asks for an operator, and copies calls
    with `at` alone, so that a new kind of call has nothing to declare for it.

    node      the node of the user's graph that it is, or None for a call that a pass has put in
    sources   places of its inputs: (step or -1 - variable, output index)
    writes    (position among its inputs, place of the variable) for inputs that it overwrites; the place is None for what a
              control flow operator overwrites without that being a variable of this graph
    bodies    the lowered graphs of a control flow operator
    open      whether it leaves dimensions of its output to those who use it
    makes_integers   whether it makes integers of floating numbers that gradients pass
    flat_integers    whether its derivative is 0 in integers
    """

    __slots__ = ()

    node: Any = None
    sources: Any
    writes: Any = ()
    bodies: Any = ()
    open: Any = False
    makes_integers: Any = False
    flat_integers: Any = False

    @final
    def at(self, sources) -> Any:
        """The same call, of the same class, with inputs from other places; variables stay what they are."""
        if sources == self.sources:
            return self
        call = copy.copy(self)
        call.sources = list(sources)
        # what is overwritten moves with the input that it is
        call.writes = [(i, None if place is None else sources[i][0]) for i, place in self.writes]
        return call

    def __call__(self, train, platform, key, arrays, repeated=None):
        """(all outputs, new values of the inputs it overwrites) on jax arrays."""
        raise NotImplementedError


class InternalCall(Call):
    """A call in a lowered graph that is no operator of the user's: pure, and without random numbers.

    What computes it looks at its inputs alone, not at `sources`, which `at` changes.

    Parameters
    ----------
    label, name : str
        What it does, and a name of its own, for whoever looks at the graph.
    function : callable
        From the inputs to the outputs, a sequence.
    sources : list of (int, int)
        Places of its inputs.
    attrs : dict of str to str, optional
        Further details for whoever looks at the graph.
    """

    def __init__(self, label, name, function, sources, attrs=None) -> None:
        self.label, self.name, self.function, self.sources, self.attrs = label, name, function, list(sources), attrs or {}

    def __call__(self, train, platform, key, arrays, repeated=None) -> tuple[tuple[jax.Array], tuple[()]]:
        """(outputs, no new values of inputs)"""
        return self.function(*arrays), ()


class Rewriter:
    """A lowered graph in the making: `calls` so far, and `places`, where the values of the former graph are now."""

    def __init__(self, graph) -> None:
        self.graph, self.calls, self._places = graph, [], {}

    def read(self, place) -> tuple[int, int]:
        """Where the value at a place of the former graph is."""
        number, output = place
        return place if number < 0 else (self._places[number], output)

    def add(self, call) -> int:
        """Append a call; returns its number."""
        self.calls.append(call)
        return len(self.calls) - 1

    def add_internal(self, label, function, sources, **attrs) -> int:
        """Append an `InternalCall`; returns its number."""
        name = f"{label}{len(self.calls)}"
        return self.add(InternalCall(label, name, function, sources, {k: str(v) for k, v in attrs.items()}))

    def keep(self, number, call) -> None:
        """Append what stands for call `number` of the former graph."""
        self._places[number] = self.add(call)

    def stand_for(self, number, label, function, sources) -> None:
        """Append an `InternalCall` that stands for call `number` of the former graph."""
        self._places[number] = self.add_internal(label, function, sources)

    def merge(self, number, other) -> None:
        """Let call `other` of the former graph, which is there already, stand for call `number`."""
        self._places[number] = self._places[other]

    def finish(self) -> Lowered:
        """The new graph."""
        return self.graph.rewritten(self.calls, [self.read(place) for place in self.graph.heads])
