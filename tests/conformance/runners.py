"""The ways a conformance case is run under jmx; each gives {golden key: NumPy array} per case."""

import contextlib
import copy
import ctypes
import functools
import math

import common
import jax
import numpy as np

import jmx as mx
import jmx.ops  # declares the operators
from jmx.core.declare import naming
from jmx.core.declare.dtype import WIDE
from jmx.core.declare.op import find
from jmx.core.numpy_tier.interpreter import Interpreted
from jmx.core.numpy_tier.ready import Ready
from jmx.core.numpy_tier.rules import Uncovered
from jmx.native import calls


def _public(module, name):
    """The function users call for the operator `name` in `mx.nd` or `mx.sym`."""
    if naming.is_numpy(name):
        space, public = naming.home(name)
        return functools.reduce(getattr, [*space.split("."), public], module)
    for prefix in ("contrib", "linalg", "image"):
        if name.startswith(f"_{prefix}_"):
            return getattr(getattr(module, prefix), name[len(prefix) + 2 :])
    if name.startswith("_"):
        return getattr(module._internal, name)
    return getattr(module.op, name)


def _semantics(run):
    """`run`, of a case or of several of one operator, with the shapes and arrays that the operator is made for."""

    @functools.wraps(run)
    def scoped(cases, *args):
        numpy = common.is_numpy(cases[0] if isinstance(cases, list) else cases)
        with mx.util.np_shape(numpy), mx.util.np_array(numpy):
            return run(cases, *args)

    return scoped


def _array(value):
    return (mx.np if mx.util.is_np_array() else mx.nd).array(value, dtype=value.dtype)


def _whole(array):
    return slice(None) if array.ndim else ()


def _zeros(like):
    return (mx.np if mx.util.is_np_array() else mx.nd).array(np.zeros(like.shape), dtype=like.dtype)


def _variable(name, value):
    variable = mx.sym.var(name, dtype=value.dtype)
    return variable.as_np_ndarray() if mx.util.is_np_array() else variable


def _symbol(operator, given, kwargs, name, attrs):
    made = _public(mx.sym, operator)(*given, **kwargs, name=name, **attrs)
    return mx.sym.Group(made) if isinstance(made, list) else made


def _named(op, inputs):
    """(inputs to give by position, those that signatures leave out by name)."""
    names = [n for n in op.inputs if n in op.unlisted]
    split = len(inputs) - len(names) if names else len(inputs)
    return inputs[:split], dict(zip(names, inputs[split:]))


def _is_wide(op, case, inputs):
    return any(x.dtype in WIDE for x in inputs) or op.wide(op.parse(case["attrs"]))


def pure(cases):
    """The operator's function under one `jax.jit` for all cases of a width, gradients by `jax.vjp`."""
    op, found = find(cases[0]["op"]), {}
    for wide in (False, True):
        chosen = [(case, values) for case in cases if _is_wide(op, case, values := common.make_inputs(case)) is wide]
        if chosen:
            with jax.enable_x64(wide):
                everything, batch, plans = _pure(op, chosen)
                results = jax.device_get(everything(batch))
                found.update({case["id"]: result for (case, _, _), result in zip(plans, results)})
    return found


def _size(shape, dtype):
    return math.prod(shape) * np.dtype(dtype).itemsize


@contextlib.contextmanager
def _inputs_stay():
    """Functions in C raise where they write to an array that comes in: XLA gives it to others at the same time."""
    direct = calls.direct

    def watched(target, plan, arrays, count):
        function = direct(target, plan, arrays, count)
        sizes = [_size(*array) for array in arrays[:count]]

        def call(*addresses):
            own = [(a, size) for a, size in zip(addresses, sizes) if a not in addresses[count:]]
            before = [ctypes.string_at(*array) for array in own]
            why = function(*addresses)
            changed = [i for i, (array, bytes_) in enumerate(zip(own, before)) if ctypes.string_at(*array) != bytes_]
            assert not changed, f"{target} {list(plan)} writes to its inputs {changed}"
            return why

        return None if function is None else call

    calls.direct = watched
    try:
        yield
    finally:
        calls.direct = direct


@_inputs_stay()
def interpreted(case):
    """What `pure` runs, by NumPy as the first calls of small programs are; None if it has to be compiled.

    The program runs five times: from the third call on it is arranged for many calls (`numpy_tier/straight.py`), and the last
    results are those of the shorter way that later calls take (`numpy_tier/ready.py`).
    """
    op, values = find(case["op"]), common.make_inputs(case)
    with jax.enable_x64(_is_wide(op, case, values)):
        everything, batch, _ = _pure(op, [(case, values)])
        traced = everything.trace(batch)
        try:
            program = Interpreted(traced.jaxpr)
        except Uncovered:
            return None
        given = jax.tree_util.tree_leaves(batch)
        leaves = [program(given) for _ in range(5 if program.calls_left > 4 else 1)][-1]
        if program.straight is not None:
            ready = Ready.of(program, given, traced.out_tree, jax.devices("cpu")[0])
            assert ready is not None
            results = ready(given)
            assert (results is None) == (program.calls_left <= 0)
            if results is not None:
                return results[0]
        return jax.tree_util.tree_unflatten(traced.out_tree, leaves)[0]


