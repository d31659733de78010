"""A symbol graph as one pure function on jax arrays: what executors and hybridized blocks compile."""

from __future__ import annotations

import collections

import jax
import jax.numpy as jnp

from ... import config
from ...base import MXNetError
from ..declare.op import Varies
from ..run.dispatch import BoundOp, bind_op
from ..run.program import Program
from . import passes
from .nodes import Node, plain, topo
from .passes import Settings, layout
from .shapes import is_open
from .subgraphs import bodies

_REFUSED = (TypeError, ValueError, IndexError, ZeroDivisionError, OverflowError)


class GraphNodeCall:
    """One operator of a lowered graph.

    sources   places of its inputs: (step or -1 - variable, output index)
    writes    (position among its inputs, place of the variable) for inputs that it overwrites; the place is None for what a
              control flow operator overwrites without that being a variable of this graph
    bodies    the lowered graphs of a control flow operator
    seed      number by which its random numbers differ from those of the graph's other operators
    open      whether it leaves dimensions of its output to those who use it
    changes   attributes that a pass has changed
    """

    __slots__ = ("node", "bodies", "bound", "scalars", "sources", "writes", "seed", "open", "changes")

    def __init__(self, node, place, seed) -> None:
        self.node = node
        self.bodies = tuple(Lowered(entries) for _, entries, _ in bodies(node)) if node.op.graphs else ()
        if self.bodies:
            self.bound, self.scalars = BoundOp(node.op, node.parsed, self.bodies), ()
        elif node.op.hosted:
            self.bound, self.scalars = BoundOp(node.op, node.parsed), ()
        else:
            self.bound, self.scalars = bind_op(node.op, plain(node.attrs))
        self.sources = [(place[source], index) for source, index, _ in node.inputs]
        self.writes = [(i, p if p < 0 else None) for i in self.bound.program.aux for p in [self.sources[i][0]]]
        self.seed, self.open, self.changes = seed, is_open(node), {}

    def __call__(self, train, platform, key, arrays, shift=0):
        """(all outputs, new values of the inputs it overwrites) on jax arrays; errors name the node.

        `shift` makes it draw the random numbers of the step so far behind it.
        """
        bound, scalars = self.bound, self.scalars
        if key is not None and bound.program.needs_key:
            key = jax.random.fold_in(key, self.seed + shift)
        if scalars and (not arrays or jnp.issubdtype(arrays[0].dtype, jnp.floating)):
            scalars = tuple(s if s is None else float(s) for s in scalars)
        try:
            self._check(arrays)
            return bound.program.fn(train, platform, key, scalars, *arrays)
        except MXNetError as error:
            prefix = f"Error in operator {self.node.name}: "
            text = str(error)
            if text.startswith(prefix):
                raise
            kind = Varies if isinstance(error, Varies) else MXNetError
            raise kind(prefix + text.removeprefix(f"Error in operator {self.node.op.name}: ")) from error
        except _REFUSED as error:
            given = ", ".join(f"{tuple(a.shape)} {a.dtype}" for a in arrays)
            text = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise MXNetError(
                f"Error in operator {self.node.name}: {text} Inputs of {self.node.op.name}: {given or 'none'}."
            ) from error

    def at(self, sources):
        """The same call with inputs from other places; variables stay what they are."""
        if sources == self.sources:
            return self
        call = self._copy()
        call.sources = sources
        call.writes = [(i, None if place is None else sources[i][0]) for i, place in self.writes]
        return call

    def with_attrs(self, changes):
        """The same call with some attributes changed."""
        if not changes:
            return self
        call = self._copy()
        call.changes = {**self.changes, **{name: str(value) for name, value in changes.items()}}
        call.bound, call.scalars = bind_op(self.node.op, {**plain(self.node.attrs), **changes})
        call.open = False
        return call

    def _copy(self):
        call = object.__new__(GraphNodeCall)
        for name in GraphNodeCall.__slots__:
            setattr(call, name, getattr(self, name))
        return call

    def _check(self, arrays) -> None:
        if self.node.op.same_shape and len({a.shape for a in arrays}) > 1:
            given = ", ".join(str(tuple(a.shape)) for a in arrays)
            raise MXNetError(
                f"Error in operator {self.node.name}: Incompatible shapes {given}; {self.node.op.name} needs inputs of one shape."
            )


