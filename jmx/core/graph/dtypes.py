"""Element types of a graph's entries from those of some variables: in both directions, by tracing implementations."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from ...base import MXNetError
from ..declare.attrs import coerce
from ..declare.dtype import np_dtype
from . import subgraphs
from .nodes import Node, topo
from .shapes import _FLOAT, REFUSALS, _identity, _input_names, _remember, _rule_inputs, _tied, _trace, known


class Types:
    """Element type inference over one graph; `shapes` are exact shapes of entries where they are known already."""

    def __init__(self, entries, given, shapes=None) -> None:
        self.order = topo(entries)
        self.shapes = shapes or {}
        self.dtype: dict[tuple[Node, int], np.dtype | None] = {}
        for node in self.order:
            if node.op is None:
                kind = given.get(node)
                if kind is None and "__dtype__" in node.attrs:
                    kind = np_dtype(node.attrs["__dtype__"])
                self.dtype[node, 0] = kind
            else:
                for i in range(node.op.num_outputs(node.parsed, visible=False)):
                    self.dtype[node, i] = None

    def run(self):
        """Infer until nothing new is found. Raises MXNetError naming the node whose types contradict."""
        before = None
        forth = False
        while True:
            forth = not forth
            for node in self.order if forth else reversed(self.order):
                if node.op is not None:
                    self._step(node)
            state = list(self.dtype.values())
            if state == before or self.complete:
                return self
            before = state

    @property
    def complete(self) -> bool:
        """True if every element type of the graph is known."""
        return all(t is not None for t in self.dtype.values())

    def _step_bodies(self, node) -> None:
        """Through the bodies of a control flow operator, down and up again."""
        for link, entries, leaves in subgraphs.bodies(node):
            inner = Types(entries, {leaf: self.dtype[node.inputs[p][:2]] for leaf, (p, _) in zip(leaves, link.inputs)})
            for head, (index, _) in zip(entries, link.outputs):
                if index is not None:
                    self._tell(node, inner, head, self.dtype[node, index])
            try:
                inner.run()
            except MXNetError as error:
                raise MXNetError(f"Error in operator {node.name}: {error}") from None
            for leaf, (position, _) in zip(leaves, link.inputs):
                self._tell(node, self, node.inputs[position], inner.dtype[leaf, 0])
            for head, (index, _) in zip(entries, link.outputs):
                if index is not None:
                    self._tell(node, self, (node, index), inner.dtype[head[:2]])
        for position, index in subgraphs.ties(node):
            self._tell(node, self, node.inputs[position], self.dtype[node, index])
            self._tell(node, self, (node, index), self.dtype[node.inputs[position][:2]])

    def _ask_host(self, node) -> None:
        """What the user's infer_type says; it may fail as long as types are missing."""
        described = node.parsed.described
        kinds = [self.dtype[n, i] for n, i, _ in node.inputs]
        try:
            found, made = described.infer_type(kinds)
        except MXNetError as error:
            if all(k is not None for k in kinds[: len(described.arguments)]):
                raise MXNetError(f"Error in operator {node.name}: {error}") from error
            return
        for entry, kind in zip(node.inputs, found):
            if kind is not None:
                self._tell(node, self, entry, kind)
        for i, kind in enumerate(made):
            if kind is not None:
                self._tell(node, self, (node, i), kind)

    @staticmethod
    def _tell(node, graph, entry, kind) -> None:
        """Note in `graph` that `entry` has this element type."""
        old = graph.dtype[entry[:2]]
        if old is not None and kind is not None and old != kind:
            raise MXNetError(
                f"Error in operator {node.name}: Type inconsistent, Provided = {old}, inferred type = {kind} for "
                f"{entry[0].name}. Convert one of them with cast."
            )
        graph.dtype[entry[:2]] = kind if old is None else old

    def _step(self, node) -> None:
        if node.op.graphs:
            self._step_bodies(node)
            return
        if node.op.hosted:
            self._ask_host(node)
            return
        sources = [(n, i) for n, i, _ in node.inputs]
        kinds = [self.dtype[s] for s in sources]
        n_out = node.op.num_outputs(node.parsed, visible=False)
        outs = [self.dtype[node, i] for i in range(n_out)]
        tied = _tied(node)
        common = next((kinds[i] for i in tied if kinds[i] is not None), None)
        for i in tied:
            if kinds[i] is not None and kinds[i] != common:
                raise MXNetError(
                    f"Error in operator {node.name}: Incompatible attr in node {node.name} at {i}-th input: expected "
                    f"{common}, got {kinds[i]} ({sources[i][0].name}). Convert one of them with cast."
                )
        if common is None and tied:
            common = self._from_output(node, kinds, tied, outs[0] if outs else None)
        if common is not None:
            kinds = [common if i in tied else k for i, k in enumerate(kinds)]
        if any(k is None for k in kinds) and any(k is not None for k in kinds):
            kinds = self._deduce(node, kinds)
        for source, kind in zip(sources, kinds):
            self.dtype[source] = kind
        if all(t is not None for t in outs) and any(k is None for k in kinds):
            return
        made = self._outputs(node, [k or _FLOAT for k in kinds])
        if any(k is None for k in kinds):
            other = self._outputs(node, [k or np.dtype("float16") for k in kinds])
            made = [a if a == b else None for a, b in zip(made, other)]
        for i, kind in enumerate(made):
            if kind is not None:
                if outs[i] is not None and outs[i] != kind:
                    raise MXNetError(
                        f"Error in operator {node.name}: Type inconsistent, Provided = {outs[i]}, inferred type = "
                        f"{kind} for output {i} of {node.op.name}."
                    )
                self.dtype[node, i] = kind

    def _from_output(self, node, kinds, tied, wanted):
        """The common input type that a known output type proves, or None."""
        if wanted is None:
            return None
        other = np.dtype("float16" if wanted != np.dtype("float16") else "float32")
        seen = [self._outputs(node, [t if i in tied else k or _FLOAT for i, k in enumerate(kinds)])[0] for t in (wanted, other)]
        return wanted if seen[0] == wanted and seen[1] == other else None

    def _deduce(self, node, kinds):
        op = node.op
        if op._deduce is None:
            return kinds
        names = _input_names(node)
        key = ("types", *_identity(node), tuple(kinds))
        found = _remember(key, lambda: _deduced_types(op, node, names, kinds))
        return [found.get(n) if k is None else k for n, k in zip(names, kinds)]

    def _outputs(self, node, kinds):
        shapes = [self.shapes.get((n, i)) for n, i, _ in node.inputs]
        if all(known(s) for s in shapes):
            trace = _trace(node, shapes, kinds)
            if not trace.error:
                return [t for _, t in trace.specs]
        return _remember(("outputs", *_identity(node), tuple(kinds)), lambda: _output_types(node, kinds))


