"""The operator `Custom`: users' Python code as a node of graphs.

What it takes and gives, and what it does, is known to the class that the user registered under `op_type`; `jmx.operator`
puts those classes into `CREATORS` and the code that runs them into `CUSTOM`. Such code runs on the
calling thread, between the compiled programs of a graph, never inside of one: a callback from a running program would have to
wait for programs of its own while the device's threads wait for it.
"""

import types
from typing import Any

import jax
import numpy as np

from .._errors.wording import did_you_mean
from ..base import MXNetError
from ..core.declare.op import REGISTRY, REQUIRED, AnyArray, Op, Train

#: op_type -> function of string keywords that makes the description of an operator (see `jmx.operator.Described`)
CREATORS: dict = {}


class HostedOp(Op):
    """An operator whose implementation is not a function of jax arrays.

    run     set by `jmx.operator`: the outputs and the CustomOp for inputs and a description, recorded on the tape
    invoke  set by `jmx.operator`: what `mx.nd.Custom` does
    replay  set by `jmx.operator`: (description, train, buffers) -> (output buffers, new auxiliary buffers)
    """

    hosted = True

    def __init__(self, fn, names) -> None:
        super().__init__(fn, names, dynamic=True, count="op_type", input_names=lambda a, attrs: self.present(a))
        self.fn, self.writes = _on_buffers, True
        self.run = self.replay = None
        self.invoke = lambda inputs, kwargs, out, cls: self.parse(kwargs)  # nothing is registered yet: it says so

    def parse(self, raw):
        attrs = {k: str(v) for k, v in raw.items() if not (k.startswith("__") and k.endswith("__"))}
        op_type = attrs.pop("op_type", "")
        if not op_type:
            raise MXNetError("Required argument `op_type` is missing: name the operator as registered by mx.operator.register.")
        if op_type not in CREATORS:
            raise MXNetError(
                f"Cannot find custom operator {op_type}: register its CustomOpProp with mx.operator.register({op_type!r}) "
                f"first. Registered are: {', '.join(sorted(CREATORS)) or 'none'}.{did_you_mean(op_type, CREATORS)}"
            )
        return types.SimpleNamespace(op_type=op_type, described=CREATORS[op_type](attrs))

    def present(self, a) -> list[str]:
        return [*a.described.arguments, *a.described.states]

    def output_names(self, a, visible=True) -> list[str]:
        return list(a.described.outputs)

    def num_outputs(self, a, visible=True) -> int:
        return len(a.described.outputs)

    def aux_indices(self, a, bodies=()) -> Any:
        first = len(a.described.arguments)
        return tuple(range(first, first + len(a.described.states)))

    def wide(self, a) -> bool:
        return False

    def infer(self, a, specs, train=False):
        shapes, dtypes = [tuple(s.shape) for s in specs], [np.dtype(s.dtype) for s in specs]
        _, out_shapes = a.described.infer_shape(shapes)
        _, out_dtypes = a.described.infer_type(dtypes)
        first = len(a.described.arguments)
        return tuple(map(jax.ShapeDtypeStruct, out_shapes, out_dtypes)), tuple(specs[first:])


def _custom(*data: AnyArray, op_type: str = REQUIRED, train: Train):
    """An operator written in Python: a CustomOp that was registered under the name `op_type`.

    data       its arguments, then its auxiliary states
    op_type    the name given to mx.operator.register

    Further keywords reach the registered CustomOpProp as strings.

    Examples
    --------
    >>> class Double(mx.operator.CustomOp):
    ...     def forward(self, is_train, req, in_data, out_data, aux):
    ...         self.assign(out_data[0], req[0], in_data[0] * 2)
    >>> @mx.operator.register("double_of_it")
    ... class DoubleProp(mx.operator.CustomOpProp):
    ...     def create_operator(self, ctx, in_shapes, in_dtypes):
    ...         return Double()
    >>> nd.Custom(nd.array([1, 2]), op_type="double_of_it")
    [2. 4.]
    <NDArray 2 @cpu(0)>
    """


def _on_buffers(*data, op_type, described, train):
    """(outputs, auxiliary states) of one run on jax arrays: for whoever goes through a graph's steps without a tape."""
    if any(isinstance(x, jax.core.Tracer) for x in data):
        raise MXNetError(
            f"Operator Custom({op_type}) runs Python code, which cannot be a part of a compiled or differentiated function."
        )
    return CUSTOM.replay(described, train, data)


CUSTOM = HostedOp(_custom, ("Custom", "_npi_Custom"))
REGISTRY.update(dict.fromkeys(CUSTOM.names, CUSTOM))
