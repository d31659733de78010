"""Binding symbols to arrays: what `Symbol.bind` and `Symbol.simple_bind` do."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..base import MXNetError
from ..context import Context
from ..core.declare.dtype import np_dtype
from ..core.graph.differentiable import refuse_undifferentiable
from ..core.graph.dtypes import Types, infer, types_of
from ..core.graph.nodes import topo, variables
from ..core.graph.shape_rules import FLOAT
from ..core.graph.shapes import Shapes, all_known, known, show
from ..core.numpy_tier import on_device
from ..core.run.storage import wrap
from ..execution.segments import contexts
from ..execution.sparse import gradient_types, storage_types
from ..ndarray import NDArray, zeros
from ..symbol import _inference
from . import Executor
from ._arrays import Bound, resized

REQUESTS = {"null": 0, "write": 1, "add": 3}  # MXNet's numbers, which it shows in its message


def _arrays(what: str, given: Any, names: list[str], allow_missing: bool) -> list[Any]:
    """Arrays in the order of `names` from a list or dict; raises TypeError or ValueError."""
    wrong = TypeError("Only accept list of NDArrays or dict of str to NDArray")
    if isinstance(given, (list, tuple)):
        if len(given) != len(names):
            raise ValueError(
                f"Length of {what} does not match the number of arguments: {len(given)} given, expected {len(names)}: "
                f"{', '.join(names)}"
            )
        arrays = list(given)
    elif isinstance(given, dict):
        missing = [n for n in names if n not in given]
        if missing and not allow_missing:
            raise ValueError(f"key `{missing[0]}` is missing in `{what}`")
        arrays = [given.get(n) for n in names]
    else:
        raise wrong
    for array in arrays:
        if not isinstance(array, NDArray) and not (array is None and allow_missing):
            raise wrong
    return arrays


def bind(symbol, ctx, args, args_grad, grad_req, aux_states, group2ctx, shared_exec) -> Executor:
    """See `Symbol.bind`."""
    if not isinstance(ctx, Context):
        raise TypeError(f"Context type error: got {type(ctx).__name__}")
    names = symbol.list_arguments()
    if len(set(names)) < len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        raise MXNetError(
            f"several inputs of the symbol have the same name: {', '.join(twice)}. Names of variables must be unique: make each "
            "variable once and use it several times."
        )
    args = _arrays("args", args, names, False)
    grads = None if args_grad is None else _arrays("args_grad", args_grad, names, True)
    states = _arrays("aux_states", [] if aux_states is None else aux_states, symbol.list_auxiliary_states(), False)
    requests = _requests(grad_req, names)
    # with `group2ctx` arrays lie where their group is
    if not group2ctx:
        for what, arrays in (("Input", args), ("Gradient", grads or ())):
            elsewhere = next((a.ctx for a in arrays if a is not None and a.ctx != ctx), None)
            if elsewhere is not None:
                kind = "arguments" if what == "Input" else "gradients"
                raise MXNetError(
                    f"{what} array is in {elsewhere} while binding with ctx={ctx}. All {kind} must be in global context ({ctx}) "
                    "unless group2ctx is specified for cross-device graph."
                )
    if any(g is not None and r != "null" for g, r in zip(grads or (), requests)):
        refuse_undifferentiable(symbol._entries)
    order = topo(symbol._entries)
    arguments, auxiliary = variables(order)
    bound = dict(zip([*arguments, *auxiliary], [*args, *states]))
    shapes, dtypes = {n: a.shape for n, a in bound.items()}, {n: np_dtype(a.dtype) for n, a in bound.items()}
    # for its errors: shapes that do not fit are refused when the symbol is bound, as in MXNet, not in the first pass
    infer(symbol._entries, shapes, dtypes, _inference.hint, order)
    for name, array, grad in zip(names, args, grads or ()):
        if grad is not None and grad.shape != array.shape:
            raise MXNetError(f"The gradient array of {name} has shape {grad.shape}, the argument {array.shape}.")
    return Executor(Bound(args, grads, requests, states, order), symbol, ctx, grad_req, group2ctx)


def _requests(grad_req, names):
    if isinstance(grad_req, str):
        if grad_req not in REQUESTS:
            raise ValueError(f"grad_req must be in {REQUESTS}, got {grad_req!r}")
        return [grad_req] * len(names)
    if isinstance(grad_req, (list, tuple)):
        requests = [*grad_req, *["null"] * len(names)][: len(names)]
    else:
        requests = [grad_req.get(n, "null") for n in names]
    for request in requests:
        if request not in REQUESTS:
            raise KeyError(request)
    return requests


def simple_bind(
    symbol, ctx, grad_req, type_dict, stype_dict, group2ctx, shared_arg_names, shared_exec, shared_buffer, shapes
) -> Executor:
    """See `Symbol.simple_bind`."""
    if not isinstance(ctx, Context):
        raise AttributeError(f"{type(ctx).__name__!r} object has no attribute 'device_typeid': ctx must be a Context")
    if isinstance(grad_req, (list, dict)) and not grad_req:
        raise RuntimeError(f"grad_req in simple_bind cannot be an empty {type(grad_req).__name__}")
    if shared_arg_names is not None and not isinstance(shared_arg_names, list):
        raise ValueError("shared_arg_names in simple_bind must be a list or None")
    if shared_buffer is not None and not isinstance(shared_buffer, dict):
        raise ValueError("shared_buffer in simple_bind must be dict or None")
    try:
        return _allocate(
            symbol, ctx, grad_req, type_dict, stype_dict, group2ctx, shared_arg_names, shared_exec, shared_buffer, shapes
        )
    # MXNet's `simple_bind` raises RuntimeError for every failure
    except MXNetError as error:
        given = "".join(f"{k}: {v}\n" for k, v in shapes.items())
        raise RuntimeError(f"simple_bind error. Arguments:\n{given}{error}") from error


def _allocate(symbol, ctx, grad_req, type_dict, stype_dict, group2ctx, shared_arg_names, shared_exec, shared_buffer, shapes):
    order = topo(symbol._entries)
    arguments, auxiliary = variables(order)
    names = [n.name for n in arguments]
    if len(set(names)) != len(names):
        raise MXNetError(f"Duplicate names detected, {names}: simple_bind needs arguments of different names.")
    requests = _simple_requests(grad_req, names)
    # an operator without a gradient is no fault where no gradient is wanted
    if set(requests) - {"null"}:
        refuse_undifferentiable(symbol._entries, order)
    leaves = [*arguments, *auxiliary]
    stypes = storage_types(leaves, stype_dict)
    grad_stypes = gradient_types(order, stypes)
    node_shapes, node_dtypes = _inferred(symbol, order, arguments, leaves, type_dict, shapes)
    where = contexts(order, ctx, group2ctx) if group2ctx else dict.fromkeys(leaves, ctx)
    shared: set[str] = set(shared_arg_names or ())
    allocator = _Allocator(node_shapes, node_dtypes, where, shared, shared_buffer)
    wanted = [n for n, request in zip(arguments, requests) if request != "null"]
    # all other executors, nearly all, take the short way: a network has hundreds of arrays
    if shared or shared_buffer is not None or {*stypes.values(), *grad_stypes.values()} - {"default"}:
        lender = shared_exec if shared else None
        args = [allocator.array(n, n.name, lender.arg_dict if lender else {}, stypes) for n in arguments]
        grads_lent = lender.grad_dict if lender else {}
        grads_of = {n: allocator.array(n, f"grad of {n.name}", grads_lent, grad_stypes) for n in wanted}
    else:
        args, grads_of = allocator.fresh(arguments), dict(zip(wanted, allocator.fresh(wanted)))
    grads = [grads_of.get(n) for n in arguments]
    states = []
    for n in auxiliary:
        other = shared_exec.aux_dict.get(n.name) if shared_exec is not None else None
        fits = other is not None and (other.shape, other.dtype, other.ctx) == (node_shapes[n], node_dtypes[n], where[n])
        states.append(other if fits else allocator.fresh([n])[0])
    return Executor(Bound(args, grads, requests, states, order), symbol, ctx, grad_req, group2ctx)


class _Allocator:
    """Makes the arrays of variables: zeros, or memory that another executor or a buffer shares.

    shapes, dtypes, where   by variable, the shape, the element type and the context
    shared_names            names of arguments that are taken from another executor
    shared_buffer           None, or arrays by label that the others are taken from; it gets those that are made
    """

    def __init__(self, shapes: Any, dtypes: Any, where: Any, shared_names: set[str], shared_buffer: Any) -> None:
        self.shapes, self.dtypes, self.where = shapes, dtypes, where
        self.shared_names, self.shared_buffer = shared_names, shared_buffer
        self._zeros: dict[tuple, Any] = {}

    def fresh(self, nodes: Any) -> list[NDArray]:
        """Arrays of zeros for `nodes`. All of one kind start from the same buffer, which nothing writes to: values replace it."""
        arrays, last = [], None
        device: Any = None
        for node in nodes:
            shape, dtype, ctx = self.shapes[node], self.dtypes[node], self.where[node]
            # `Context.device` looks the device up, which would be done for every variable
            if ctx is not last:
                last, device = ctx, ctx.device
            buf = self._zeros.get((shape, dtype, device))
            if buf is None:
                buf = self._zeros[shape, dtype, device] = on_device(np.zeros(shape, dtype), device)
            arrays.append(wrap(buf, ctx))
        return arrays

    def array(self, node: Any, label: str, lent: Any, stypes: Any) -> Any:
        """The array of a variable: that of `lent`, the other executor's by name, if it is shared, or else a new one."""
        shape, dtype, stype = self.shapes[node], self.dtypes[node], stypes.get(node, "default")
        other = lent.get(node.name) if node.name in self.shared_names else None
        fits = other is not None and other.stype == stype and other.shape == shape and other.dtype == dtype
        if fits:
            return other
        if stype != "default":
            return zeros(shape, self.where[node], dtype, stype=stype)
        # never a new array in silence: the two executors would no longer train the same weights
        if other is not None:
            raise MXNetError(
                f"{node.name} is a shared argument: the other executor has {show(other.shape)} {other.dtype.__name__}, "
                f"this one needs {show(shape)} {dtype.name}"
            )
        if self.shared_buffer is not None and node.name not in self.shared_names:
            return self._from_buffer(node, label)
        return self.fresh([node])[0]

    def _from_buffer(self, node: Any, label: str) -> Any:
        """The first elements of the buffer's array if there is a large enough one, or else a new array, which it gets."""
        lent, shape = self.shared_buffer.get(label), self.shapes[node]
        if lent is not None and lent.dtype == self.dtypes[node] and lent.size >= math.prod(shape):
            return resized(lent, shape)
        self.shared_buffer[label] = self.fresh([node])[0]
        return self.shared_buffer[label]


