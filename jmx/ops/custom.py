"""The operator `Custom`: users' Python code as a node of graphs.

What it takes and gives, and what it does, is known to the class that the user registered under `op_type`; `jmx.operator`
puts those classes into `CREATORS` and the code that runs them into `CUSTOM.run` and `CUSTOM.replay`. Such code runs on the
calling thread, between the compiled programs of a graph, never inside of one: a callback from a running program would have to
wait for programs of its own while the device's threads wait for it.
"""

import types

import jax
import jax.numpy as jnp
import numpy as np

from ..base import MXNetError
from ..core.op import REGISTRY, REQUIRED, AnyArray, Op, Train

#: op_type -> function of string keywords that makes the description of an operator (see `jmx.operator.Described`)
CREATORS: dict = {}


class HostedOp(Op):
    """An operator whose implementation is not a function of jax arrays.

    run     set by `jmx.operator`: (inputs, attributes, out) -> outputs, on NDArrays and recorded on the tape
    replay  set by `jmx.operator`: (attributes, train, buffers) -> (output buffers, new auxiliary buffers, backward)
    """

    hosted = True

    def __init__(self, fn, names):
        super().__init__(fn, names, dynamic=True, count="op_type")
        self.fn, self.writes = _on_buffers, True
        self.run = self.replay = None

    def parse(self, raw):
        attrs = {k: str(v) for k, v in raw.items() if not (k.startswith("__") and k.endswith("__"))}
        op_type = attrs.pop("op_type", "")
        if not op_type:
            raise MXNetError("Required argument `op_type` is missing: name the operator as registered by mx.operator.register.")
        if op_type not in CREATORS:
            raise MXNetError(
                f"Cannot find custom operator {op_type}: register its CustomOpProp with mx.operator.register({op_type!r}) "
                f"first. Registered are: {', '.join(sorted(CREATORS)) or 'none'}."
            )
        return types.SimpleNamespace(op_type=op_type, described=CREATORS[op_type](attrs))

    def present(self, a):
        return [*a.described.arguments, *a.described.states]

    def input_names(self, a, attrs):
        """Names of the arguments and auxiliary states."""
        return self.present(a)

    def output_names(self, a, visible=True):
        return list(a.described.outputs)

    def num_outputs(self, a, visible=True):
        return len(a.described.outputs)

    def aux_indices(self, a, bodies=()):
        first = len(a.described.arguments)
        return tuple(range(first, first + len(a.described.states)))

    def wide(self, a):
        return False

    def infer(self, a, specs, train=False):
        shapes, kinds = [tuple(s.shape) for s in specs], [np.dtype(s.dtype) for s in specs]
        _, outs = a.described.infer_shape(shapes)
        _, made = a.described.infer_type(kinds)
        first = len(a.described.arguments)
        return tuple(jax.ShapeDtypeStruct(s, k) for s, k in zip(outs, made)), tuple(specs[first:])


def _custom(*data: AnyArray, op_type: str = REQUIRED, train: Train):
    """An operator written in Python: a CustomOp that was registered under the name `op_type`.

    data       its arguments, then its auxiliary states
    op_type    the name given to mx.operator.register

    Further keywords reach the registered CustomOpProp as strings.
    """


def _on_buffers(*data, op_type, described, train):
    """The operator as a differentiable function of concrete buffers: for the bodies of control flow, run step by step."""
    made = types.SimpleNamespace(op_type=op_type, described=described)
    first = len(described.arguments)

    @jax.custom_vjp
    def call(*arrays):
        outs, states, _ = CUSTOM.replay(made, train, arrays)
        return tuple(outs), tuple(states)

    def forward(*arrays):
        outs, states, backward = CUSTOM.replay(made, train, arrays)
        return (tuple(outs), tuple(states)), _Kept(backward, arrays)

    def backward(kept, cotangents):
        grads = kept.call(cotangents[0])
        full = [g if jnp.issubdtype(a.dtype, jnp.inexact) else np.zeros(a.shape, jax.dtypes.float0)
                for g, a in zip(grads, kept.arrays)]
        rest = [jnp.zeros_like(a) if jnp.issubdtype(a.dtype, jnp.inexact) else np.zeros(a.shape, jax.dtypes.float0)
                for a in kept.arrays[first:]]
        return (*full, *rest)

    call.defvjp(forward, backward)
    return call(*data)


class _Kept:
    """What backward needs, as a pytree without leaves: it is never inside a compiled program."""

    def __init__(self, call, arrays):
        self.call, self.arrays = call, arrays


jax.tree_util.register_pytree_node(_Kept, lambda k: ((), k), lambda k, _: k)

CUSTOM = HostedOp(_custom, ("Custom",))
REGISTRY["Custom"] = CUSTOM