def _pure(op, chosen):
    batch, plans = [], []
    for case, inputs in chosen:
        attrs = op.parse(case["attrs"])
        scalars = {n: getattr(attrs, n) for n in op.scalars if getattr(attrs, n) is not None}
        wanted = common.wanted_gradients(case, inputs)
        plans.append((case, attrs, wanted))
        batch.append((inputs, scalars))

    @jax.jit
    def everything(batch):
        return [_pure_one(op, *plan, *data) for plan, data in zip(plans, batch)]

    return everything, batch, plans


def _pure_one(op, case, attrs, wanted, inputs, scalars):
    attrs = copy.copy(attrs)
    vars(attrs).update(scalars)
    train = common.train_mode(case, wanted)
    visible = op.num_outputs(attrs)

    def full(*chosen):
        arrays = list(inputs)
        for i, x in zip(wanted, chosen):
            arrays[i] = x
        outputs, aux = op.pure(attrs, train, "cpu", jax.random.key(0), (), *map(jax.numpy.asarray, arrays))
        return outputs[:visible], aux

    outputs, aux = full(*(inputs[i] for i in wanted))
    found = {f"out{i}": o for i, o in enumerate(outputs)}
    found.update({f"next{i}": x for i, x in zip(op.aux_indices(attrs), aux) if i in case["mutates"]})
    if not wanted:
        return found
    floats = [i for i, o in enumerate(outputs) if jax.numpy.issubdtype(o.dtype, np.floating)]
    heads = [common.head_gradient(case, 1, i, outputs[i].shape, outputs[i].dtype) for i in floats]

    def first(*chosen):
        pull = jax.vjp(lambda *c: [full(*c)[0][i] for i in floats], *chosen)[1]
        return pull([jax.numpy.asarray(h) for h in heads])

    chosen = [jax.numpy.asarray(inputs[i]) for i in wanted]
    gradients = first(*chosen)
    found.update({f"grad{i}": g for i, g in zip(wanted, gradients)})
    if case["grad2"]:
        weights = [common.head_gradient(case, 2, i, g.shape, g.dtype) for i, g in enumerate(gradients)]
        second = jax.vjp(first, *chosen)[1](tuple(map(jax.numpy.asarray, weights)))
        found.update({f"second{i}": g for i, g in zip(wanted, second)})
    return found


def _weight(case, order, position, like):
    return _array(common.head_gradient(case, order, position, like.shape, like.dtype))


@_semantics
def nd(case, request="write"):
    """An eager call of the public function, gradients through `autograd`; with "add", on top of gradients of ones."""
    values = common.make_inputs(case)
    inputs = [_array(v) for v in values]
    wanted = common.wanted_gradients(case, values)
    train = common.train_mode(case, wanted)
    function = _public(mx.nd, case["op"])
    found = {}

    def call():
        args, kwargs = _named(find(case["op"]), inputs)
        out = function(*args, **kwargs, **case["attrs"])
        return list(out) if isinstance(out, (list, tuple)) else [out]

    if wanted:
        for i in wanted:
            inputs[i].attach_grad(request)
            if request == "add":
                inputs[i].grad[_whole(inputs[i])] = 1
        with mx.autograd.record(train_mode=train):
            outputs = call()
        heads = [_weight(case, 1, i, o) for i, o in enumerate(outputs)]
        mx.autograd.backward(outputs, heads, train_mode=train)
        found.update({f"grad{i}": inputs[i].grad.asnumpy() - (request == "add") for i in wanted})
    else:
        with mx.autograd.train_mode() if train else mx.autograd.predict_mode():
            outputs = call()
    found.update({f"out{i}": o.asnumpy() for i, o in enumerate(outputs)})
    found.update({f"next{i}": inputs[i].asnumpy() for i in case["mutates"]})
    if case["grad2"]:
        variables = [inputs[i] for i in wanted]
        with mx.autograd.record(train_mode=train):
            outputs = call()
            first = mx.autograd.grad(outputs, variables, heads, retain_graph=True, create_graph=True, train_mode=train)
        weights = [_weight(case, 2, i, g) for i, g in enumerate(first)]
        for i in wanted:
            inputs[i].grad[_whole(inputs[i])] = 0
        mx.autograd.backward(first, weights, train_mode=train)
        found.update({f"second{i}": inputs[i].grad.asnumpy() for i in wanted})
    return found


