"""Gradients of a graph step by step: operators are differentiated one by one, and hand gradients from one to the next.

JAX could differentiate the function of the whole graph. It would take every operator apart three times: when it is traced, when
it is linearized, and when what is linear is transposed. An operator by itself is traced once, in a form that leaves what its
gradient needs, and its gradient once. Those that a network repeats are traced once for all their calls.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from ...config import jax_programs
from ..declare import integers
from ..declare.gradients import final, is_final
from ..run import program
from ..run.pullback import fill_cotangents


class _Step(NamedTuple):
    """A step that gradients pass.

    number   of the step
    places   where the inputs come from that have gradients
    outs     (shape, element type) of its outputs
    kind     what other steps with the same pullback have as well; None if there are none
    is_loss  whether its gradients do not depend on those of its outputs
    """

    number: int
    places: tuple[tuple[int, int], ...]
    outs: tuple[tuple, ...]
    kind: Any
    is_loss: bool


class GraphPullback:
    """From the gradients of a graph's outputs to those of its inputs; a pytree of what the steps have left.

    Parameters
    ----------
    steps : list of _Step
    heads : list of (int, int)
        Places of the outputs.
    inputs : dict of (int, int) to (tuple, dtype)
        Shapes and element types of the inputs that have gradients, by place.
    pullbacks : list
        Those of the steps.
    """

    def __init__(self, steps, heads, inputs, pullbacks) -> None:
        self.steps, self.heads, self.inputs, self.pullbacks = steps, heads, inputs, pullbacks

    def __call__(self, cts) -> tuple[Any, ...]:
        sums, functions = _Sums(), {}
        for place, ct in zip(self.heads, cts):
            if ct.dtype != jax.dtypes.float0:
                sums.add(place, ct)
        for step, pullback in zip(reversed(self.steps), reversed(self.pullbacks)):
            given = [sums.pop((step.number, i), None) for i in range(len(step.outs))]
            token = tuple([None if ct is None else False for ct in given])
            if not any(state is False for state in token) and not step.is_loss:
                continue
            for place, gradient in zip(step.places, self._back(functions, step, pullback, token, given)):
                sums.add(place, gradient)
        zeros = (jnp.zeros(*self.inputs[place]) if place not in sums else sums[place] for place in self.inputs)
        return tuple(zeros)

    def _back(self, functions, step, pullback, token, given):
        leaves, tree = jax.tree_util.tree_flatten(pullback)
        given = [ct for ct in given if ct is not None]
        alone = step.kind is not None and is_final(given)

        def back(leaves, given):
            with final((leaves, given)) if alone else contextlib.nullcontext():
                return jax.tree_util.tree_unflatten(tree, leaves)(fill_cotangents(token, given, step.outs))

        if step.kind is None:
            return back(leaves, given)
        run = functions.get((step.kind, token))
        if run is None:
            run = functions[step.kind, token] = jax.jit(back, inline=True)
        return run(leaves, given)


jax.tree_util.register_pytree_node(
    GraphPullback,
    lambda p: (p.pullbacks, (p.steps, p.heads, p.inputs)),
    lambda about, pullbacks: GraphPullback(*about, pullbacks),
)


class _Sums(dict):
    """Gradients by place, as far as they have been added up."""

    def add(self, place, gradient) -> None:
        """Add one that is not zero everywhere: what comes before such a one is not computed."""
        if jax_programs.repeated_number(gradient) != 0:
            self[place] = lax.add(self[place], gradient) if place in self else gradient


class _Shared:
    """A function that is traced once for all its calls, and gives each of its values once.

    A value that a gradient needs twice, or that is an argument, is one array for all that hold it, which has to be kept once. Not
    every JAX sees that through `jax.jit`.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        #: of the last trace: how to rebuild what the function returns, and where each of its leaves is found
        self._layout: tuple[Any, list[int]] | None = None
        self._traced = jax.jit(functools.partial(self._distinct, function), inline=True)

    def _distinct(self, function, *args):
        """The leaves of what `function` returns that are neither arguments nor the same as another one."""
        leaves, tree = jax.tree_util.tree_flatten(function(*args))
        every = list(jax.tree_util.tree_leaves(args))
        n_given, places = len(every), {id(value): i for i, value in enumerate(every)}
        for leaf in leaves:
            if id(leaf) not in places:
                places[id(leaf)] = len(every)
                every.append(leaf)
        self._layout = tree, [places[id(leaf)] for leaf in leaves]
        return every[n_given:]

    def __call__(self, *args: Any) -> Any:
        every = [*jax.tree_util.tree_leaves(args), *self._traced(*args)]
        assert self._layout is not None
        tree, places = self._layout
        return jax.tree_util.tree_unflatten(tree, [every[i] for i in places])


