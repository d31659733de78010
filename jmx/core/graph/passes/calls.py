"""What passes share: the facts that they may look at, and the calls that they put into a graph."""

from __future__ import annotations

import functools
from typing import NamedTuple

from .... import config
from ....util import is_np_shape
from ..shapes import Shapes


class Settings(NamedTuple):
    """The settings that passes look at, read when a graph is lowered; they are part of the key of what has been lowered."""

    merge: bool
    channels_last: bool
    np_shape: bool

    @classmethod
    def read(cls):
        """The present ones."""
        return cls(config.get("MXNET_ELIMINATE_COMMON_EXPR"), config.get("JMX_CHANNELS_LAST"), is_np_shape())


class Facts:
    """What passes may look at besides the graph.

    platform   where it will run: "cpu", "gpu"
    arrays     its inputs, of which shapes and element types count
    settings   `Settings`
    refused    numbers of the first steps of loops that turned out to be none
    train      whether it will run for training
    pack       whether copies of its weights are kept
    """

    def __init__(self, graph, platform, arrays, refused=frozenset(), train=True, pack=False) -> None:
        self.platform, self.arrays, self.settings, self.refused = platform, arrays, graph.settings, refused
        self.train, self.pack = train, pack
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
        return vars(self).get("shapes", {})


class InternalCall:
    """A call in a lowered graph that is no operator of the user's: pure, and without random numbers.

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

    writes, bodies, open, makes_integers, flat_integers = (), (), False, False, False

    def __init__(self, label, name, function, sources, attrs=None) -> None:
        self.label, self.name, self.function, self.sources, self.attrs = label, name, function, list(sources), attrs or {}

    def at(self, sources):
        """The same call with inputs from other places."""
        return InternalCall(self.label, self.name, self.function, sources, self.attrs)

    def __call__(self, train, platform, key, arrays, repeated=None):
        """(outputs, no new values of inputs)"""
        return self.function(*arrays), ()


class Rewriter:
    """A lowered graph in the making: `calls` so far, and `places`, where the values of the former graph are now."""

    def __init__(self, graph) -> None:
        self.graph, self.calls, self._places = graph, [], {}

    def read(self, place):
        """Where the value at a place of the former graph is."""
        number, output = place
        return place if number < 0 else (self._places[number], output)

    def add(self, call):
        """Append a call; returns its number."""
        self.calls.append(call)
        return len(self.calls) - 1

    def add_internal(self, label, function, sources, **attrs):
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

    def finish(self):
        """The new graph."""
        return self.graph.rewritten(self.calls, [self.read(place) for place in self.graph.heads])