def _guesses(node):
    """Plausible input shapes, to find out about types where shapes are not known."""
    op = node.op
    names = _input_names(node)
    need, _ = _rule_inputs(op)
    for rank in (2, 4, 3, 5, 1, 0):
        specs = {n: jax.ShapeDtypeStruct((12,) * rank, _FLOAT) if not need or n in need else None for n in names}
        try:
            found: dict[str, Any] = op.deduced(node.parsed, specs) if need else specs
        except REFUSALS:
            continue
        if all(s is not None for s in found.values()):
            yield [tuple(s.shape) for s in found.values()]
        elif need:
            yield [(12,) * rank if s is None else tuple(s.shape) for s in found.values()]


def _output_types(node, kinds):
    for shapes in _guesses(node):
        trace = _trace(node, shapes, kinds)
        if not trace.error:
            return [t for _, t in trace.specs]
    op, a = node.op, node.parsed
    asked = [coerce(op.schema[n][0], getattr(a, n)) for n in op._dtypes if getattr(a, n) is not None]
    tied = _tied(node)
    kind = np_dtype(asked[0]) if asked else kinds[tied[0]] if tied else kinds[0] if kinds else _FLOAT
    return [kind] * op.num_outputs(a, visible=False)


def _deduced_types(op, node, names, kinds):
    need, _ = _rule_inputs(op)
    if any(kinds[names.index(n)] is None for n in need if n in names):
        return {}
    for rank in (2, 4, 3, 5, 1):
        specs = {n: jax.ShapeDtypeStruct((12,) * rank, k) if n in need and k is not None else None for n, k in zip(names, kinds)}
        try:
            found = op.deduced(node.parsed, specs)
        except REFUSALS:
            continue
        return {n: np.dtype(s.dtype) for n, s in found.items() if s is not None}
    return {}
