"""Shapes of a graph's entries from those of some variables.

Each operator says what follows from the shapes of its inputs, or for them (`shape_rules.py`), and `same_shape` operators tie
all shapes together.

Shapes are tuples with -1 for an unknown dimension, or None where not even the rank is known.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...base import MXNetError
from ...util import is_np_shape
from ..declare.dtype import np_dtype
from . import subgraphs
from .nodes import Node, said_type
from .propagation import Propagation
from .shape_rules import FLOAT, PRIMES, REFUSALS, SCALE, TOKENS, between, deduce, deduced_types, stand_ins, trace


class Conflict(Exception):
    """Two shapes for one entry that do not agree."""


def known(shape) -> bool:
    """True if every dimension of `shape` is known."""
    return shape is not None and -1 not in shape


def merge(a: tuple[int, ...] | None, b: tuple[int, ...] | None) -> tuple[int, ...] | Any:
    """What two partly known shapes of one thing say together; raises `Conflict`."""
    if a is None or b is None:
        return b if a is None else a
    if len(a) != len(b) or [x for x, y in zip(a, b) if x != y and x >= 0 and y >= 0]:
        raise Conflict
    return tuple([y if x < 0 else x for x, y in zip(a, b)])


def show(shape) -> str:
    """A shape as messages give it: [2,3], with ? where unknown."""
    return "?" if shape is None else "[" + ",".join("?" if d < 0 else str(d) for d in shape) + "]"


def all_known(shapes) -> bool:
    """True if every dimension of all `shapes` is known."""
    return not [shape for shape in shapes if shape is None or -1 in shape]


def is_open(node) -> bool:
    """Whether a node without inputs leaves dimensions of the array that it makes to those who use the array."""
    return node.op.traits.open_shape is not None and not node.inputs and not known(open_shape(node))


def open_shape(node) -> tuple[int, ...] | None:
    """What is known of the shape that an open node is to make; None if nothing is."""
    return node.op.traits.open_shape.shape(node.parsed, is_np_shape())


class Shapes(Propagation):
    """Shape inference over one graph.

    given    dict from variable node to its shape (partly known allowed)
    dtypes   dict from variable node to element type, where known
    hints    function from a variable's `__shape__` text to a shape
    order    the nodes in the order of `topo`, where the caller has them
    """

    def __init__(self, entries, given, dtypes=None, hints=None, order=None) -> None:
        super().__init__(entries, order)
        self.hints = hints
        #: `| Any`: None where nothing is known yet
        self.shape: dict[tuple[Node, int], tuple[int, ...] | Any] = self.values
        self.dtype: dict[tuple[Node, int], np.dtype] = {}
        #: whether every operator so far was traced with the element types that its inputs are known to have
        self.typed = True
        #: where the shapes of variables came from that were not given
        self.origin: dict[Node, str] = {}
        for node in self.order:
            if node.op is None:
                shape = given.get(node)
                if "__shape__" in node.attrs:
                    shape = self._hinted(node, shape)
                self.shape[node, 0] = shape
                dtype = dtypes.get(node) if dtypes else None
                if dtype is not None or "__dtype__" in node.attrs:
                    self.dtype[node, 0] = said_type(node) if dtype is None else dtype
                self.done.add(node)

    def _hinted(self, node, shape):
        """The shape of a variable of which its attribute `__shape__` may know more than is given."""
        if shape is None:
            self.origin[node] = "is its __shape__"
        if self.hints is None or known(shape):
            return shape
        hint = self.hints(node.attrs["__shape__"])
        try:
            return merge(shape, hint)
        except Conflict:
            return shape

    @property
    def complete(self) -> bool:
        """True if every shape of the graph is known."""
        return all_known(self.shape.values())

    def step(self, node) -> None:
        op = node.op
        if op.graphs:
            self._step_bodies(node)
            return
        if op.traits.open_shape is not None and is_open(node):
            self._step_open(node)
            return
        sources, results = self.sources[node], self.results[node]
        ins, outs = [self.shape[s] for s in sources], [self.shape[r] for r in results]
        if op.hosted:
            ins, outs = self._ask_host(node, sources, ins, outs)
        else:
            if op.same_shape:
                ins, outs = self._unify(node, ins, outs)
            if op.deduces:
                ins = self._deduce(node, ins)
            if op.traits.input_shape is not None and ins[0] is None and outs[0] is not None:
                ins = [op.traits.input_shape(node.parsed, outs[0])]
            if None not in ins:
                ins, outs = self._forward(node, sources, ins, outs)
        for source, shape in zip(sources, ins):
            old = self.shape[source]
            if shape == old:
                continue
            try:
                self.shape[source] = shape if old is None else merge(old, shape)
            except Conflict:
                self._refuse(node, source, old, shape)
            if source[0].op is None and self.shape[source] != old:
                self.origin[source[0]] = f"was inferred at node {node.name}"
        for result, shape in zip(results, outs):
            self.shape[result] = shape
        if node not in self.done and all_known(ins) and all_known(outs):
            self.done.add(node)

    def _ask_host(self, node, sources, ins, outs):
        """What the user's infer_shape says; it may fail as long as shapes are missing."""
        described, self.typed = node.parsed.described, False
        try:
            input_shapes, output_shapes = described.infer_shape(ins)
            _, dtypes = described.infer_type([self.dtype.get(s) for s in sources])
        except MXNetError as error:
            if all_known(ins[: len(described.arguments)]):
                raise MXNetError(f"Error in operator {node.name}: {error}") from error
            return ins, outs
        for i, dtype in enumerate(dtypes):
            if dtype is not None:
                self.dtype.setdefault((node, i), dtype)
        return input_shapes, self._settle(node, outs, output_shapes)

    def _step_bodies(self, node) -> None:
        """Through the bodies of a control flow operator, down and up again."""
        self.typed = False
        outputs: dict[int, list] = {}
        for link, entries, leaves in subgraphs.bodies(node):
            length = self._length(node, link)
            inner = Shapes(
                entries,
                {leaf: self._into(node, *at) for leaf, at in zip(leaves, link.inputs)},
                {leaf: self.dtype.get(node.inputs[p][:2]) for leaf, (p, _) in zip(leaves, link.inputs)},
                self.hints,
            )
            for head, (index, kind) in zip(entries, link.outputs):
                if index is not None:
                    shape = self.shape[node, index]
                    shape = subgraphs.slice_of(shape) if kind == subgraphs.SLICE else shape
                    self._tell(node, inner, head, shape, index)
            try:
                inner.run()
            except MXNetError as error:
                raise MXNetError(f"Error in operator {node.name}: {error}") from None
            for leaf, (position, kind) in zip(leaves, link.inputs):
                source, index, _ = node.inputs[position]
                shape, old = inner.shape[leaf, 0], self.shape[source, index]
                if kind == subgraphs.SLICE:
                    shape = subgraphs.data_of(shape, old, length)
                self._tell(node, self, (source, index), shape, position, "input")
            for head, (index, kind) in zip(entries, link.outputs):
                if index is not None:
                    shape = inner.shape[head[0], head[1]]
                    shape = subgraphs.stack_of(shape, length) if kind == subgraphs.SLICE else shape
                    outputs.setdefault(index, []).append(shape)
                    if head[:2] in inner.dtype:
                        self.dtype.setdefault((node, index), inner.dtype[head[:2]])
        ties = subgraphs.ties(node)
        for position, index in ties:
            outputs[index].append(self.shape[node.inputs[position][:2]])
        varying = {index for index, shapes in outputs.items() if not self._one_shape(node, index, shapes)}
        for position, index in ties:
            if index not in varying:
                self._tell(node, self, node.inputs[position][:2], self.shape[node, index], index)
        sources = [self.shape[n, i] for n, i, _ in node.inputs]
        outs = [self.shape[node, i] for i in range(node.num_outputs())]
        if all(known(s) for s in (*sources, *outs)):
            self.done.add(node)

    def _one_shape(self, node, index, shapes) -> bool:
        """Note the shape of an output that all of `shapes` describe; False where they differ and the operator allows that.

        The branches of cond may, and a while_loop may make its variables grow: such outputs stay unknown, as in MXNet.
        """
        whole = None
        for shape in shapes:
            try:
                whole = merge(whole, shape)
            except Conflict:
                if node.op.traits.control(node.parsed).may_vary:
                    return False
                self._tell(node, self, (node, index), whole, index)
                whole = shape
        self._tell(node, self, (node, index), whole, index)
        return True

    def _into(self, node, position, kind):
        """The shape that a body's input has, given that of the node's input."""
        shape = self.shape[node.inputs[position][:2]]
        return subgraphs.slice_of(shape) if kind == subgraphs.SLICE else shape

    def _length(self, node, link):
        """How many slices there are; -1 where nothing says so."""
        length = -1 if link.length is None else link.length
        sliced = [(node.inputs[p][:2], p) for p, kind in link.inputs if kind == subgraphs.SLICE]
        sliced += [((node, i), i) for i, kind in link.outputs if kind == subgraphs.SLICE]
        for entry, _ in sliced:
            shape = self.shape[entry]
            if shape and shape[0] >= 0:
                if length >= 0 and shape[0] != length:
                    raise MXNetError(
                        f"Error in operator {node.name}: Shape inconsistent, Provided = {show(shape)}, inferred shape="
                        f"{show((length, *shape[1:]))}: all data arrays of a loop have one length along axis 0."
                    )
                length = shape[0]
        return length

    @staticmethod
    def _tell(node, graph, entry, shape, number, what="output") -> None:
        """Note in `graph` that `entry` has this shape."""
        entry = entry[:2]
        try:
            graph.shape[entry] = merge(graph.shape[entry], shape)
        except Conflict:
            raise MXNetError(
                f"Error in operator {node.name}: Shape inconsistent, Provided = {show(graph.shape[entry])}, inferred shape="
                f"{show(shape)} for {what} {number} of {node.op.name}."
            ) from None

    def _step_open(self, node) -> None:
        shape = open_shape(node)
        try:
            self.shape[node, 0] = merge(self.shape[node, 0], shape)
        except Conflict:
            self._fail_output(node, 0, self.shape[node, 0], shape)
        specs, self.typed = trace(node, (), ()).specs, False
        self.dtype.setdefault((node, 0), specs[0][1] if specs else np_dtype(node.parsed.dtype))
        if known(self.shape[node, 0]):
            self.done.add(node)

    @staticmethod
    def _names(node):
        names = node.input_names()
        return [names[i] if i < len(names) else f"arg{i}" for i in range(len(node.inputs))]

    def _origin(self, entry):
        """Where the shape of an entry came from, in words."""
        node = entry[0]
        if node.op is not None:
            return f"is the output of {node.name}"
        return self.origin.get(node, "is given")

    def _refuse(self, node, source, provided, inferred, because=()):
        names = self._names(node)
        position = next(i for i, (n, k, _) in enumerate(node.inputs) if (n, k) == source)
        shapes = [(names[i], self.shape[n, k]) for i, (n, k, _) in enumerate(node.inputs) if names[i] in because]
        follows = " and ".join(f"{name} {show(shape)}" for name, shape in shapes) or "its other inputs and its outputs"
        raise MXNetError(
            f"Error in operator {node.name}: Shape inconsistent, Provided = {show(provided)}, inferred shape="
            f"{show(inferred)} for input {names[position]} ({source[0].name}) of {node.op.name}: {show(provided)} "
            f"{self._origin(source)}, {show(inferred)} follows from {follows}."
        )

    def _unify(self, node, ins, outs):
        every, first = None, 0

        def entry(i):
            if i >= len(ins):
                return "its output as others use it"
            source, index, _ = node.inputs[i]
            return f"{source.name}, which {self._origin((source, index))}"

        for i, shape in enumerate([*ins, *outs]):
            if shape is None or shape == every:
                continue
            if every is None:
                every, first = shape, i
                continue
            try:
                every = merge(every, shape)
            except Conflict:
                what = f"{i}-th input" if i < len(ins) else f"{i - len(ins)}-th output"
                raise MXNetError(
                    f"Error in operator {node.name}: Incompatible attr in node {node.name} at {what}: expected "
                    f"{show(every)}, got {show(shape)}. {show(every)} is that of {entry(first)}; {show(shape)} is that of "
                    f"{entry(i)}. {node.op.name} needs inputs of one shape; broadcast_* operators stretch dimensions of size 1."
                ) from None
        return [every] * len(ins), [every] * len(outs)

    def _deduce(self, node, ins):
        names = self.names[node]
        need, may = node.op.deduces
        shapes = dict(zip(names, ins))
        if [n for n in need if shapes.get(n) is None]:
            return ins
        asked = tuple([(n, shapes[n] if n in need or (n in may and known(shapes[n])) else None) for n in names])
        try:
            answer = deduce(node, asked)
        except REFUSALS as error:
            raise MXNetError(f"Error in operator {node.name}: {error}") from None
        deduced = []
        for source, name, shape in zip(self.sources[node], names, ins):
            new = answer.get(name)
            if new is not None and name not in need:
                try:
                    shape = new if shape is None else merge(shape, new)
                except Conflict:
                    if shape is not None and len(shape) == len(new):
                        self._refuse(node, source, shape, new, need)
            deduced.append(shape)
        return deduced

    def _types(self, node, sources):
        """(types to trace with, whether some are guessed): one for all inputs that must agree, float32 where nothing is known."""
        declared = [self.dtype.get(s) for s in sources]
        tied = self.tied[node]
        common = next(filter(None, [declared[i] for i in tied]), None)
        guessed = bool([s for s in sources if s not in self.dtype])
        dtypes = [(common or FLOAT) if i in tied else dtype or FLOAT for i, dtype in enumerate(declared)]
        self.typed = self.typed and not guessed and dtypes == declared
        return dtypes, guessed and bool(node.op.inputs)

    def _guesses(self, node, sources, dtypes):
        """Other types to trace with.

        Where nothing is known: float32, integers or a floating type of the node for what its rule starts from, and what the
        rule makes of them for the others. Then one floating type for all.
        """
        declared = [self.dtype.get(s) for s in sources]
        floats = [t for t in declared if t is not None and t.kind == "f"]
        names = tuple(self.names[node])
        need = node.op.deduces[0] if node.op.deduces else names
        for guess in (FLOAT, np.dtype("int32"), *floats[:1]):
            filled = [t or guess for t in declared]
            ruled = deduced_types(node, names, tuple(filled)) if node.op.deduces else {}
            yield [
                full if known or name in need else ruled.get(name, guess) for name, known, full in zip(names, declared, filled)
            ]
        if floats:
            yield [FLOAT if t.kind == "f" else t for t in dtypes]

    def _forward(self, node, sources, ins, outs):
        kinds, guessed = self._types(node, sources)
        if not [shape for shape in ins if -1 in shape]:
            traced = trace(node, tuple(ins), tuple(kinds))
            if traced.error and guessed:
                # Shapes do not depend on types: what does not fit may be what was guessed.
                for guess in self._guesses(node, sources, kinds):
                    retry = trace(node, tuple(ins), tuple(guess))
                    if not retry.error:
                        traced = retry
                        break
            if traced.error:
                self.typed = False
                if node.op.dynamic:
                    self.done.add(node)
                    return ins, outs
                self._fail(node, ins, traced.error)
            for result, (_, dtype) in zip(self.results[node], traced.specs):
                self.dtype.setdefault(result, dtype)
            self.done.add(node)
            shapes = [shape for shape, _ in traced.specs]
            return ins, shapes if outs == [None] * len(shapes) else self._settle(node, outs, shapes)
        self.typed = False
        if node.op.traits.waits_for_shapes:
            return ins, outs
        if node.op.traits.solves and known(outs[0]):
            ins = self._reverse(node, ins, outs[0], kinds)
        solved = self._with_stand_ins(node, sources, ins, outs, kinds, guessed)
        return (self._borrow(node, ins, kinds), outs) if solved is None else solved

    def _with_stand_ins(self, node, sources, ins, outs, kinds, guessed):
        """What stand-ins for unknown dimensions say, None where none are accepted."""
        # shapes do not depend on types: what does not fit may be what was guessed
        for given in [kinds, *(self._guesses(node, sources, kinds) if guessed and node.op.deduces else ())]:
            for token in TOKENS:
                traces, names = [], []
                for probe in (0, 1):
                    filled, stands_for = stand_ins(ins, token, probe)
                    traces.append(trace(node, tuple(filled), tuple(given)))
                    names.append(stands_for)
                    if traces[-1].error:
                        break
                else:
                    if not guessed:  # nor do types on shapes
                        for result, (_, dtype) in zip(self.results[node], traces[0].specs):
                            self.dtype.setdefault(result, dtype)
                    return self._solve(node, ins, outs, token, traces, names)
        return None

    @staticmethod
    def _reverse(node, ins, out, kinds):
        """Input shapes with the number for the unknown dimensions, of which each adds its share, that gives `out`."""

        def output(size):
            filled = [tuple(size if d < 0 else d for d in s) for s in ins]
            traced = trace(node, tuple(filled), tuple(kinds))
            return filled, None if traced.error else traced.specs[0][0]

        if node.op.traits.solves == "size":
            size, rest = divmod(math.prod(out), math.prod(d for d in ins[0] if d > 0))
            filled, result = output(size) if ins[0].count(-1) == 1 and size and not rest else (ins, None)
            return filled if result == out else ins
        (_, first), (_, second) = output(SCALE), output(2 * SCALE)
        if first is None or second is None or len(first) != len(out):
            return ins
        for axis, (a, b) in enumerate(zip(first, second)):
            if a != b:
                size, rest = divmod((out[axis] - a) * SCALE, b - a)
                filled, result = output(size + SCALE) if size + SCALE > 0 and not rest else (ins, None)
                return filled if result == out else ins
        return ins

    @staticmethod
    def _borrow(node, ins, kinds):
        """Where no stand-in is accepted: unknown dimensions that must be those of the other inputs, as in a concat."""

        def accepted(shapes):
            return not trace(node, tuple(shapes), tuple(kinds)).error

        filled, open_dims = [list(s) for s in ins], []
        for i, shape in enumerate(ins):
            for k, d in enumerate(shape):
                if d < 0:
                    others = {s[k] for s in ins if len(s) > k and s[k] >= 0}
                    filled[i][k] = others.pop() if len(others) == 1 else SCALE * PRIMES[len(open_dims)]
                    open_dims.append((i, k))
        if not accepted([tuple(s) for s in filled]):
            sizes = {d for s in ins for d in s if d >= 0} if len(open_dims) == 1 else ()
            completed = [[tuple(d if d >= 0 else size for d in s) for s in ins] for size in sizes]
            fitting = [shapes for shapes in completed if accepted(shapes)]  # as the first matrix' columns are the second's rows
            return fitting[0] if len(fitting) == 1 else ins
        settled = [list(s) for s in filled]
        for i, k in open_dims:
            for other in (1, SCALE * PRIMES[-1]):  # a dimension is settled if any other size is refused
                changed = [list(s) for s in filled]
                changed[i][k] = other
                if other != filled[i][k] and accepted([tuple(s) for s in changed]):
                    settled[i][k] = -1
        return [tuple(s) for s in settled]

    def _solve(self, node, ins, outs, token, traces, names):
        first, second = (t.specs for t in traces)
        merged, answers = [], {}
        for i, ((a, _), (b, _)) in enumerate(zip(first, second)):
            shape, ties = between(a, b, names)
            if node.op.traits.cuts:
                shape = tuple(-1 if size < 0 else d for d, size in zip(shape, ins[0]))
            try:
                shape = merge(outs[i], shape)
            except Conflict:
                self._fail_output(node, i, outs[i], shape)
            for axis, key in ties.items():
                if shape[axis] >= 0:
                    answers.setdefault(key, shape[axis])
            merged.append(shape)
        ins = [tuple(answers.get(token(i, k), -1) if d < 0 else d for k, d in enumerate(s)) for i, s in enumerate(ins)]
        return ins, merged

    def _settle(self, node, outs, shapes):
        """The shapes of outputs that were just learned, in agreement with what is known of them."""
        settled = []
        for i, shape in enumerate(shapes):
            before = outs[i] if i < len(outs) else None
            try:
                settled.append(shape if before is None or before == shape else merge(before, shape))
            except Conflict:
                self._fail_output(node, i, before, shape)
        return settled

    def _fail_output(self, node, i, provided, inferred):
        raise MXNetError(
            f"Error in operator {node.name}: Shape inconsistent, Provided = {show(provided)}, inferred shape="
            f"{show(inferred)} for output {i} of {node.op.name}."
        )

    def _fail(self, node, ins, error):
        inputs = ", ".join(f"{n} {show(s)}" for n, s in zip(self._names(node), ins))
        raise MXNetError(f"Error in operator {node.name}: {error} Inputs of {node.op.name}: {inputs or 'none'}.")