class Lowered:
    """A graph ready to run: its steps in order and where everything comes from.

    inputs    variable nodes, in list_inputs order
    written   positions among them of those that operators overwrite
    steps     one `GraphNodeCall` per operator that the outputs depend on
    heads     places of the outputs
    dynamic   whether some operator's output shape depends on values, so that the graph cannot be compiled as a whole
    fallback  None, or the graph that runs where an operator of this one refuses its inputs, so that its errors are raised
    """

    fallback: Lowered | None = None
    name = "graph"

    def __init__(self, entries, order=None, first=0) -> None:
        """`order` are the nodes in the order in which they run (default: `topo`); `first` numbers the first operator."""
        order = topo(entries) if order is None else order
        self.inputs = [n for n in order if n.op is None]
        place = {n: -1 - i for i, n in enumerate(self.inputs)}
        self.steps = []
        for node in order:
            if node.op is not None:
                self.steps.append(GraphNodeCall(node, place, first + len(self.steps)))
                place[node] = len(self.steps) - 1
        self.written = tuple(sorted({-1 - p for s in self.steps for _, p in s.writes if p is not None}))
        self.heads = [(place[e[0]], e[1]) for e in entries]
        self.entries, self.settings = entries, Settings.read()
        self.open = any(s.open for s in self.steps)
        programs = [s.bound.program for s in self.steps]
        self.dynamic = any(p.dynamic for p in programs)
        self.images = layout.profits(self.steps)
        #: what the passes have made of the graph, and for which facts it has been written to files
        self.prepared: dict = {}
        self.dumped: set = set()
        self.needs_key = any(p.needs_key for p in programs)
        self.needs_train = any(p.needs_train for p in programs)
        self.needs_platform = self.images or any(p.needs_platform for p in programs)
        self.wide = any(p.wide for p in programs)

    def run(self, train, platform, key, scalars, *arrays):
        """The pure function: (outputs, new values of the inputs at `written`, None for what stays as it is)."""
        self._check_count(arrays)
        refused: frozenset = frozenset()
        while True:
            graph = passes.prepare(self, passes.Facts(self, platform, arrays, refused))
            try:
                return graph.execute(train, platform, key, arrays)
            except passes.BlocksDiffer as error:
                refused |= {error.start}
            except MXNetError:
                if graph.fallback is None:
                    raise
                return graph.fallback.execute(train, platform, key, arrays)

    def execute(self, train, platform, key, arrays, after=None):
        """Run every step as it stands, without passes; `after(step, inputs, outputs)` is called after each."""
        state, made = list(arrays), []
        for step in self.steps:
            inputs = [state[-1 - p] if p < 0 else made[p][i] for p, i in step.sources]
            outs, new = step(train, platform, key, inputs)
            for (_, variable), value in zip(step.writes, new):
                if variable is not None:
                    state[-1 - variable] = value
            made.append(outs)
            if after is not None:
                after(step, inputs, outs)
        outputs = tuple(state[-1 - p] if p < 0 else made[p][i] for p, i in self.heads)
        return outputs, tuple(None if state[i] is arrays[i] else state[i] for i in self.written)

    def watch(self, train, platform, key, arrays, after) -> None:
        """`execute` for a monitor: the operators as they are written, with the shapes that follow from the inputs'."""
        self._check_count(arrays)
        passes.close_shapes(self, passes.Facts(self, platform, arrays)).execute(train, platform, key, arrays, after)

    def _check_count(self, arrays) -> None:
        if len(arrays) != len(self.inputs):
            raise MXNetError(
                f"The graph has {len(self.inputs)} inputs, {len(arrays)} arrays given. It takes: "
                f"{', '.join(n.name for n in self.inputs)}."
            )

    def rewritten(self, steps, heads):
        """The same graph with other steps and heads."""
        graph = object.__new__(Lowered)
        vars(graph).update(vars(self))
        graph.steps, graph.heads = steps, heads
        return graph

    def append(self, node, sources):
        """Append a call of `node` on the values at `sources`; returns its number."""
        place = {source: number for (source, _, _), (number, _) in zip(node.inputs, sources)}
        self.steps.append(GraphNodeCall(node, place, len(self.steps)))
        return len(self.steps) - 1

    def part(self, first, last):
        """The steps `first` .. `last - 1` as a graph of their own.

        Returns
        -------
        (Lowered, list, list)
            The graph; the places of this graph that are its inputs; those that its outputs stand for.
        """
        steps = self.steps[first:last]
        needed = dict.fromkeys(p for s in self.steps[last:] for p in s.sources) | dict.fromkeys(self.heads)
        reads = list(dict.fromkeys(p for s in steps for p in s.sources if p[0] < first))
        gives = [p for p in needed if first <= p[0] < last]
        variables = {}
        for place, index in reads:
            node = self.inputs[-1 - place] if place < 0 else Node(None, f"{self.steps[place].node.name}_output{index}")
            variables[place, index] = (node, 0)
        calls: dict = {}
        for number, step in enumerate(steps, first):
            old = step.node
            inputs = [variables[p] if p in variables else (calls[p[0]], p[1]) for p in step.sources]
            new = calls[number] = Node(old.op, old.name, old.attrs, [(*entry, 0) for entry in inputs])
            new.graphs, new._parsed = old.graphs, old._parsed
        order = [*(node for node, _ in variables.values()), *calls.values()]
        graph = Lowered([(calls[number], index) for number, index in gives], order, first)
        # what a control flow operator overwrites of an earlier call's output is no variable
        graph.written = tuple(i for i in graph.written if reads[i][0] < 0)
        return graph, reads, gives


