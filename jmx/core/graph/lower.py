"""A symbol graph as one pure function on jax arrays: what executors and hybridized blocks compile."""

from __future__ import annotations

import collections
import copy
import functools
import operator
import os.path
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax.core import Tracer

from ... import config
from ...base import MXNetError
from ..declare import integers
from ..declare.op import Varies
from ..numpy_tier import check_alone, check_results, search
from ..run.dispatch import BoundOp, bind_op, floats
from ..run.program import Program, Source
from ..run.repeated import Repeated
from . import by_steps, kept_weights, passes
from .nodes import Node, topo
from .passes import Call, Settings, fuse, layout
from .shapes import is_open
from .subgraphs import bodies

_REFUSED = (TypeError, ValueError, IndexError, ZeroDivisionError, OverflowError, MemoryError)


class GraphNodeCall(Call):
    """One operator of a lowered graph.

    seed      number by which its random numbers differ from those of the graph's other operators
    changes   attributes that a pass has changed
    """

    __slots__ = (
        "node",
        "bodies",
        "bound",
        "scalars",
        "sources",
        "writes",
        "seed",
        "open",
        "makes_integers",
        "flat_integers",
        "changes",
    )

    def __init__(self, node, place, seed) -> None:
        self.node = node
        self.bodies = tuple(Lowered(entries) for _, entries, _ in bodies(node)) if node.op.graphs else ()
        if self.bodies:
            self.bound, self.scalars = BoundOp(node.op, node.parsed, self.bodies), ()
        elif node.op.hosted:
            self.bound, self.scalars = BoundOp(node.op, node.parsed), ()
        else:
            # `words` only where there is something to leave out
            own = node.attrs if len(node.attrs) == len(node.options) else node.words()
            self.bound, self.scalars = bind_op(node.op, own)
        self.sources = [(place[source], index) for source, index, _ in node.inputs]
        self.writes = [(i, p if p < 0 else None) for i in self.bound.program.aux for p in [self.sources[i][0]]]
        self.seed, self.changes = seed, {}
        self.open = node.op.traits.open_shape is not None and is_open(node)
        makes = node.op.traits.makes_integers
        self.makes_integers = makes is not None and makes(node.parsed)
        self.flat_integers = node.op.traits.flat_integers

    def __call__(self, train, platform, key, arrays, shift=0, repeated=None) -> tuple[Any, ...]:
        """(all outputs, new values of the inputs it overwrites) on jax arrays; errors name the node.

        `shift` makes it draw the random numbers of the step so far behind it. `repeated` is the `Repeated` of the program that is
        being traced.
        """
        bound, scalars = self.bound, self.scalars
        if key is not None and bound.program.needs_key:
            key = jax.random.fold_in(key, self.seed + shift)
        # whole numbers stay exact beside integers
        if scalars and (not arrays or jnp.issubdtype(arrays[0].dtype, jnp.floating)):
            scalars = tuple(map(floats, scalars))
        try:
            if self.node.op.same_shape:
                self._check(arrays)
            # only after the whole graph was found to make something too large: it traces every operator once more
            if search.on:
                check_alone(self.node.name, functools.partial(bound.program.fn, train, platform, key, scalars), *arrays)
            if repeated is None:
                outs, new = bound.program.fn(train, platform, key, scalars, *arrays)
            else:

                def function(key, *arrays):
                    return bound.program.fn(train, platform, key, scalars, *arrays)

                outs, new = repeated(self, function, key if bound.program.needs_key else None, *arrays)
            check_results(self.node.name, outs)
            return outs, new
        except MXNetError as error:
            prefix = f"Error in operator {self.node.name}: "
            text = str(error)
            if text.startswith(prefix):
                raise
            error_class = Varies if isinstance(error, Varies) else MXNetError
            # the node's name in place of the operator's, as MXNet's messages have it
            raise error_class(prefix + text.removeprefix(f"Error in operator {self.node.op.name}: ")) from error
        except _REFUSED as error:
            inputs = ", ".join(f"{tuple(a.shape)} {a.dtype}" for a in arrays)
            text = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise MXNetError(
                f"Error in operator {self.node.name}: {text} Inputs of {self.node.op.name}: {inputs or 'none'}."
            ) from error

    def with_attrs(self, changes) -> GraphNodeCall:
        """The same call with some attributes changed."""
        if not changes:
            return self
        call = copy.copy(self)
        call.changes = {**self.changes, **{name: str(value) for name, value in changes.items()}}
        call.bound, call.scalars = bind_op(self.node.op, {**self.node.words(), **self.changes, **changes})
        # the changes have closed its shape
        call.open = False
        return call

    def _check(self, arrays) -> None:
        # not by a set: sizes of a program for any size are told apart by `==` alone
        if any(a.shape != arrays[0].shape for a in arrays):
            shapes = ", ".join(str(tuple(a.shape)) for a in arrays)
            raise MXNetError(
                f"Error in operator {self.node.name}: Incompatible shapes {shapes}; {self.node.op.name} needs inputs of one "
                "shape."
            )


