"""Running users' operators: on NDArrays, recorded on the tape as one node each."""

from __future__ import annotations

import operator
import types
from typing import Any

import numpy as np

from .. import autograd
from .._errors.tracebacks import told
from ..base import MXNetError
from ..context import current_context
from ..core.declare.dtype import code_of, np_dtype
from ..core.run import tape
from ..core.run.program import Source
from ..core.run.storage import ArrayBase, place, wrap
from ..ndarray import NDArray, zeros
from ..ops.custom import CUSTOM


def guarded(what, call, *args):
    """`call(*args)`; what it raises becomes an MXNetError that holds the traceback."""
    try:
        return call(*args)
    except Exception as error:
        raise MXNetError(f"Error in {what}: {told(error)}") from error


class Described:
    """What a CustomOpProp declares of its operator.

    arguments, outputs, states   names
    attrs                        what a node in a graph declares of it
    needed                       the numbers that declare_backward_dependency returned: gradients of outputs come first,
                                 then arguments, then outputs
    numpy                        whether the operator computes with arrays of `mx.np`
    """

    def __init__(self, op_type, prop_class, kwargs, numpy=False) -> None:
        self.op_type, self.attrs, self.numpy = op_type, {"op_type": op_type, **kwargs}, numpy
        self.prop = prop = guarded(op_type, lambda: prop_class(**kwargs))
        self.arguments, self.outputs, self.states = (
            guarded(f"{op_type}.{name}", lambda method: list(method() or ()), getattr(prop, name))
            for name in ("list_arguments", "list_outputs", "list_auxiliary_states")
        )
        ins, outs = len(self.arguments), len(self.outputs)
        numbers = range(outs), range(outs, outs + ins), range(outs + ins, 2 * outs + ins)
        needed = prop.declare_backward_dependency
        self.needed = guarded(f"{op_type}.declare_backward_dependency", lambda: frozenset(needed(*map(list, numbers))))

    def _inferred(self, what, known):
        """The lists (arguments, outputs, states) that the method `what`, an infer_*, returns; MXNetError if they do not fit."""
        lists = guarded(f"{self.op_type}.{what}", lambda: list(map(list, getattr(self.prop, what)(known))))
        if len(lists) == 2:
            lists.append([])
        wanted = (("input", self.arguments), ("output", self.outputs), ("aux state", self.states))
        if len(lists) != 3:
            raise MXNetError(f"Error in {self.op_type}.{what}: it must return 2 or 3 lists, got {len(lists)}.")
        for (role, names), values in zip(wanted, lists):
            if len(values) != len(names):
                raise MXNetError(
                    f"Error in {self.op_type}.{what}: expecting {len(names)} entries in returned {role} values, got "
                    f"{len(values)}."
                )
        return lists

    def infer_shape(self, shapes) -> tuple[Any, ...]:
        """(shapes of arguments and states, of outputs) from those of the inputs; None or -1 where unknown."""
        known = [[] if s is None else list(s) for s in shapes[: len(self.arguments)]]
        ins, outs, states = self._inferred("infer_shape", known)
        return guarded(
            f"{self.op_type}.infer_shape",
            lambda: ([_shape(s, k) for s, k in zip([*ins, *states], shapes)], [_shape(s, ()) for s in outs]),
        )

    def infer_type(self, dtypes) -> Any:
        """(element types of arguments and states, of outputs) from those of the inputs; None where unknown."""
        known = [None if t is None else np.dtype(t).type for t in dtypes[: len(self.arguments)]]
        ins, outs, states = self._inferred("infer_type", known)
        groups = (*ins, *states), outs
        of_type = f"{self.op_type}.infer_type"
        return guarded(of_type, lambda: tuple([None if t is None else np_dtype(t) for t in group] for group in groups))

    def storage_types(self, stypes):
        """(storage types of arguments and states, of outputs)."""
        ins, outs, states = self._inferred("infer_storage_type", list(stypes[: len(self.arguments)]))
        return [*ins, *states], outs

    def create(self, ctx, inputs):
        """The CustomOp for inputs like these arrays."""
        shapes, codes = [list(a.shape) for a in inputs], [code_of(a.dtype) for a in inputs]
        return guarded(f"{self.op_type}.create_operator", self.prop.create_operator, ctx, shapes, codes)