def _ruled(order):
    """The variables whose types follow from those of other inputs, by the `deduce` rules of the operators that read them."""
    ruled, free = set(), set()
    for node in order:
        if node.op is not None:
            need = node.op.deduces[0] if node.op.deduces else None
            for name, (source, *_) in zip(node.input_names(), node.inputs):
                (free if need is None or name in need else ruled).add(source)
    return ruled - free


def _inferred(symbol, order, arguments, leaves, type_dict, shapes):
    """({variable: shape}, {variable: element type}) as they follow from the shapes and types that are given by name."""
    known_shapes = {n: _inference.inner(shapes[n.name]) for n in leaves if isinstance(shapes.get(n.name), (tuple, list))}
    if type_dict is None:
        dtypes = {n: FLOAT for n in arguments if "__dtype__" not in n.attrs}
    else:
        dtypes = {n: np_dtype(type_dict[n.name]) for n in leaves if type_dict.get(n.name) is not None}
    try:
        inference = Shapes(symbol._entries, known_shapes, dtypes, _inference.hint, order).run()
    except MXNetError:
        if type_dict is not None:
            raise
        # An operator may refuse float32 for an input whose type its rule knows: lengths are integers.
        ruled = _ruled(order)
        dtypes = {n: dtype for n, dtype in dtypes.items() if n not in ruled}
        inference = Shapes(symbol._entries, known_shapes, dtypes, _inference.hint, order).run()
    inferred = inference.shape
    if not all_known([inferred[n, 0] for n in leaves]):
        unknown = [f"{n.name}: {show(inferred[n, 0])}" for n in leaves if not known(inferred[n, 0])]
        strangers = sorted(set(shapes) - {n.name for n in leaves})
        raise MXNetError(
            "InferShape pass cannot decide shapes for the following arguments (-1 means unknown dimensions). Please "
            f"consider providing them as inputs:\n{', '.join(unknown)}"
            + (f"\nShapes were given for {', '.join(strangers)}, which the symbol does not have." if strangers else "")
        )
    try:
        inferred_types = types_of(inference, symbol._entries, dtypes)
    except MXNetError:
        if type_dict is not None:
            raise
        # The types of parameters may follow from those of the data, instead of being float32.
        dtypes = {n: dtype for n, dtype in dtypes.items() if n.name in shapes}
        inferred_types = Types(symbol._entries, dtypes, inferred, order).run().dtype
    return {n: inferred[n, 0] for n in leaves}, {n: inferred_types.get((n, 0)) or FLOAT for n in leaves}


def _simple_requests(grad_req, names):
    stated = [grad_req] if isinstance(grad_req, str) else grad_req.values() if isinstance(grad_req, dict) else grad_req
    for request in stated:
        if request not in REQUESTS:
            raise MXNetError(
                f"grad_req={request} is not a valid input in simple_bind; only 'null', 'write', and 'add' are supported"
            )
    if isinstance(grad_req, str):
        return [grad_req] * len(names)
    if isinstance(grad_req, dict):
        return [grad_req.get(n, "null") for n in names]
    if len(grad_req) != len(names):
        raise MXNetError(
            "The length of grad_req list does not match the number of input arguments in simple_bind, expected "
            f"{len(names)}, provided {len(grad_req)}"
        )
    return list(grad_req)