def _with_integers(step, train, platform, key, inputs):
    """A step's results, the integers among them with floating numbers for the gradients that pass through them."""
    outs, new = step(train, platform, key, [integers.value_of(x) for x in inputs])
    if step.flat_integers:
        return outs, new
    # operators with tied inputs need the constants beside them in the same type
    types = {x.value.dtype: x.floats.dtype for x in inputs if type(x) is integers.IntegersWithGradient}
    floating = []
    for x in inputs:
        if type(x) is integers.IntegersWithGradient:
            floating.append(x.for_gradient())
        else:
            floating.append(x.astype(types[x.dtype]) if x.dtype in types else x)
    try:
        with integers.in_floating_point():
            floating_outs, _ = step(train, platform, key, floating)
    except MXNetError:
        return outs, new  # an operator that takes integers only has no gradient of them
    results: list = []
    for out, floating_out in zip(outs, floating_outs):
        if not jnp.issubdtype(floating_out.dtype, jnp.floating):
            results.append(out)
        elif integers.is_integral(out.dtype):
            results.append(integers.IntegersWithGradient(out, floating_out))
        else:
            results.append(integers.with_derivative_of(floating_out, out))
    return results, new


class Lowered:
    """A graph ready to run: its steps in order and where everything comes from.

    inputs    variable nodes, in list_inputs order
    written   positions among them of those that operators overwrite
    steps     one `GraphNodeCall` per operator that the outputs depend on
    heads     places of the outputs
    dynamic   whether some operator's output shape depends on values, so that the graph cannot be compiled as a whole
    images    how many operators want images with channels last on CPU
    weights   positions among the inputs of those that operators can copy to a layout of their own
    parameters    positions of those that stay from call to call in inference, as far as operators say so (`Traits.parameters`)
    moving    by position, the variables that are moving averages: (number of the step, factor of the old value or None) of each
              step that changes them
    ones      by position, the variables that steps set to one: the numbers of these steps
    hosted    whether some operator is the user's Python
    left_out  names of the passes that are left out because they, or what they made of this graph, failed
    """

    left_out: frozenset[str] = frozenset()
    name = "graph"

    def __init__(self, entries, order=None, first=0, settings=None) -> None:
        """`order` are the nodes in the order in which they run (default: `topo`); `first` numbers the first operator.

        `settings` are those of the passes (default: the present ones).
        """
        order = topo(entries) if order is None else order
        self.inputs = [n for n in order if n.op is None]
        place = {n: -1 - i for i, n in enumerate(self.inputs)}
        self.steps = []
        for node in order:
            if node.op is not None:
                self.steps.append(GraphNodeCall(node, place, first + len(self.steps)))
                place[node] = len(self.steps) - 1
        self.written = tuple(sorted({-1 - p for s in self.steps for _, p in s.writes if p is not None}))
        self.moving = self._moving()
        self.ones = self._ones()
        self._reached: dict = {}
        self.heads = [(place[e[0]], e[1]) for e in entries]
        self.entries, self.settings = entries, settings or Settings.read()
        self.open = any(map(operator.attrgetter("open"), self.steps))
        programs = [s.bound.program for s in self.steps]
        self.hosted = any(step.node.op.hosted for step in self.steps)
        self.dynamic = any(map(operator.attrgetter("dynamic"), programs))
        self.images = layout.profiting(self.steps)
        weights = [fuse.weight_of(self.steps, call) for call in self.steps]
        # a weight that is written has another value, and so another copy, in every call
        self.weights = tuple(sorted({-1 - place for place in weights if place is not None} - set(self.written)))
        self.parameters = self._parameters()
        #: what the passes have made of the graph, and for which facts it has been written to files
        self.prepared: dict = {}
        self.dumped: set = set()
        self.needs_key = any(map(operator.attrgetter("needs_key"), programs))
        self.needs_train = any(map(operator.attrgetter("needs_train"), programs))
        self.needs_platform = bool(self.images) or any(map(operator.attrgetter("needs_platform"), programs))
        self.wide = any(map(operator.attrgetter("wide"), programs))

    def _moving(self):
        changes: dict = {}
        for number, step in enumerate(self.steps):
            for i, place in step.writes:
                if place is not None:
                    changes.setdefault(-1 - place, []).append((number, step.bound.program.moving.get(i)))
        return {
            position: tuple([(number, moves[0][1]) for number, moves in calls])
            for position, calls in changes.items()
            # where one of the steps writes by another rule, what a backward pass adds cannot be told apart
            if all(moves for _, moves in calls)
        }

    def _parameters(self):
        # data are what the outputs depend on in another way than through operators' parameters
        data = {place for place, _ in self.heads}
        for number in range(len(self.steps) - 1, -1, -1):
            if number in data:
                step = self.steps[number]
                learned = step.node.op.learned_indices(step.node.parsed)
                data.update(place for i, (place, _) in enumerate(step.sources) if i not in learned)
        return tuple(sorted({i for i in range(len(self.inputs)) if -1 - i not in data}.union(self.weights)))

    def _ones(self):
        setters: dict = {}
        for number, step in enumerate(self.steps):
            for i in step.bound.program.ones:
                if step.sources[i][0] < 0:
                    setters.setdefault(-1 - step.sources[i][0], []).append(number)
        return {position: tuple(numbers) for position, numbers in setters.items()}

    def reached(self, mask) -> set[int]:
        """The numbers of the steps that the gradients of the variables at the positions `mask`, a frozenset, pass."""
        numbers = self._reached.get(mask)
        if numbers is None:
            numbers = set()
            for number, step in enumerate(self.steps):
                if any(place in numbers if place >= 0 else -1 - place in mask for place, _ in step.sources):
                    if not step.node.op.traits.gives_no_gradient(step.node.parsed):
                        numbers.add(number)
            self._reached[mask] = numbers
        return numbers

    def run(self, train, platform, key, scalars, *arrays, pack=False, per_call=False, mask=None) -> Any:
        """The pure function: (outputs, new values of the inputs at `written`, None for what stays as it is).

        With `pack` operators copy their weights in calls of their own. With `per_call` the new value of a moving average that
        several steps change is a tuple: what each makes of the value at first. With `mask` the pullback in the inputs at these
        positions comes as well (`by_steps`), or None in place of all where JAX has to differentiate the whole graph.
        """
        self._check_count(arrays)
        # what fails on symbols is no pass's fault
        symbolic = any(type(size) is not int for a in arrays for size in a.shape)

        def run(left_out):
            refused: frozenset = frozenset()
            # again without the loop that failed: only tracing shows whether its blocks have equal shapes
            while True:
                facts = passes.Facts(self, platform, arrays, refused, bool(train), pack, left_out)
                graph = passes.prepare(self, facts)
                try:
                    repeated = graph._repeated(arrays, facts.shapes_at_hand)
                    if mask is not None:
                        if not by_steps.differentiable(graph, arrays, mask):
                            return None
                        return by_steps.differentiate(graph, train, platform, key, arrays, mask, repeated)
                    return graph.execute(train, platform, key, arrays, repeated=repeated, per_call=per_call)
                except passes.BlocksDiffer as error:
                    refused |= {error.start}

        return run(self.left_out) if symbolic else passes.run_without_faulty(self, run)

    def _repeated(self, arrays, shapes):
        """The `Repeated` of the steps if a program is being traced, else None; `shapes` are those of the values, by node."""
        # NumPy's tier and monitors gain nothing by jitted functions of their own
        if not any(isinstance(a, Tracer) for a in arrays):
            return None
        kinds = {}
        for step in self.steps:
            if step.node is not None:
                inputs = tuple([shapes.get((source, index)) for source, index, _ in step.node.inputs])
                # types as well, since 2 == 2.0
                kinds[step] = step.bound, step.scalars, tuple(map(type, step.scalars)), inputs
        return Repeated(kinds)

    def execute(self, train, platform, key, arrays, after=None, repeated=None, per_call=False) -> tuple[Any, ...]:
        """Run every step as it stands, without passes; `after(step, inputs, outputs)` is called after each.

        `repeated` is what `_repeated` returns for this graph; `per_call` as for `run`.
        """
        given = integers.given()
        if given is not None:
            with integers.integers_and_floats():
                both = [integers.IntegersWithGradient(given[i], a) if i in given else a for i, a in enumerate(arrays)]
                return self._execute(train, platform, key, both, after, repeated, per_call, integers.floats_of)
        return self._execute(train, platform, key, arrays, after, repeated, per_call, integers.value_of)

    def _execute(self, train, platform, key, arrays, after, repeated, per_call, shown):
        state, results = list(arrays), []
        made: dict = {-1 - i: [] for i, calls in self.moving.items() if len(calls) > 1} if per_call else {}
        tracks_integers = integers.tracks_integers()
        for step in self.steps:
            inputs = [state[-1 - p] if p < 0 else results[p][i] for p, i in step.sources]
            if tracks_integers and (step.makes_integers or any(type(x) is integers.IntegersWithGradient for x in inputs)):
                outs, new = _with_integers(step, train, platform, key, inputs)
            else:
                outs, new = step(train, platform, key, inputs, repeated=repeated)
            for (_, variable), value in zip(step.writes, new):
                if variable in made:
                    made[variable].append(value)
                elif variable is not None:
                    state[-1 - variable] = value
            results.append(outs)
            if after is not None:
                after(step, inputs, outs)
        outputs = tuple([shown(state[-1 - p] if p < 0 else results[p][i]) for p, i in self.heads])
        for variable, values in made.items():
            state[-1 - variable] = tuple(values)
        return outputs, tuple([None if state[i] is arrays[i] else state[i] for i in self.written])

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

    def rewritten(self, steps, heads) -> Lowered:
        """The same graph with other steps and heads."""
        graph = object.__new__(Lowered)
        # `prepared` and `dumped` too are those of the former graph: one graph has one set
        vars(graph).update(vars(self))
        graph.steps, graph.heads = steps, heads
        graph.open = any(map(operator.attrgetter("open"), steps))
        return graph

    def append(self, node, sources) -> int:
        """Append a call of `node` on the values at `sources`; returns its number."""
        place = {source: number for (source, _, _), (number, _) in zip(node.inputs, sources)}
        self.steps.append(GraphNodeCall(node, place, len(self.steps)))
        return len(self.steps) - 1

    def part(self, first, last) -> tuple[Lowered, list[tuple[int, int]], list[tuple[int, int]]]:
        """The steps `first` .. `last - 1` as a graph of their own.

        Returns
        -------
        (Lowered, list, list)
            The graph; the places of this graph that are its inputs; those that its outputs stand for.
        """
        steps = self.steps[first:last]
        # dictionaries for their order: equal graphs must give equal parts
        needed = dict.fromkeys(p for s in self.steps[last:] for p in s.sources) | dict.fromkeys(self.heads)
        reads = list(dict.fromkeys(p for s in steps for p in s.sources if p[0] < first))
        gives = [p for p in needed if first <= p[0] < last]
        variables = {}
        for place, index in reads:
            node = self.inputs[-1 - place] if place < 0 else Node(None, f"{self.steps[place].node.name}_output{index}")
            variables[place, index] = (node, 0)
        calls: dict = {}
        for number, step in enumerate(steps, first):
            inputs = [variables[p] if p in variables else (calls[p[0]], p[1]) for p in step.sources]
            calls[number] = step.node.copy([(*entry, 0) for entry in inputs])
        order = [*(node for node, _ in variables.values()), *calls.values()]
        # numbered from `first` on, so that no two operators of the whole graph have one seed
        graph = Lowered([(calls[number], index) for number, index in gives], order, first, self.settings)
        # what a control flow operator overwrites of an earlier call's output is no variable
        graph.written = tuple(i for i in graph.written if reads[i][0] < 0)
        graph.moving = {i: calls for i, calls in graph.moving.items() if i in graph.written}
        return graph, reads, gives