def _shape(shape, known):
    """A shape as users return it; one that stays empty is unknown, unless the input is known to have no dimensions."""
    shape = tuple(map(operator.index, shape))
    return shape if shape or known == () else None


def _seen(arrays, numpy):
    """The arrays as the operator's code gets them: of the class it was written for, over the same memory."""
    return [a.as_np_ndarray() if numpy else a.as_nd_ndarray() if a._numpy else a for a in arrays]


class Call:
    """One run of an operator forward, and what its backward needs."""

    def __init__(self, described, inputs, ctx, operator=None) -> None:
        count = len(described.arguments)
        expected = [*described.arguments, *described.states]
        if len(inputs) != len(expected):
            raise MXNetError(
                f"Error in operator Custom({described.op_type}): {len(inputs)} inputs given; expected {len(expected)}: "
                f"{', '.join(expected) or 'none'}."
            )
        self.described, self.ctx = described, ctx
        # the same memory without a place in a recorded graph
        self.arguments, self.aux = [a.detach() for a in inputs[:count]], [a.detach() for a in inputs[count:]]
        shapes = [tuple(a.shape) for a in inputs]
        inferred, self.shapes = described.infer_shape(shapes)
        for name, mine, theirs in zip(expected, shapes, inferred):
            if theirs is not None and theirs != mine:
                raise MXNetError(
                    f"Error in operator Custom({described.op_type}): {name} has shape {mine}, its infer_shape says {theirs}."
                )
        dtypes = [np.dtype(a.dtype) for a in inputs]
        inferred, self.dtypes = described.infer_type(dtypes)
        for name, mine, theirs in zip(expected, dtypes, inferred):
            if theirs is not None and theirs != mine:
                raise MXNetError(
                    f"Error in operator Custom({described.op_type}): {name} has type {mine}, its infer_type says {theirs}."
                )
        sparse = any(a.stype != "default" for a in inputs)
        self.stypes = described.storage_types([a.stype for a in inputs])[1] if sparse else None
        self.operator = described.create(ctx, inputs) if operator is None else operator
        self.outputs = []

    def _empty(self, shape, dtype, stype="default"):
        return zeros(shape, self.ctx, dtype) if stype == "default" else zeros(shape, self.ctx, dtype, stype=stype)

    def _seen(self, arrays):
        return _seen(arrays, self.described.numpy)

    def forward(self, train) -> list[NDArray]:
        """The outputs, as arrays of their own; auxiliary states are written in place."""
        stypes = self.stypes or ["default"] * len(self.shapes)
        self.outputs = [self._empty(*description) for description in zip(self.shapes, self.dtypes, stypes)]
        with autograd.pause(train), self.ctx:
            guarded(
                f"CustomOp.forward of {self.described.op_type}",
                lambda: self.operator.forward(
                    is_train=train,
                    req=["write"] * len(self.outputs),
                    in_data=self._seen(self.arguments),
                    out_data=self._seen(self.outputs),
                    aux=self._seen(self.aux),
                ),
            )
        return self.outputs

    def backward(self, out_grads, wanted) -> list[NDArray]:
        """Gradients of the arguments at the positions `wanted` from those of the outputs (None for zeros)."""
        described, count, n_out = self.described, len(self.arguments), len(self.outputs)
        absent = wrap(place(np.zeros(0, np.float32), self.ctx), self.ctx, NDArray)

        def if_needed(first, arrays):
            return self._seen([a if first + i in described.needed else absent for i, a in enumerate(arrays)])

        heads = [self._empty(o.shape, o.dtype) if g is None else g for g, o in zip(out_grads, self.outputs)]
        stypes = self._gradient_types(heads)
        grads = [self._empty(a.shape, a.dtype, s) for a, s in zip(self.arguments, stypes)]
        with autograd.pause(autograd.is_training()), self.ctx:
            guarded(
                f"CustomOp.backward of {described.op_type}",
                lambda: self.operator.backward(
                    req=["write" if i in wanted else "null" for i in range(count)],
                    out_grad=if_needed(0, heads),
                    in_data=if_needed(n_out, self.arguments),
                    out_data=if_needed(n_out + count, self.outputs),
                    in_grad=self._seen(grads),
                    aux=self._seen(self.aux),
                ),
            )
        return [grads[i] for i in wanted]

    def _gradient_types(self, heads):
        if not self.stypes:
            return ["default"] * len(self.arguments)
        ins, outs, states = ([a.stype for a in group] for group in (self.arguments, self.outputs, self.aux))
        stypes = [h.stype for h in heads], ins, outs, ["undefined"] * len(ins), states
        infer = self.described.prop.infer_storage_type_backward
        return guarded(f"{self.described.op_type}.infer_storage_type_backward", infer, *stypes)[3]


