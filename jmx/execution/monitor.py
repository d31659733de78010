"""Showing a monitor what an executor computes, node by node; slow, and only for looking at."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from ..core.run import dispatch, program, tape
from ..core.run.pullback import fill_cotangents
from . import monitor_names
from .monitor_names import NodeName


def forward(graph, train, platform, key, bufs, show, everything) -> None:
    """Run `graph` step by step; call ``show(name, value)`` for all outputs, and for variables and inputs if `everything`.

    Outputs that users do not see come behind the visible ones. Of these, memory that only MXNet's own kernels write (pooling's
    workspace and the like) is shown as zeros.
    """

    def watch(step, inputs, outs):
        node = step.node
        if everything:
            for name, (source, _, _), value in zip(monitor_names.inputs(node), node.inputs, inputs):
                if source.op is None:
                    show(NodeName(source.name), value)
                show(NodeName(name), value)
        names = monitor_names.outputs(node)
        if len(outs) < len(names):
            outs = [*outs, *_hidden(step, train, platform, key, inputs, outs)]
        for name, value in zip(names, outs):
            show(NodeName(name), value)

    graph.watch(train, platform, key, bufs, watch)


def _hidden(step, train, platform, key, inputs, outs):
    """The outputs of a step behind those that it returns, as far as they are more than scratch memory."""
    node = step.node
    values = node.op.traits.hidden_values

    def run(changes, *arrays):
        bound, scalars = dispatch.bind_op(node.op, {**node.words(), **changes})
        # the numbers that the graph gave this step, so that hidden outputs belong to the visible ones
        own = jax.random.fold_in(key, step.seed) if bound.program.needs_key and key is not None else None
        return list(bound.program.fn(train, platform, own, scalars, *arrays)[0])

    found = list(values(run, node.parsed, *inputs)) if values is not None else []
    scratch = node.stored_outputs() - len(outs) - len(found)
    return [*found, *[jnp.zeros_like(outs[0])] * scratch]


def backward(graph, train, platform, key, bufs, heads, wanted, show) -> None:
    """Call ``show(name, value)`` for the gradients that every node's backward pass makes on the way to a wanted variable.

    They come in MXNet's order; where an array has several users, the sum of its gradients is called "sum_grad_output".

    Parameters
    ----------
    heads : list of jax.Array or None
        Gradients of the outputs; None where the operator does not look at it.
    wanted : set of int
        Places of variables among the inputs.
    """
    values_of = []
    graph.watch(train, platform, key, bufs, lambda step, inputs, outs: values_of.append((inputs, outs)))
    parts = _parts(graph, heads)
    pulled: dict = {}
    sums: dict = {}

    def gradient(source):
        """The gradient of an entry, its parts being there; None if it has none."""
        if source not in sums:
            values = [part if user is None else pulled[user][part] for user, part in parts.get(source, ())]
            total: Any = values[0] if values else None
            for value in values[1:]:
                total = tape.add(total, value if value.dtype == total.dtype else value.astype(total.dtype))
            sums[source] = total
            if len(values) > 1:
                show(NodeName("sum_grad_output"), total)
        return sums[source]

    for what, item in _order(graph, parts, sorted(wanted)):
        if what == "sum":
            gradient(item)
            continue
        step, (inputs, outs) = graph.steps[item], values_of[item]
        given = [gradient((item, i)) for i in range(len(outs))]
        pulled[item] = _pull(step, train, platform, key, inputs, outs, given)
        for name, place in monitor_names.gradients(step.node):
            show(NodeName(name), pulled[item][place])


def _parts(graph, heads):
    """For every entry what its gradient is the sum of: (None, a head's gradient), or (a step that uses it, at which input)."""
    parts: dict = {}
    for source, value in zip(graph.heads, heads):
        if value is not None:
            parts.setdefault(source, []).append((None, value))
    reached = {place for place, _ in graph.heads}
    for number in range(len(graph.steps) - 1, -1, -1):
        step = graph.steps[number]
        if number not in reached or step.node.op.traits.gives_no_gradient(step.node.parsed):
            continue
        reached.update(place for place, _ in step.sources)
        # they have no gradient in MXNet: its monitors show none
        auxiliary = {i for i, _ in step.writes}
        for i, source in enumerate(step.sources):
            if i not in auxiliary:
                parts.setdefault(source, []).append((number, i))
    return parts


def _order(graph, parts, wanted):
    """("step", number) and ("sum", entry) in the order in which the gradients of the variables `wanted` need them."""

    def needs(item):
        if item[0] == "sum":
            return [("step", user) for user, _ in parts[item[1]] if user is not None]
        n_out = graph.steps[item[1]].node.op.num_outputs(graph.steps[item[1]].node.parsed, visible=False)
        return [need for i in range(n_out) for need in entry((item[1], i))]

    def entry(source):
        users = parts.get(source, ())
        return [("sum", source)] if len(users) > 1 else [("step", user) for user, _ in users if user is not None]

    done: set = set()
    order = []
    for place in wanted:
        # a stack of its own: recursion would end at Python's limit in deep networks
        stack = [(item, iter(needs(item))) for item in entry((-1 - place, 0)) if item not in done]
        done.update(item for item, _ in stack)
        while stack:
            for need in stack[-1][1]:
                if need not in done:
                    done.add(need)
                    stack.append((need, iter(needs(need))))
                    break
            else:
                order.append(stack.pop()[0])
    return order


def _pull(step, train, platform, key, inputs, outs, given):
    """The gradients of all inputs of one step."""
    differentiable = [i for i, x in enumerate(inputs) if jnp.issubdtype(x.dtype, jnp.inexact)]

    _, pullback, _ = program.differentiate(lambda *arrays: step(train, platform, key, arrays), inputs, differentiable)
    token = tuple(None if g is None else False for g in given)
    cotangents = fill_cotangents(token, [g for g in given if g is not None], [(o.shape, o.dtype) for o in outs])
    grads = dict(zip(differentiable, pullback(cotangents)))
    # zeros for integers, which `jax.vjp` does not differentiate in: MXNet shows an array for every input
    return [grads.get(i, jnp.zeros_like(x)) for i, x in enumerate(inputs)]