def _structure(order, entries):
    """(a key that graphs share if they compute the same, the names of their nodes)"""
    place = {node: i for i, node in enumerate(order)}
    nodes, names = [], []
    for node in order:
        inner = [_structure(topo(graph), graph) for graph in node.graphs]
        sources = tuple([(place[source], index) for source, index, _ in node.inputs])
        nodes.append((node.op, node.options if node.op else None, sources, tuple([structure for structure, _ in inner])))
        names.append((node.name, tuple([inner_names for _, inner_names in inner])))
    return (tuple(nodes), tuple([(place[entry[0]], entry[1]) for entry in entries])), tuple(names)


#: the programs lowered last, by structure: binding one symbol again must not compile it again
_recent: collections.OrderedDict = collections.OrderedDict()
#: by structure without names: graphs that differ in names only share what has been compiled
_by_structure: collections.OrderedDict = collections.OrderedDict()
_RECENT_LIMIT = 64


def alone(program) -> Program | None:
    """`program` with nothing compiled, so that its errors name its own operators; None if all that it has compiled is its own."""
    return program.fresh() if program.shares else None


class GraphSource(Source):
    """A lowered graph: what its calls make of its program."""

    def __init__(self, graph: Lowered, name: str) -> None:
        super().__init__(name, save=not graph.dynamic)
        self.graph, self.aux, self.wide, self.dynamic = graph, graph.written, graph.wide, graph.dynamic
        self.needs_key, self.needs_train, self.needs_platform = graph.needs_key, graph.needs_train, graph.needs_platform
        self.limit = config.get("JMX_SHAPES_KEPT")
        self.moving, self.ones = graph.moving, graph.ones
        self.any_size = all(step.bound.program.source.any_size and not step.node.op.hosted for step in graph.steps)
        if any(len(calls) > 1 for calls in graph.moving.values()):
            self.per_call = functools.partial(graph.run, per_call=True)
        self.title = _common_prefix([step.node.name for step in graph.steps]) or name

    def reached(self, mask: frozenset) -> Any:
        """The numbers of the calls that the gradients of the inputs at the positions `mask` pass."""
        return self.graph.reached(mask)

    def jit(self, program: Program, name: str, platform: str | None) -> Callable[..., Any]:
        """What compiles the program in inference: `kept_weights.jit` where something of parameters may be kept."""
        return (
            functools.partial(kept_weights.jit, program, name, platform)
            if self.graph.parameters
            else super().jit(program, name, platform)
        )


