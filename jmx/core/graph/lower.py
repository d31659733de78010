"""A symbol graph as one pure function on jax arrays: what executors and hybridized blocks compile."""

from __future__ import annotations

import collections

import jax
import jax.numpy as jnp

from ... import config
from ...base import MXNetError
from ...util import is_np_shape
from ..declare.op import Varies
from ..run import dispatch
from ..run.dispatch import BoundOp, bind_op
from ..run.program import Program
from . import eager_control_flow
from .nodes import plain, topo
from .passes import layout, scan
from .shapes import Shapes, is_open, known
from .subgraphs import bodies

_REFUSED = (TypeError, ValueError, IndexError, ZeroDivisionError, OverflowError)


class Step:
    """One operator of a lowered graph.

    sources   places of its inputs: (step or -1 - variable, output index)
    writes    (position among its inputs, place of the variable) for inputs that it overwrites; the place is None for what a
              control flow operator overwrites without that being a variable of this graph
    bodies    the lowered graphs of a control flow operator
    """

    __slots__ = ("node", "bodies", "bound", "scalars", "sources", "writes", "seed", "open")

    def __init__(self, node, place, seed):
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
        self.seed = seed
        self.open = is_open(node)

    def __call__(self, train, platform, key, arrays, shift=0):
        """(all outputs, new values of the inputs it overwrites) on jax arrays; errors name the node.

        `shift` makes it draw the random numbers of the step so far behind it.
        """
        return self._run(self.bound, self.scalars, train, platform, key, arrays, shift)

    def changed(self, changes, train, platform, key, arrays):
        """The same with some attributes changed."""
        bound, scalars = bind_op(self.node.op, {**plain(self.node.attrs), **changes}) if changes else (self.bound, self.scalars)
        return self._run(bound, scalars, train, platform, key, arrays)

    def eager(self, inputs, cls=None, ctx=None):
        """The outputs as a list of arrays for a list of arrays, recorded as a call of the operator."""
        if self.node.op.hosted:
            return self.node.op.run(inputs, self.node.parsed.described, None, ctx, None, cls)[0]
        if self.bodies:
            return eager_control_flow.run(self.node, self.bodies, inputs, cls, ctx)
        if dispatch.sparse_hook is not None:
            result = dispatch.invoke(self.node.op, inputs, plain(self.node.attrs), None, cls)
            return result if isinstance(result, list) else [result]
        return dispatch.run(self.bound.program, inputs, self.scalars, None, ctx, cls)

    def shaped(self, shape, train, platform, key):
        """The same for a step that makes an array of a shape that only its users decide."""
        changes = self.node.op.traits.open_shape.changes(self.node.parsed, shape)
        bound, scalars = bind_op(self.node.op, {**plain(self.node.attrs), **changes})
        return self._run(bound, scalars, train, platform, key, [])

    def _run(self, bound, scalars, train, platform, key, arrays, shift=0):
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

    def _check(self, arrays):
        if self.node.op.same_shape and len({a.shape for a in arrays}) > 1:
            given = ", ".join(str(tuple(a.shape)) for a in arrays)
            raise MXNetError(
                f"Error in operator {self.node.name}: Incompatible shapes {given}; {self.node.op.name} needs inputs of one shape."
            )


