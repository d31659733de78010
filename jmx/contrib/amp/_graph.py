"""Graphs in mixed precision: casts put where operators' types ask for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import MXNetError
from ...core.declare.dtype import CODES, np_dtype
from ...core.declare.op import find
from ...core.graph.dtypes import Types
from ...core.graph.nodes import Node, topo, variables
from ...core.graph.symbol_json import is_precision_cast

if TYPE_CHECKING:
    from ..._typing import DTypeLike

_SINGLE = np.dtype("float32")


def _suffix(node, index):
    if node.op is None:
        return ""
    if node.op.has_output_names(node.parsed):
        return "_" + node.op.output_names(node.parsed, visible=False)[index]
    return f"_{index}"


def _types_from_first(node, first_dtype):
    """(input types, output types) that a first input of type `first_dtype` leads to; None where nothing follows."""
    alone = Node(node.op, node.name, dict(node.attrs), [(Node(None, str(i)), 0, 0) for i in range(len(node.inputs))])
    count = node.op.num_outputs(node.parsed, visible=False)
    try:
        dtypes = Types([(alone, 0)], {alone.inputs[0][0]: first_dtype}).run().dtype
    except MXNetError:
        return [None] * len(node.inputs), [None] * count
    return [dtypes[n, i] for n, i, _ in alone.inputs], [dtypes[alone, i] for i in range(count)]


class _Caster:
    """One pass over a graph.

    new      old node -> its copy
    single   entry of the old graph -> the entry of the new one that holds it in float32; `low`: in the low type
    """

    def __init__(
        self, target: Any, low: Any, high: Any, widest: Any, conditional: Any, excluded: Any, data: Any, cast_params: Any
    ) -> None:
        self.target, self.low_ops, self.high_ops, self.widest = target, set(low), set(high), set(widest)
        self.conditional, self.excluded, self.data, self.cast_params = conditional, set(excluded), set(data), cast_params
        self.new, self.single, self.low = {}, {}, {}

    def plain(self, entry: Any) -> Any:
        """The counterpart of an old entry, in whatever type it comes."""
        return self.new[entry[0]], entry[1], entry[2]

    def cast(self, entry: Any, dtype: DTypeLike) -> Any:
        """The counterpart of an old entry in the type `dtype`, through a cast that all its users share."""
        known = self.single if dtype == _SINGLE else self.low
        key = entry[0], entry[1]
        if key not in known:
            name = f"{entry[0].name}{_suffix(*key)}_amp_cast_{dtype.name}"
            known[key] = (Node(find("amp_cast"), name, {"dtype": dtype.name}, [self.plain(entry)]), 0, 0)
        return known[key]

    def visit(self, node: Any) -> None:
        copy = node.copy([])
        if node.op is not None:
            copy.inputs = self._inputs(node, copy)
        self.new[node] = copy

    def _note(self, node: Any, copy: Any, dtypes: Any) -> None:
        for i, dtype in enumerate(dtypes):
            if dtype == self.target:
                self.low[node, i] = (copy, i, 0)
            elif dtype == _SINGLE:
                self.single[node, i] = (copy, i, 0)

    def _inputs(self, node: Any, copy: Any) -> Any:
        name, excluded = node.op.name, node.name in self.excluded
        count = node.op.num_outputs(node.parsed, visible=False)
        if name in self.high_ops or excluded:
            self._note(node, copy, [_SINGLE] * count)
            return [
                self.plain(e) if e[0].op is None and (e[0], e[1]) not in self.single else self.cast(e, _SINGLE)
                for e in node.inputs
            ]
        if name in self.low_ops:
            return self._low(node, copy)
        if name in self.widest:
            return self._widest(node, copy, count)
        if any(node.attrs.get(key) in values for key, values in self.conditional.get(name, ())):
            self._note(node, copy, [_SINGLE] * count)
            written = node.mutable_inputs()
            return [self.plain(e) if i in written else self.cast(e, _SINGLE) for i, e in enumerate(node.inputs)]
        if node.inputs:
            first = node.inputs[0][:2]
            if first in self.low or first in self.single:
                dtype = self.target if first in self.low else _SINGLE
                self._note(node, copy, _types_from_first(node, dtype)[1])
        return [self.plain(e) for e in node.inputs]

    def _low(self, node: Any, copy: Any) -> Any:
        in_dtypes, out_dtypes = _types_from_first(node, self.target)
        self._note(node, copy, out_dtypes)
        written = node.mutable_inputs()
        linked = []
        for i, e in enumerate(node.inputs):
            key = e[0], e[1]
            parameter = self.cast_params and e[0].op is None and e[0].name not in self.data
            if key in self.low:
                linked.append(self.low[key])
            elif parameter or i in written or in_dtypes[i] not in (None, self.target):
                linked.append(self.plain(e))
                if self.cast_params and e[0].op is None:
                    self.low[key] = linked[-1]
            else:
                linked.append(self.cast(e, self.target))
        return linked

    def _widest(self, node, copy, count):
        keys = [(e[0], e[1]) for e in node.inputs]
        if any(k not in self.low and k not in self.single for k in keys):
            first = node.inputs[0]
            name = f"{first[0].name}{_suffix(*keys[0])}_amp_multicast"
            cast = Node(find("amp_multicast"), name, {"num_outputs": str(len(keys))}, [self.plain(e) for e in node.inputs])
            return [(cast, i, e[2]) for i, e in enumerate(node.inputs)]
        dtype = _SINGLE if any(k in self.single for k in keys) else self.target
        self._note(node, copy, [dtype] * count)
        return [self.cast(e, dtype) for e in node.inputs]


def convert(
    entries: Any,
    target: Any,
    low: Sequence[str],
    high: Sequence[str],
    widest: Sequence[str],
    conditional: Any,
    excluded: Sequence[str],
    data: Sequence[str],
    cast_params: bool,
) -> Any:
    """The entries of a graph with casts to `target` (a NumPy dtype) and to float32.

    Parameters
    ----------
    low, high, widest : list of str
        Operators by the type they get.
    conditional : dict of str to list of (attribute, values)
    excluded : list of str
        Nodes that stay in float32.
    data : list of str
        Variables that are not parameters; they are float32.
    cast_params : bool
        Let parameters that are only used in the low type be given in it.

    The attribute `__dtype__` holds the type of each parameter.
    """
    caster = _Caster(target, low, high, widest, conditional, excluded, data, cast_params)
    order = topo(entries)
    for node in order:
        caster.visit(node)
    heads = [caster.cast((e[0], e[1], 0), _SINGLE)[:2] for e in entries]
    _set_types(heads, target, data, cast_params)
    return heads


def _set_types(heads, target, data, cast_params):
    order = topo(heads)
    arguments, states = variables(order)
    leaves = [*arguments, *states]
    declared = {n: _SINGLE for n in leaves if n.name in data}
    # Types that the variables declare hold for the graph without casts.
    former = {n: n.attrs.pop("__dtype__") for n in leaves if "__dtype__" in n.attrs}
    known = {n: dtype for (n, i), dtype in Types(heads, declared).run().dtype.items() if n.op is None}
    if cast_params:
        known.update(_only_cast(order, known, target))
    parameters = {n for n in leaves if n.name not in data}
    for node in leaves:
        if node in (parameters or former):
            node.attrs["__dtype__"] = str(CODES[known.get(node) or _SINGLE])
        elif node in former:
            node.attrs["__dtype__"] = former[node]


def _only_cast(order, known, target):
    """Types for variables of unknown type from the casts that use them, where those agree."""
    dtypes, conflicts = {}, set()
    for node in order:
        if not is_precision_cast(node):
            continue
        if not node.op.variadic:
            dtype = np_dtype(node.parsed.dtype)
        elif any(source.op is not None for source, _, _ in node.inputs):
            continue
        else:
            dtype = target
        for source, _, _ in node.inputs:
            if source.op is None and known.get(source) is None and dtypes.setdefault(source, dtype) != dtype:
                conflicts.add(source)
    return {n: dtype for n, dtype in dtypes.items() if n not in conflicts}