def program_of(graph, name) -> Program:
    """The program of a `Lowered`, which is its attribute `graph`."""
    graph.name = name
    return Program(graph.run, GraphSource(graph, name))


def _common_prefix(names):
    """What names have in common before a `_`: that of a block of Gluon, whose operators begin with its name."""
    return os.path.commonprefix(names).rpartition("_")[0].rstrip("_")


def lower(entries, order=None) -> Program:
    """The program of a graph: inputs in list_inputs order, auxiliary states written back.

    Its attribute `graph` is the `Lowered` behind it. `order` are the nodes in the order of `topo`, where the caller has them.
    """
    if order is None:
        order = topo(entries)
    # part of the key: a graph that is bound again under other settings is another program
    settings = Settings.read()
    structure, names = _structure(order, entries)
    key = settings, structure, names
    program = _recent.get(key)
    if program is None:
        graph = Lowered(entries, order, settings=settings)
        heads = {entry[0] for entry in entries}
        program = program_of(graph, heads.pop().name if len(heads) == 1 else "group")
        # a dynamic graph runs in segments, which have programs of their own
        if not graph.dynamic:
            bare = settings, structure
            equal = _by_structure.get(bare, program)
            if equal is not program:
                program.share(equal)
            _by_structure[bare] = equal
            _by_structure.move_to_end(bare)
    _recent[key] = program
    _recent.move_to_end(key)
    # a loop that builds ever new symbols must not keep all their programs
    for programs in (_by_structure, _recent):
        while len(programs) > _RECENT_LIMIT:
            programs.popitem(last=False)
    return program
