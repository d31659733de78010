"""Which outputs of a graph are losses: their operators do not look at the gradient that arrives."""

from __future__ import annotations

import functools

import jax
import numpy as np

from ..config import jax_internals as _jax_internals
from ..core.graph.dtypes import Types
from ..core.graph.shapes import Shapes, known


def needs_head(graph, place, number, bufs, platform):
    """True if the gradients of `graph` depend on the gradient of output `number` of the step at `place`.

    Parameters
    ----------
    graph : Lowered
    place, number : int
        As in `graph.heads`; a negative place is a variable.
    bufs : list of jax.Array
        The graph's inputs.
    platform : str
        Kind of device.
    """
    if place < 0:
        return jax.numpy.issubdtype(bufs[-1 - place].dtype, np.inexact)
    step = graph.steps[place]
    if step.node.op.hosted:
        return number in step.node.parsed.described.needed
    if step.bodies:
        return True
    key = None
    if all(p < 0 for p, _ in step.sources):
        key = _key(step, number, [bufs[-1 - p].dtype for p, _ in step.sources], platform)
        if key in _known:
            return _known[key]
    found = _looks(graph, step, number, bufs, platform)
    if key is not None:
        if len(_known) > 4096:
            _known.clear()
        _known[key] = found
    return found


_known: dict = {}


def _key(step, number, kinds, platform):
    """What decides the answer for an operator on variables: neither shapes nor numbers among its attributes do."""
    fixed = [(n, v) for n, v in vars(step.node.parsed).items() if not isinstance(v, (int, float, tuple)) or isinstance(v, bool)]
    return step.node.op, number, tuple(kinds), tuple(fixed), platform


def _looks(graph, step, number, bufs, platform):
    given = {n: tuple(b.shape) for n, b in zip(graph.inputs, bufs)}
    kinds = {n: b.dtype for n, b in zip(graph.inputs, bufs)}
    entries = [(step.node, number)]
    found = Shapes(entries, given, kinds).run()
    types = Types(entries, kinds, found.shape).run().dtype
    if not jax.numpy.issubdtype(types[step.node, number], np.inexact):
        return False
    if not all(known(found.shape[n, i]) for n, i, _ in step.node.inputs):
        return True
    specs = [jax.ShapeDtypeStruct(found.shape[n, i], types[n, i]) for n, i, _ in step.node.inputs]
    mask = tuple(i for i, s in enumerate(specs) if jax.numpy.issubdtype(s.dtype, np.inexact))
    n_out = step.node.op.num_outputs(step.node.parsed, visible=False)
    heads = [jax.ShapeDtypeStruct(found.shape[step.node, i], types[step.node, i]) for i in range(n_out)]
    back = step.bound.program.gradient(mask, (False,) * n_out)
    rng_state = np.zeros(3, np.uint32) if back.needs_key else None
    call = functools.partial(back._forward, True, platform, rng_state, step.scalars)
    traced = jax.make_jaxpr(lambda *arrays: call(*arrays)[0])(*specs, *heads)
    try:
        return _reaches(traced.jaxpr, len(specs) + number)
    except Exception:  # a jaxpr of a form that is not known here
        return True


def _reaches(jaxpr, index):
    """True if an output of `jaxpr` depends on its input number `index`."""
    return any(_flow(jaxpr, [i == index for i in range(len(jaxpr.invars))]))


def _flow(jaxpr, marked):
    live = {v for v, on in zip(jaxpr.invars, marked) if on}

    def on(v):
        return not _jax_internals.is_literal(v) and v in live

    for eqn in jaxpr.eqns:
        ins = [on(v) for v in eqn.invars]
        if not any(ins):
            continue
        called = _jax_internals.called_program(eqn)
        if called is not None and len(called[0].invars) == len(ins):
            outs = _flow(called[0], ins)
        else:
            outs = [True] * len(eqn.outvars)
        live.update(v for v, flag in zip(eqn.outvars, outs) if flag)
    return [on(v) for v in jaxpr.outvars]
