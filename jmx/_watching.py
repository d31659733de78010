"""Showing a monitor what an executor computes, node by node; slow, and only for looking at."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from .core import dispatch, tape
from .core.graph import output_name


def forward(graph, train, platform, key, bufs, show, everything):
    """Run `graph` step by step; call ``show(name, value)`` for outputs, and for inputs if `everything`."""

    def watch(step, inputs, outs):
        node = step.node
        if everything:
            for name, value in zip(node.input_names(), inputs):
                show(f"{node.name}_{name}", value)
        for i in range(node.num_outputs()):
            show(output_name((node, i)), outs[i])

    graph.values(train, platform, key, bufs, watch)


def backward(graph, train, platform, key, bufs, heads, wanted, show):
    """Call ``show(name, value)`` for the gradients of the inputs of every node on the way to a wanted variable.

    Parameters
    ----------
    heads : list of jax.Array or None
        Gradients of the outputs; None where the operator does not look at it.
    wanted : set of int
        Places of variables among the inputs.
    """
    made = []
    graph.values(train, platform, key, bufs, lambda step, inputs, outs: made.append((inputs, outs)))
    leads: set[int] = set()
    for number, step in enumerate(graph.steps):
        if any(place in leads if place >= 0 else -1 - place in wanted for place, _ in step.sources):
            leads.add(number)
    reached = {place for place, _ in graph.heads if place in leads}
    gradients: dict = {}
    for source, value in zip(graph.heads, heads):
        _add(gradients, source, value)
    for number in sorted(leads, reverse=True):
        if number not in reached:
            continue
        step, (inputs, outs) = graph.steps[number], made[number]
        given = [gradients.get((number, i)) for i in range(len(outs))]
        found = _pull(step, train, platform, key, inputs, outs, given)
        auxiliary = {i for i, _ in step.writes}
        shown = [value for i, value in enumerate(found) if i not in auxiliary]
        for i, value in enumerate(shown):
            show(f"{step.node.name}_backward_output{i if len(shown) > 1 else ''}", value)
        for source, value in zip(step.sources, found):
            if source[0] in leads:
                reached.add(source[0])
                _add(gradients, source, value)


def _add(gradients, source, value):
    if value is not None:
        gradients[source] = tape.accumulate(gradients[source], value) if source in gradients else value


def _pull(step, train, platform, key, inputs, outs, given):
    """The gradients of all inputs of one step."""
    smooth = [i for i, x in enumerate(inputs) if jnp.issubdtype(x.dtype, jnp.inexact)]

    def partial(*some):
        full = list(inputs)
        for i, x in zip(smooth, some):
            full[i] = x
        return step(train, platform, key, full)

    _, pullback, _ = jax.vjp(partial, *(inputs[i] for i in smooth), has_aux=True)
    token = tuple(None if g is None else False for g in given)
    cotangents = dispatch.fill_cotangents(token, [g for g in given if g is not None], [(o.shape, o.dtype) for o in outs])
    found = dict(zip(smooth, pullback(cotangents)))
    return [found.get(i, jnp.zeros_like(x)) for i, x in enumerate(inputs)]