class Lowered:
    """A graph ready to run: its steps in order and where everything comes from.

    inputs    variable nodes, in list_inputs order
    written   positions among them of those that operators overwrite
    steps     one `Step` per operator that the outputs depend on
    heads     places of the outputs
    dynamic   whether some operator's output shape depends on values, so that the graph cannot be compiled as a whole
    """

    def __init__(self, entries):
        order = topo(entries)
        self.inputs = [n for n in order if n.op is None]
        place = {n: -1 - i for i, n in enumerate(self.inputs)}
        self.steps = []
        for node in order:
            if node.op is not None:
                self.steps.append(Step(node, place, len(self.steps)))
                place[node] = len(self.steps) - 1
        self.written = tuple(sorted({-1 - p for s in self.steps for _, p in s.writes if p is not None}))
        self.heads = [(place[e[0]], e[1]) for e in entries]
        self.open = any(s.open for s in self.steps)
        self.entries = entries if self.open else None
        programs = [s.bound.program for s in self.steps]
        self.dynamic = any(p.dynamic for p in programs)
        self._rolls = None
        self._images = config.get("JMX_CHANNELS_LAST") and sum(s.node.op.prefers_nhwc for s in self.steps) >= layout.FEWEST
        self.needs_key = any(p.needs_key for p in programs)
        self.needs_train = any(p.needs_train for p in programs)
        self.needs_platform = any(p.needs_platform for p in programs)
        self.wide = any(p.wide for p in programs)

    def run(self, train, platform, key, scalars, *arrays):
        """The pure function: (outputs, new values of the inputs at `written`, None for what stays as it is)."""
        values = self.values(train, platform, key, arrays)
        state = values.state
        new = tuple(None if state[i] is arrays[i] else state[i] for i in self.written)
        return tuple(values.read(p, i) for p, i in self.heads), new

    def by_node(self, arrays, cls=None, ctx=None):
        """The outputs, as a list, with every operator run and recorded by itself; inputs that are written change in place."""
        made = []

        def read(place, index):
            return arrays[-1 - place] if place < 0 else made[place][index]

        for step in self.steps:
            try:
                made.append(step.eager([read(p, i) for p, i in step.sources], cls, ctx))
            except MXNetError as error:
                text = f"Error in operator {step.node.name}: "
                if str(error).startswith(text):
                    raise
                raise MXNetError(f"{text}{error}") from error
        return [read(p, i) for p, i in self.heads]

    def values(self, train, platform, key, arrays, watch=None):
        """Run every step; `watch(step, inputs, outputs)` is called after each."""
        if len(arrays) != len(self.inputs):
            raise MXNetError(
                f"The graph has {len(self.inputs)} inputs, {len(arrays)} arrays given. It takes: "
                f"{', '.join(n.name for n in self.inputs)}."
            )
        values = _Values(list(arrays))
        shapes = self._open_shapes(arrays) if self.open else {}
        rolls = {r.start: r for r in self.rolls} if watch is None else {}
        images = self._images and platform == "cpu" and watch is None and not rolls
        for number, step in enumerate(self.steps):
            if number < len(values.made):
                continue
            if number in rolls:
                try:
                    values.made += rolls[number].run(self.steps, train, platform, key, values.made, values.read)
                    continue
                except TypeError:  # blocks of different shapes
                    pass
            joined = scan.join(step, values.made) if rolls else None
            if images:
                inputs = [values.held(p, i) for p, i in step.sources]
            elif joined is None:
                inputs = [values.read(p, i) for p, i in step.sources]
            else:
                inputs = [values.read(*part) if isinstance(part, tuple) else part for part in joined]
            if step.open:
                outs, new = step.shaped(shapes[step.node], train, platform, key)
            elif images:
                outs, new = layout.run(step, train, platform, key, inputs)
            else:
                outs, new = step(train, platform, key, inputs)
            for (_, variable), value in zip(step.writes, new):
                if variable is not None:
                    values.state[-1 - variable] = value
            values.made.append(outs)
            if watch is not None:
                watch(step, inputs, outs)
        return values

    @property
    def rolls(self):
        """The stretches that run as loops."""
        if self._rolls is None:
            self._rolls = scan.find(self.steps, self.heads)
        return self._rolls

    def _open_shapes(self, arrays):
        """The shapes of the arrays whose makers leave dimensions open, for inputs of given shapes."""
        given = {n: tuple(a.shape) for n, a in zip(self.inputs, arrays)}
        found = Shapes(self.entries, given, {n: a.dtype for n, a in zip(self.inputs, arrays)}).run().shape
        shapes = {s.node: found[s.node, 0] for s in self.steps if s.open}
        for node, shape in shapes.items():
            if not known(shape):
                raise MXNetError(
                    f"Error in operator {node.name}: nothing that uses it decides the dimensions that "
                    f"{node.op.name} leaves open. Give all of them."
                )
        return shapes


class _Values:
    """Current values of variables (`state`) and the outputs of the steps so far (`made`)."""

    __slots__ = ("state", "made")

    def __init__(self, state):
        self.state, self.made = state, []

    def held(self, place, index):
        """A value as it is held, which may be a `channels_last.ImageNHWC`."""
        return self.state[-1 - place] if place < 0 else self.made[place][index]

    def read(self, place, index):
        """A value as MXNet has it."""
        return layout.plain(self.held(place, index))


def _structure(order, entries, named):
    """A key that two graphs share if they compute the same; if `named`, under the same names."""
    place = {node: i for i, node in enumerate(order)}
    nodes = tuple(
        (
            n.name if named else None,
            n.op,
            frozenset(plain(n.attrs).items()) if n.op else None,
            tuple((place[s], i) for s, i, _ in n.inputs),
            tuple(_structure(topo(g), g, named) for g in n.graphs),
        )
        for n in order
    )
    return nodes, tuple((place[e[0]], e[1]) for e in entries)


#: the programs lowered last, by structure: binding one symbol again must not compile it again
_recent: collections.OrderedDict = collections.OrderedDict()
#: by structure without names: graphs that differ in names only share what has been compiled
_alike: collections.OrderedDict = collections.OrderedDict()
_RECENT_LIMIT = 64


def _kept(store, key, program):
    store[key] = program
    store.move_to_end(key)
    while len(store) > _RECENT_LIMIT:
        store.popitem(last=False)


def alone(program):
    """`program` with nothing compiled, so that its errors name its own operators; None if all that it has compiled is its own."""
    return program.fresh() if program.shares else None


def lower(entries, name="") -> Program:
    """The program of a graph: inputs in list_inputs order, auxiliary states written back.

    Its attribute `graph` is the `Lowered` behind it.
    """
    if hasattr(entries, "_entries"):
        name, entries = name or entries.attr("name") or "group", entries._entries
    order = topo(entries)
    # What lowering and its operators read besides the graph; the settings of calls are a part of the program's own keys.
    ambient = is_np_shape(), config.get("JMX_CHANNELS_LAST")
    key = *_structure(order, entries, True), *ambient
    program = _recent.get(key)
    if program is None:
        graph = Lowered(entries)
        program = Program(
            graph.run,
            name or "graph",
            aux=graph.written,
            needs_key=graph.needs_key,
            needs_train=graph.needs_train,
            needs_platform=graph.needs_platform,
            wide=graph.wide,
            save=not graph.dynamic,
            dynamic=graph.dynamic,
            limit=config.get("JMX_SHAPES_KEPT"),
        )
        program.graph = graph
        if not graph.dynamic:
            bare = *_structure(order, entries, False), *ambient
            twin = _alike.get(bare, program)
            if twin is not program:
                program.share(twin)
            _kept(_alike, bare, twin)
    _kept(_recent, key, program)
    return program
