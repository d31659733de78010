"""Element types of a graph's entries from those of some variables: in both directions, by tracing implementations."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from ...base import MXNetError
from ..declare.attrs import coerce
from ..declare.dtype import np_dtype
from . import subgraphs
from .nodes import Node, said_type
from .propagation import Propagation
from .shape_rules import FLOAT, REFUSALS, deduced_types, remembered, trace
from .shapes import Shapes, all_known


class Types(Propagation):
    """Element type inference over one graph; `shapes` are exact shapes of entries where they are known already."""

    def __init__(self, entries, given, shapes=None, order=None) -> None:
        super().__init__(entries, order)
        self.shapes = shapes or {}
        self.dtype: dict[tuple[Node, int], np.dtype | None] = self.values
        for node in self.order:
            if node.op is None:
                dtype = given.get(node)
                if dtype is None and "__dtype__" in node.attrs:
                    dtype = said_type(node)
                self.dtype[node, 0] = dtype
                self.done.add(node)

    @property
    def complete(self) -> bool:
        """True if every element type of the graph is known."""
        return not [dtype for dtype in self.dtype.values() if dtype is None]

    def settled(self) -> bool:
        return self.complete

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
        dtypes = [self.dtype[source] for source in self.sources[node]]
        try:
            inputs, outputs = described.infer_type(dtypes)
        except MXNetError as error:
            # with all types given the user's function has no excuse
            if all(dtype is not None for dtype in dtypes[: len(described.arguments)]):
                raise MXNetError(f"Error in operator {node.name}: {error}") from error
            return
        for entry, dtype in zip([*self.sources[node], *self.results[node]], [*inputs, *outputs]):
            if dtype is not None:
                self._tell(node, self, entry, dtype)

    @staticmethod
    def _tell(node, graph, entry, dtype) -> None:
        """Note in `graph` that `entry` has this element type."""
        old = graph.dtype[entry[:2]]
        if old is not None and dtype is not None and old != dtype:
            raise MXNetError(
                f"Error in operator {node.name}: Type inconsistent, Provided = {old}, inferred type = {dtype} for "
                f"{entry[0].name}. Convert one of them with cast."
            )
        graph.dtype[entry[:2]] = dtype if old is None else old

    def step(self, node) -> None:
        if node.op.graphs:
            self._step_bodies(node)
            return
        if node.op.hosted:
            self._ask_host(node)
            return
        if node.op.traits.types is not None:
            inputs, outputs = node.op.traits.types(node.parsed, [self.dtype[source] for source in self.sources[node]])
            for entry, dtype in zip([*self.sources[node], *self.results[node]], [*inputs, *outputs]):
                self._tell(node, self, entry, None if dtype is None else np.dtype(dtype))
            return
        sources, tied = self.sources[node], self.tied[node]
        dtypes = [self.dtype[s] for s in sources]
        outs = [self.dtype[result] for result in self.results[node]]
        common = next((dtypes[i] for i in tied if dtypes[i] is not None), None)
        for i in tied:
            if dtypes[i] is not None and dtypes[i] != common:
                raise MXNetError(
                    f"Error in operator {node.name}: Incompatible attr in node {node.name} at {i}-th input: expected "
                    f"{common}, got {dtypes[i]} ({sources[i][0].name}). Convert one of them with cast."
                )
        # from behind only as the last resort: the operator is traced twice for it
        if common is None and tied:
            common = self._from_output(node, dtypes, tied, outs[0] if outs else None)
        if common is not None:
            dtypes = [common if i in tied else dtype for i, dtype in enumerate(dtypes)]
        if any(t is None for t in dtypes) and any(t is not None for t in dtypes) and node.op.deduces:
            answer = deduced_types(node, tuple(self.names[node]), tuple(dtypes))
            dtypes = [answer.get(name) if t is None else t for name, t in zip(self.names[node], dtypes)]
        for source, dtype in zip(sources, dtypes):
            self.dtype[source] = dtype
        if all(t is not None for t in outs) and any(t is None for t in dtypes):
            return
        results = self._outputs(node, [t or FLOAT for t in dtypes])
        if any(t is None for t in dtypes):
            # what comes out the same for two guesses does not depend on the types that are missing
            other = self._outputs(node, [t or np.dtype("float16") for t in dtypes])
            results = [a if a == b else None for a, b in zip(results, other)]
        for i, dtype in enumerate(results):
            if dtype is not None:
                if outs[i] is not None and outs[i] != dtype:
                    raise MXNetError(
                        f"Error in operator {node.name}: Type inconsistent, Provided = {outs[i]}, inferred type = "
                        f"{dtype} for output {i} of {node.op.name}."
                    )
                self.dtype[node, i] = dtype

    def _from_output(self, node, dtypes, tied, wanted):
        """The common input type that a known output type proves, or None."""
        if wanted is None:
            return None
        # the output proves something only if another input type would give another one
        other = np.dtype("float16" if wanted != np.dtype("float16") else "float32")
        seen = [self._outputs(node, [t if i in tied else k or FLOAT for i, k in enumerate(dtypes)])[0] for t in (wanted, other)]
        return wanted if seen[0] == wanted and seen[1] == other else None

    def _outputs(self, node, dtypes):
        shapes = [self.shapes.get(source) for source in self.sources[node]]
        if all_known(shapes):
            traced = trace(node, tuple(shapes), tuple(dtypes))
            if not traced.error:
                return [dtype for _, dtype in traced.specs]
        return _output_types(node, tuple(self.names[node]), tuple(self.tied[node]), tuple(dtypes))


def infer(entries, shapes, dtypes, hints=None, order=None):
    """Shapes and element types of all entries of a graph, together.

    Parameters
    ----------
    entries : list of (Node, int)
    shapes : dict of Node to tuple of int
        Of variables, -1 for unknown sizes.
    dtypes : dict of Node to numpy.dtype
        Of variables.
    hints, order
        See `Shapes`.

    Returns
    -------
    (dict, dict)
        From entry to shape, and from entry to element type, None where nothing is known.

    Raises
    ------
    MXNetError
        Shapes or types contradict each other; it names the node.
    """
    inference = Shapes(entries, shapes, dtypes, hints, order).run()
    return inference.shape, types_of(inference, entries, dtypes)


def types_of(inference, entries, dtypes):
    """From entry to element type, for a graph whose `Shapes` have been inferred with the `dtypes` of its variables."""
    if inference.typed:  # every operator was traced with the types that its inputs have: there is nothing to add
        return inference.dtype
    return Types(entries, dtypes, inference.shape, inference.order).run().dtype


def _guesses(node, names):
    """Plausible input shapes, to find out about types where shapes are not known."""
    need = node.op.deduces and node.op.deduces[0]
    # the commonest ranks first, as every wrong guess costs a trace
    for rank in (2, 4, 3, 5, 1, 0):
        # 12 can be divided by 2, 3, 4 and 6: groups and heads fit
        specs = {n: jax.ShapeDtypeStruct((12,) * rank, FLOAT) if not need or n in need else None for n in names}
        try:
            deduced: dict[str, Any] = node.op.deduced(node.parsed, specs) if need else specs
        except REFUSALS:
            continue
        if all(s is not None for s in deduced.values()):
            yield [tuple(s.shape) for s in deduced.values()]
        elif need:
            yield [(12,) * rank if s is None else tuple(s.shape) for s in deduced.values()]


@remembered
def _output_types(node, names, tied, dtypes):
    for shapes in _guesses(node, names):
        traced = trace(node, tuple(shapes), tuple(dtypes))
        if not traced.error:
            return [dtype for _, dtype in traced.specs]
    op, a = node.op, node.parsed
    asked = [coerce(op.schema[n][0], getattr(a, n)) for n in op._dtypes if getattr(a, n) is not None]
    dtype = np_dtype(asked[0]) if asked else dtypes[tied[0]] if tied else dtypes[0] if dtypes else FLOAT
    return [dtype] * op.num_outputs(a, visible=False)