class _Recorder:
    """Calls steps so that what their gradients need is kept; `lower.GraphNodeCall` takes it for a `Repeated`."""

    def __init__(self, repeated: Any) -> None:
        self._repeated: Any = repeated
        self._functions: dict[Any, _Shared] = {}
        #: of the step that is called: positions of the inputs that have gradients
        self.at: tuple[int, ...] = ()
        #: of the last one: its pullback, and what others have that are called by the same function
        self.pullback: Any = None
        self.kind: Any = None

    def _is_repeated(self, call) -> bool:
        return self._repeated is not None and self._repeated.is_repeated(call)

    def __call__(self, call, function, *args) -> tuple[Any, ...]:
        """(outputs, new values of the inputs that the call overwrites)"""
        at, op = self.at, None if call.node is None else call.node.op
        repeated = self._is_repeated(call)
        alone = repeated and is_final(args)

        def forward(key, *arrays):
            with final(arrays) if alone else contextlib.nullcontext():
                outs, pullback, new = program.differentiate(functools.partial(function, key), arrays, at, op)
            return outs, new, pullback

        self.kind, run = None, forward
        if repeated:
            shapes = tuple([(a.shape, a.dtype, getattr(a, "weak_type", False)) for a in args[1:]])
            self.kind = self._repeated.kind(call), at, shapes
            run = self._functions.get(self.kind)
            if run is None:
                run = self._functions[self.kind] = _Shared(forward)
        outs, new, self.pullback = run(*args)
        return outs, new


def _values(step, train, platform, key, _, *arrays):
    """(outputs, no new values) of a call that a pass has put in."""
    return tuple(step(train, platform, key, arrays)[0]), ()


def differentiable(graph, arrays, mask) -> bool:
    """Whether `differentiate` can do it: not where integers have gradients, and where what a step writes is read by another."""
    if graph.hosted or integers.given() is not None or any(step.makes_integers or step.bodies for step in graph.steps):
        return False
    if not all(integers.is_inexact(arrays[i].dtype) for i in mask):
        return False
    if not any(step.writes for step in graph.steps):
        return True
    written = {place for step in graph.steps for _, place in step.writes}
    read = [place for step in graph.steps for place, _ in step.sources if place in written]
    read += [place for place, _ in graph.heads if place in written]
    return len(read) == len(set(read)) and not written.intersection(-1 - i for i in mask)


def _passing(graph) -> set[int]:
    """The numbers of the steps that gradients of the outputs pass, on their way to whichever inputs."""
    reached = {number for number, _ in graph.heads}
    passing = set()
    for number in reversed(range(len(graph.steps))):
        step = graph.steps[number]
        if number in reached and (step.node is None or not step.node.op.traits.gives_no_gradient(step.node.parsed)):
            passing.add(number)
            reached.update(place for place, _ in step.sources)
    return passing


def differentiate(graph, train, platform, key, arrays, mask, repeated) -> tuple[Any, ...]:
    """What `Lowered.execute` gives, and the pullback from the gradients of the outputs to those of the inputs at `mask`."""
    state, results, recorder = list(arrays), [], _Recorder(repeated)
    inputs = {(-1 - i, 0): (arrays[i].shape, arrays[i].dtype) for i in mask}
    passing, passed, steps, pullbacks = _passing(graph), set(inputs), [], []
    for number, step in enumerate(graph.steps):
        given = [state[-1 - p] if p < 0 else results[p][i] for p, i in step.sources]
        at = tuple([i for i, place in enumerate(step.sources) if place in passed])
        if not at or number not in passing:
            outs, new = step(train, platform, key, given, repeated=repeated)
        else:
            recorder.at = at
            if step.node is None:
                inside = functools.partial(_values, step, train, platform, key)
                outs, new = recorder(step, inside, None, *given)
            else:
                outs, new = step(train, platform, key, given, repeated=recorder)
            described = tuple([(out.shape, out.dtype) for out in outs])
            is_loss = step.node is not None and not step.node.op.traits.needs_out_grad(step.node.parsed)
            steps.append(_Step(number, tuple([step.sources[i] for i in at]), described, recorder.kind, is_loss))
            pullbacks.append(recorder.pullback)
            passed.update((number, i) for i, out in enumerate(outs) if integers.is_inexact(out.dtype))
        for (_, variable), value in zip(step.writes, new):
            if variable is not None:
                state[-1 - variable] = value
        results.append(outs)
    outputs = tuple([state[-1 - p] if p < 0 else results[p][i] for p, i in graph.heads])
    new = tuple([None if state[i] is arrays[i] else state[i] for i in graph.written])
    return outputs, new, GraphPullback(steps, graph.heads, inputs, pullbacks)