def _structure(order, entries):
    """(a key that graphs share if they compute the same, the names of their nodes)"""
    place = {node: i for i, node in enumerate(order)}
    nodes, names = [], []
    for node in order:
        inner = [_structure(topo(graph), graph) for graph in node.graphs]
        sources = tuple([(place[source], index) for source, index, _ in node.inputs])
        attrs = frozenset(plain(node.attrs).items()) if node.op else None
        nodes.append((node.op, attrs, sources, tuple([structure for structure, _ in inner])))
        names.append((node.name, tuple([inner_names for _, inner_names in inner])))
    return (tuple(nodes), tuple([(place[entry[0]], entry[1]) for entry in entries])), tuple(names)


#: the programs lowered last, by structure: binding one symbol again must not compile it again
_recent: collections.OrderedDict = collections.OrderedDict()
#: by structure without names: graphs that differ in names only share what has been compiled
_alike: collections.OrderedDict = collections.OrderedDict()
_RECENT_LIMIT = 64


def _kept(store, key, program) -> None:
    store[key] = program
    store.move_to_end(key)
    while len(store) > _RECENT_LIMIT:
        store.popitem(last=False)


def alone(program):
    """`program` with nothing compiled, so that its errors name its own operators; None if all that it has compiled is its own."""
    return program.fresh() if program.shares else None


def program_of(graph, name) -> Program:
    """The program of a `Lowered`, which is its attribute `graph`."""
    program = Program(
        graph.run,
        name,
        aux=graph.written,
        needs_key=graph.needs_key,
        needs_train=graph.needs_train,
        needs_platform=graph.needs_platform,
        wide=graph.wide,
        save=not graph.dynamic,
        dynamic=graph.dynamic,
        limit=config.get("JMX_SHAPES_KEPT"),
    )
    program.graph, graph.name = graph, name
    return program


def lower(entries, name="") -> Program:
    """The program of a graph: inputs in list_inputs order, auxiliary states written back.

    Its attribute `graph` is the `Lowered` behind it.
    """
    if hasattr(entries, "_entries"):
        name, entries = name or entries.attr("name") or "group", entries._entries
    order = topo(entries)
    settings = Settings.read()
    structure, names = _structure(order, entries)
    key = settings, structure, names
    program = _recent.get(key)
    if program is None:
        graph = Lowered(entries)
        program = program_of(graph, name or "graph")
        if not graph.dynamic:
            bare = settings, structure
            twin = _alike.get(bare, program)
            if twin is not program:
                program.share(twin)
            _kept(_alike, bare, twin)
    _kept(_recent, key, program)
    return program