def run(inputs, described, out=None, ctx=None, operator=None, cls=None):
    """Run an operator on NDArrays (arguments, then states), recorded where autograd records.

    Parameters
    ----------
    inputs : list of NDArray
    described : Described
    out : list of NDArray, optional
        Where to write the outputs.
    ctx : Context, optional
        Of an operator without inputs.
    operator : CustomOp, optional
        The one of a former run to go on with.

    Returns
    -------
    (list of NDArray, CustomOp)
    """
    if not isinstance(described, Described):
        return described.call(inputs), None
    ctx = inputs[0].ctx if inputs else ctx or current_context()
    recording = autograd.is_recording()
    call = Call(described, inputs, ctx, operator)
    outs = call.forward(autograd.is_training())
    outs = [wrap(o._data(), ctx, cls or NDArray) if o.stype == "default" else o for o in outs]
    count = len(described.arguments)
    parents = [(i, a._entry) for i, a in enumerate(inputs[:count]) if a._entry is not None and not a._entry[0].freed]
    if out is not None:
        for target, value in zip(out, outs):
            value.copyto(target)
        outs = list(out)
    if recording and parents:
        _record(call, outs, parents)
    return outs, call.operator


def _record(call, outs, parents):
    wanted = [i for i, _ in parents]

    def pull(cts):
        heads = [None if c is None else wrap(c, call.ctx, NDArray) for c in cts]
        grads = call.backward(heads, wanted)
        return [g._parts if g.stype == "row_sparse" else g.tostype("default")._data() for g in grads]

    inputs = [a._data() if a.stype == "default" else a._parts for a in (*call.arguments, *call.aux)]
    # how the recorded call is written into a graph
    spelled = types.SimpleNamespace(source=Source("Custom", to_graph_calls=lambda scalars: [("Custom", call.described.attrs)]))
    node = tape.GivenNode(f"Custom({call.described.op_type})", parents, pull, None, len(outs), (spelled, inputs, ()))
    for i, o in enumerate(outs):
        o._entry = (node, i)


def invoke(inputs, kwargs, out, cls=None) -> Any:
    """What `mx.nd.Custom` does: inputs by position, and by the names of arguments and states among `kwargs`."""
    arrays = {k: v for k, v in kwargs.items() if isinstance(v, ArrayBase)}
    attrs = {k: v for k, v in kwargs.items() if k not in arrays and k != "ctx"}
    described = CUSTOM.parse(attrs).described
    expected = [*described.arguments, *described.states]
    for name in expected[len(inputs) :]:
        if name in arrays:
            inputs = [*inputs, arrays.pop(name)]
    if arrays:
        raise MXNetError(
            f"Error in operator Custom({described.op_type}): it has no input {', '.join(arrays)}; its inputs are "
            f"{', '.join(expected)}."
        )
    several = out is None or isinstance(out, (list, tuple))
    outs, _ = run(list(inputs), described, out if several else [out], kwargs.get("ctx"), cls=cls)
    return outs[0] if len(outs) == 1 else outs


def replay(described, train, buffers):
    """(output buffers, new state buffers) of one run on jax arrays."""
    ctx = current_context()
    arrays = [wrap(b, ctx, NDArray) for b in buffers]
    if not isinstance(described, Described):
        with autograd.pause(bool(train)):
            return tuple(o._data() for o in described.call(arrays)), ()
    call = Call(described, arrays, ctx)
    return tuple(o._data() for o in call.forward(bool(train))), tuple(s._data() for s in call.aux)


CUSTOM.run, CUSTOM.invoke, CUSTOM.replay = run, invoke, replay
