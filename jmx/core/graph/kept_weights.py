"""Graphs in inference on the CPU whose weights are copied to oneDNN's layout once, not in every call.

A graph is traced once for each set of shapes and cut into two programs: one that makes the copies from the weights, and one that
computes the outputs from the copies and all other inputs. Copies are kept from the second call with the same weights on, so that
a program that computes once between two steps of training holds none. JMX_KEEP_WEIGHTS=0 turns it off.

That weights are the same is told by their buffers: a `jax.Array` does not change, and a write to an array replaces it. (Where
other libraries share the memory, `storage.exposed`, nothing is kept.) Buffers are referred to weakly, so that they can be given
up (`Cell.unshared`); with one of them its copies go too.
"""

from __future__ import annotations

import collections
import functools
import weakref
from collections.abc import Callable
from typing import Any

import jax

from ... import config
from ...config import compile_report, jax_internals
from ...native import onednn
from .. import numpy_tier
from ..declare.x64 import is_wide
from ..run import rng
from ..run.cells import exposed

#: for so many sets of shapes the copies of one network's weights are kept
_SETS_KEPT = 2


def jit(program, method, platform, function, **options) -> Any:
    """`numpy_tier.jit` for the `method` ("plain" or "forward") of a graph's program in inference."""
    # oneDNN's layouts are of float32 on the CPU
    if platform != "cpu" or program.wide or not config.get("JMX_KEEP_WEIGHTS"):
        return numpy_tier.jit(function, **options)
    if not onednn.usable() or not _can_be_cut():
        return numpy_tier.jit(function, **options)

    def packing(*args):
        state, scalars, *arrays = args if method == "forward" else (None, (), *args)
        key = rng.key_of(state) if program.needs_key else None
        return program.graph.run(False, platform, key, scalars, *arrays, pack=True)

    packing.__name__ = "_" + method  # reports of compilations know the call by it
    return KeptWeights(function, packing, program.graph.weights, options)


@functools.cache
def _can_be_cut():
    return jax_internals.can_evaluate(jax)


class KeptWeights(numpy_tier.TieredJit):
    """A compiled function of a graph that keeps copies of weights from call to call.

    Parameters
    ----------
    function, options
        As for `numpy_tier.jit`.
    packing : callable
        The same function with operators that copy their weights in calls of their own.
    positions : tuple of int
        Where the weights are among the arrays.
    """

    __slots__ = ("packing", "positions", "copies")

    def __init__(self, function, packing, positions, options) -> None:
        super().__init__(function, **options)
        self.packing, self.positions, self.copies = packing, positions, _Copies()

    def jitted_for_shapes(self) -> _ForShapes:
        return _ForShapes(self, super().jitted_for_shapes())

    def without_trace(self, jitted, args) -> _ForShapes:
        return jitted  # its programs are compiled when they are called

    def lowered(self, args) -> Callable[[], _ForShapes]:
        return self.jitted_for_shapes().lowered(args)


class _ForShapes:
    """`KeptWeights` for one set of shapes, in the place of a jitted function."""

    def __init__(self, owner, ordinary) -> None:
        self.owner, self.ordinary = owner, ordinary
        #: before the arrays stand a random state and scalars
        self.ahead = 0 if owner.arrays_only else 2
        #: by element types of the arrays: the two programs, or None where no weight is copied
        self.programs: dict = {}

    def trace(self, *args):
        """What `jax.jit` returns for it."""
        traced = jax.jit(self.owner.packing).trace(*args)
        arrays = args[self.ahead :]
        programs = None if is_wide(*arrays) else _cut(traced, len(arrays), self.owner.positions)
        self.programs[tuple([a.dtype for a in arrays])] = programs
        return traced

    def lowered(self, args) -> Callable[[], _ForShapes]:
        """What compiles it for arguments, and returns it, in any thread."""
        self.trace(*args)
        arrays, state = args[self.ahead :], args[0] if self.ahead else None
        programs = self.programs[tuple([a.dtype for a in arrays])]
        if programs is None:
            lowered = [self.ordinary.lower(*args)]
        else:
            weights = [arrays[i] for i in self.owner.positions]
            pack = programs.pack.lower(weights)
            copies = [jax.ShapeDtypeStruct(a.shape, a.dtype, sharding=weights[0].sharding) for a in pack.out_info]
            lowered = [pack, programs.infer.lower(copies, state, [arrays[i] for i in programs.read])]

        def compile():
            for program in lowered:
                program.compile()  # which JAX keeps for the call
            return self

        return compile

    def __call__(self, *args):
        arrays = args[self.ahead :]
        dtypes = tuple([a.dtype for a in arrays])
        # one set of shapes may come with several sets of element types
        if dtypes not in self.programs:
            self.trace(*args)
        programs = self.programs[dtypes]
        if programs is None:
            return self.ordinary(*args)
        return self._run(programs, args[0] if self.ahead else None, arrays)

    def _run(self, programs, state, arrays):
        weights = [arrays[i] for i in self.owner.positions]
        copies, seen = self.owner.copies.find(programs, weights)
        if copies is None:
            copies = programs.pack(weights)
            # somebody else may change such a weight, and its buffer would stay the same
            if not exposed(weights):
                # from the second call on: a pass between two steps of training would hold copies for nothing
                self.owner.copies.note(programs, weights, copies if seen else None)
        return programs.infer(copies, state, [arrays[i] for i in programs.read])


