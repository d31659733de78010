"""Executors over sparse arrays: the graph runs operator by operator, so that every result has its storage type.

How many rows or elements a sparse result stores is known only when it is there; a compiled program of the whole graph would
have to make everything dense. Gradients come from the tape.
"""

from __future__ import annotations

from . import autograd
from .core.dispatch import invoke, wrap
from .core.graph import plain, topo, variables
from .ndarray.buffers import _recast

_STYPES = {"0": "default", "1": "row_sparse", "2": "csr"}
#: operators that give sparse results from dense arrays
_MAKERS = ("cast_storage",)
#: operators whose gradient has the storage type of their input
_KEEPERS = frozenset("""abs sign round rint ceil floor trunc fix square sqrt cbrt expm1 log1p sin tan arcsin arctan degrees
radians sinh tanh arcsinh arctanh relu negative BlockGrad make_loss _copy _mul_scalar _div_scalar _sparse_retain clip
elemwise_add elemwise_sub add_n""".split())


def involves(symbol, arrays):
    """Whether an executor of `symbol` over `arrays` (None among them) has anything to do with sparse storage."""
    if any(a is not None and a.stype != "default" for a in arrays):
        return True
    return any(n.op is not None and n.op.name in _MAKERS for n in topo(symbol._entries))


def storage_types(symbol, stype_dict):
    """{variable node: storage type}, as given by `stype_dict` (by name) or by the variable itself."""
    given = stype_dict or {}
    order = topo(symbol._entries)
    return {
        n: given.get(n.name) or _STYPES.get(str(n.attrs.get("__storage_type__", "0")), "default")
        for group in variables(order) for n in group
    }


def gradient_types(symbol, stypes):
    """{variable node: storage type of its gradient}: sparse where every operator that reads it makes it so."""
    found: dict = {}
    for node in topo(symbol._entries):
        if node.op is None:
            continue
        for position, (source, _, _) in enumerate(node.inputs):
            if source.op is None:
                found.setdefault(source, set()).add(_gradient_type(node, position, stypes))
    return {n: kinds.pop() if len(kinds) == 1 else "default" for n, kinds in found.items()}


def _gradient_type(node, position, stypes):
    name, attrs = node.op.name, node.parsed
    own = stypes.get(node.inputs[position][0], "default")
    if name in ("Embedding", "_contrib_SparseEmbedding"):
        sparse = name != "Embedding" or attrs.sparse_grad
        return "row_sparse" if position == 1 and sparse else "default"
    if name == "dot":
        if position == 0:
            return "default"
        by_csr = stypes.get(node.inputs[0][0]) == "csr" and not attrs.transpose_a and not attrs.transpose_b
        return "row_sparse" if by_csr else "default"
    if name == "cast_storage":
        return attrs.stype
    return own if name in _KEEPERS else "default"


class SparseRun:
    """The last pass of an executor: `outputs` as they are, and how to differentiate them."""

    def __init__(self, executor):
        self.executor = executor
        self.outputs = []
        self.recorded = False

    def forward(self, train):
        """Compute the outputs; recorded if `train` and gradients are wanted. Auxiliary states are overwritten."""
        executor = self.executor
        graph = executor._program.graph
        bound = [arrays[i] for arrays, i in executor._slots]
        # marks of its own: the arrays may be variables of the user's
        leaves = [_recast(a, type(a)) if a._view is None else a._alias(0, a.shape) for a in bound]
        self.recorded = bool(train and executor._wanted)
        with autograd.record(train) if self.recorded else autograd.pause(train):
            if self.recorded:
                for place, i in executor._wanted:
                    autograd.mark_variables(
                        [leaves[place]], [executor.grad_arrays[i]], executor._requests[i]
                    )
            values = [a.as_in_context(executor._ctx) for a in leaves]
            made = []
            for step in graph.steps:
                inputs = [values[-1 - place] if place < 0 else made[place][index] for place, index in step.sources]
                result = invoke(step.node.op, inputs, plain(step.node.attrs))
                made.append(result if isinstance(result, list) else [result])
            self.outputs = [values[-1 - place] if place < 0 else made[place][index] for place, index in graph.heads]
        self.leaves = leaves
        for place in executor._program.aux:
            if values[place] is not leaves[place]:
                values[place].copyto(bound[place])
        return self.outputs

    def backward(self, heads, train):
        """Write or add the gradients of the arguments; `heads` are buffers, None for ones."""
        executor = self.executor
        if not self.recorded:
            self.forward(True)
        reached = [(o, h) for o, h in zip(self.outputs, heads) if o._entry is not None]
        for place, _ in executor._wanted:
            self.leaves[place]._entry[0].fresh = False
        if reached:
            outputs, given = zip(*reached)
            given = [None if h is None else wrap(h, executor._ctx) for h in given]
            autograd.backward(list(outputs), given, retain_graph=True, train_mode=train)
        for place, i in executor._wanted:
            leaf = self.leaves[place]._entry[0]
            if not leaf.fresh and executor._requests[i] == "write":
                grad = executor.grad_arrays[i]
                invoke("zeros_like", [grad], None, grad)