@_semantics
def into(case):
    """The outputs of an eager call that writes to given arrays (`out=`), which hold something else before."""
    inputs = [_array(v) for v in common.make_inputs(case)]
    function = _public(mx.nd, case["op"])
    args, kwargs = _named(find(case["op"]), inputs)
    train = common.train_mode(case, common.wanted_gradients(case, [x.asnumpy() for x in inputs]))
    with mx.autograd.train_mode() if train else mx.autograd.predict_mode():
        first = function(*args, **kwargs, **case["attrs"])
        several = isinstance(first, (list, tuple))
        given = [_zeros(x) for x in (first if several else [first])]
        inputs = [_array(v) for v in common.make_inputs(case)]
        args, kwargs = _named(find(case["op"]), inputs)
        back = function(*args, **kwargs, **case["attrs"], out=given if several else given[0])
    assert (back[0] if several else back) is given[0], "a call with out= returns what was given"
    return {f"out{i}": o.asnumpy() for i, o in enumerate(given)}


@_semantics
def hybrid(case):
    """The graph of one call, read back from its file, as a hybridized block runs it."""
    values = common.make_inputs(case)
    wanted = common.wanted_gradients(case, values)
    train = common.train_mode(case, wanted)
    variables = [_variable(f"i{i}", v) for i, v in enumerate(values)]
    given, kwargs = _named(find(case["op"]), variables)
    graph = mx.sym.load_json(_symbol(case["op"], given, kwargs, "c", case["attrs"]).tojson())
    arrays = {f"i{i}": _array(v) for i, v in enumerate(values)}
    for i in wanted:
        arrays[f"i{i}"].attach_grad()
    call = mx.nd.CachedOp(graph)
    inputs = [arrays[name] for name in graph.list_inputs()]
    with contextlib.ExitStack() as stack:
        modes = mx.autograd.train_mode() if train else mx.autograd.predict_mode()
        stack.enter_context(mx.autograd.record(train_mode=train) if wanted else modes)
        outputs = call(*inputs)
    outputs = list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]
    if wanted:
        mx.autograd.backward(outputs, [_weight(case, 1, i, o) for i, o in enumerate(outputs)], train_mode=train)
    found = {f"out{i}": o.asnumpy() for i, o in enumerate(outputs)}
    found.update({f"grad{i}": arrays[f"i{i}"].grad.asnumpy() for i in wanted})
    found.update({f"next{i}": arrays[f"i{i}"].asnumpy() for i in case["mutates"]})
    return found


@_semantics
def sym(cases):
    """All cases of one mode in one bound graph: forward and backward of the executor."""
    found = {}
    for train in (False, True):
        chosen = []
        for case in cases:
            values = common.make_inputs(case)
            wanted = common.wanted_gradients(case, values)
            if common.train_mode(case, wanted) is train:
                chosen.append((case, values, wanted))
        if chosen:
            found.update(_sym(chosen, train))
    return found


def _sym(chosen, train):
    heads_of, parts, args, grads, requests = [], [], {}, {}, {}
    for n, (case, values, wanted) in enumerate(chosen):
        names = [f"c{n}i{i}" for i in range(len(values))]
        variables = [_variable(name, v) for name, v in zip(names, values)]
        given, kwargs = _named(find(case["op"]), variables)
        parts.append(_symbol(case["op"], given, kwargs, f"c{n}", case["attrs"]))
        for i, (name, v) in enumerate(zip(names, values)):
            args[name] = _array(v)
            requests[name] = "write" if i in wanted else "null"
            if i in wanted:
                grads[name] = _zeros(v)
        heads_of.append(len(parts[-1].list_outputs()))
    group = mx.sym.Group(parts)
    states = set(group.list_auxiliary_states())
    executor = group.bind(
        mx.current_context(),
        {k: v for k, v in args.items() if k not in states},
        args_grad=grads,
        grad_req={k: v for k, v in requests.items() if k not in states},
        aux_states={k: v for k, v in args.items() if k in states},
    )
    outputs = list(executor.forward(is_train=train))
    found, heads = {}, []
    for (case, _, _), count in zip(chosen, heads_of):
        mine = outputs[len(heads) : len(heads) + count]
        found[case["id"]] = {f"out{i}": o.asnumpy() for i, o in enumerate(mine)}
        heads += [_weight(case, 1, i, o) for i, o in enumerate(mine)]
    if grads:
        executor.backward(heads, is_train=train)
    for n, (case, _, wanted) in enumerate(chosen):
        found[case["id"]].update({f"grad{i}": executor.grad_dict[f"c{n}i{i}"].asnumpy() for i in wanted})
        found[case["id"]].update({f"next{i}": args[f"c{n}i{i}"].asnumpy() for i in case["mutates"]})
    return found