class _Copies:
    """Copies of weights, by the weights and the programs that they were made by."""

    def __init__(self) -> None:
        #: by the first and the last weight of a network: by programs, (references to the weights, copies or None)
        self._kept: dict = {}

    def find(self, programs, weights):
        """(copies or None, whether there was a call with these weights before)"""
        kept = self._kept.get((id(weights[0]), id(weights[-1])))
        found = kept.get(programs) if kept is not None else None
        if found is None:
            return None, False
        references, copies = found
        for reference, weight in zip(references, weights):
            # an `id` may belong to another buffer by now
            if reference() is not weight:
                return None, False
        return copies, True

    def note(self, programs, weights, copies) -> None:
        """Keep copies, or None after the first call, until one of the weights is no more."""
        # two of them tell networks apart well enough to look up by; `find` compares all
        network = id(weights[0]), id(weights[-1])
        forget = functools.partial(_forget, self._kept, network)
        kept = self._kept.setdefault(network, collections.OrderedDict())
        kept[programs] = [weakref.ref(weight, forget) for weight in weights], copies
        kept.move_to_end(programs)
        while len(kept) > _SETS_KEPT:
            kept.popitem(last=False)


def _forget(kept, network, reference) -> None:
    kept.pop(network, None)


class _Programs:
    """The two programs of a graph for one set of shapes.

    pack    weights -> copies
    infer   (copies, random state, arrays that it reads) -> results
    read    positions of these among the arrays of a call
    """

    def __init__(self, pack, infer, read) -> None:
        self.pack, self.infer, self.read = jax.jit(pack), jax.jit(infer, compiler_options=numpy_tier.graph_options()), read


def _cut(traced, count, positions):
    """The two programs of a traced one, of which `count` arrays are the last inputs; None where no weight is copied."""
    closed, tree, literal = traced.jaxpr, traced.out_tree, jax_internals.is_literal
    jaxpr = closed.jaxpr
    state_inputs, inputs = jaxpr.invars[:-count], jaxpr.invars[-count:]
    weights = [inputs[i] for i in positions]
    of_weights, copying = set(weights), []
    for equation in jaxpr.eqns:
        # what has effects, or reads the data, belongs to every call
        if not equation.effects and of_weights.issuperset(v for v in equation.invars if not literal(v)):
            of_weights.update(equation.outvars)
            if jax_internals.ffi_target(equation) == onednn.PACKING_TARGET:
                copying.append(equation)
    if not copying:
        return None
    results = [v for equation in copying for v in equation.outvars]
    before, _ = _needed(jaxpr.eqns, results)
    copied = set(results)
    rest = [equation for equation in jaxpr.eqns if copied.isdisjoint(equation.outvars)]
    behind, read = _needed(rest, [v for v in jaxpr.outvars if not literal(v)])
    places = [i for i, v in enumerate(inputs) if v in read]

    def pack(arrays):
        values = dict(zip(weights, arrays))
        jax_internals.evaluate(before, values)
        return [values[v] for v in results]

    def infer(copies, state, arrays):
        values = dict(zip(jaxpr.constvars, closed.consts))
        values.update(zip(results, copies))
        values.update(zip(state_inputs, jax.tree_util.tree_leaves(state)))
        values.update(zip([inputs[i] for i in places], arrays))
        jax_internals.evaluate(behind, values)
        return jax.tree_util.tree_unflatten(tree, [v.val if literal(v) else values[v] for v in jaxpr.outvars])

    return _Programs(pack, infer, places)


def _needed(equations, results):
    """The equations that variables depend on, and all that these read."""
    read, needed = set(results), []
    for equation in reversed(equations):
        # effects count though nothing reads their results, as a check on the host
        if equation.effects or not read.isdisjoint(equation.outvars):
            needed.append(equation)
            read.update(v for v in equation.invars if not jax_internals.is_literal(v))
    return needed[::-1], read


def _described(local):
    """A call of `_ForShapes._run`, for reports of compilations."""
    title = local["self"].owner.label[0]
    if local.get("copies") is None:
        return "pack", title, "copies of weights", (local.get("weights"),)
    return "infer", title, "forward", (local["arrays"],)


compile_report.describe_calls(_ForShapes._run.__code__, _described)
