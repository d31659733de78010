"""Graphs in inference on the CPU that compute once, not in every call, what depends on their parameters alone.

That is weights copied to oneDNN's layout, numbers for each channel, and weights of fewer bits (`numpy_tier/kept.py` says what is
worth it). A graph is traced once for each set of shapes and cut into two programs: one that makes these copies from the
parameters, and one that computes the outputs from the copies and all other inputs. That holds for the programs that NumPy runs
and for those that XLA compiles; the latter are cut only where a weight is packed, as XLA computes small arrays in no time.

Copies are kept from the second call with the same parameters on, so that a program that computes once between two steps of
training holds none. JMX_KEEP_WEIGHTS=0 turns it off.

That parameters are the same is told by their buffers: a `jax.Array` does not change, and a write to an array replaces it. (Where
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
from ...config import compile_report, jax_programs
from ...native import onednn
from .. import numpy_tier
from ..declare.x64 import is_wide
from ..run import rng
from ..run.cells import exposed

#: for so many sets of shapes the copies of one network's weights are kept
_SETS_KEPT = 2


def jit(program, method, platform, function, **options) -> Any:
    """`numpy_tier.jit` for the `method` ("plain" or "forward") of a graph's program in inference."""
    graph = program.graph
    # oneDNN's layouts are of float32 on the CPU
    if platform != "cpu" or program.wide or not config.get("JMX_KEEP_WEIGHTS"):
        return numpy_tier.jit(function, **options)
    copies = _Copies(graph.parameters, len(graph.inputs))
    if graph.weights and onednn.usable() and _can_be_cut():

        def packing(*args):
            state, scalars, *arrays = args if method == "forward" else (None, (), *args)
            key = rng.key_of(state) if program.needs_key else None
            return graph.run(False, platform, key, scalars, *arrays, pack=True)

        packing.__name__ = "_" + method  # reports of compilations know the call by it
        tiered = KeptWeights(function, packing, copies, options)
    else:
        tiered = numpy_tier.TieredJit(function, **options)
    tiered.keeper = copies
    return tiered


@functools.cache
def _can_be_cut():
    return jax_programs.can_evaluate(jax)


class KeptWeights(numpy_tier.TieredJit):
    """A compiled function of a graph that keeps copies of weights from call to call.

    Parameters
    ----------
    function, options
        As for `numpy_tier.jit`.
    packing : callable
        The same function with operators that copy their weights in calls of their own.
    copies : _Copies
        What is kept.
    """

    __slots__ = ("packing", "copies")

    def __init__(self, function, packing, copies, options) -> None:
        super().__init__(function, **options)
        self.packing, self.copies = packing, copies

    @property
    def interpretable(self) -> Callable[..., Any]:
        return self.packing

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
        programs = None if is_wide(*arrays) else _cut(traced, len(arrays), self.owner.copies.positions)
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
            weights = [arrays[i] for i in programs.taken]
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
        weights = [arrays[i] for i in programs.taken]
        copies = self.owner.copies.of(programs, weights, programs.pack)
        if copies is None:
            # kept from the second call on: a pass between two steps of training would hold copies for nothing
            copies = programs.pack(weights)
            self.owner.copies.note(programs, weights)
        return programs.infer(copies, state, [arrays[i] for i in programs.read])


class _Copies:
    """Copies of parameters, by the parameters and the programs that they were made by.

    Parameters
    ----------
    positions : tuple of int
        Where the parameters are among the arrays of a call.
    count : int
        How many arrays there are.
    """

    def __init__(self, positions, count) -> None:
        self.positions, self._count = positions, count
        #: by the first and the last parameter that is copied: by programs, (references to the parameters, copies or None)
        self._kept: dict = {}

    def of(self, programs, parameters, make) -> Any:
        """The copies, which `make(parameters)` makes; None for parameters that are not noted, and where none may be kept."""
        # somebody else may change such a parameter, and its buffer would stay the same
        if exposed(parameters):
            return None
        copies, seen = self._find(programs, parameters)
        if copies is None and seen:
            copies = make(parameters)
            self.note(programs, parameters, copies)
        return copies

    def _find(self, programs, parameters):
        """(copies or None, whether there was a call with these parameters before)"""
        kept = self._kept.get((id(parameters[0]), id(parameters[-1])))
        found = kept and (kept.get(programs) or kept.get(None))
        if not found:
            return None, False
        references, copies = found
        if len(references) != len(parameters):
            return None, False
        for reference, parameter in zip(references, parameters):
            # an `id` may belong to another buffer by now
            if reference() is not parameter:
                return None, False
        return copies, True

    def note(self, programs, parameters, copies=None) -> None:
        """Keep copies, or only that there was a call with these parameters, until one of them is no more."""
        # two of them tell networks apart well enough to look up by; `_find` compares all
        network = id(parameters[0]), id(parameters[-1])
        forget = functools.partial(_forget, self._kept, network)
        kept = self._kept.setdefault(network, collections.OrderedDict())
        kept[programs] = [weakref.ref(parameter, forget) for parameter in parameters], copies
        kept.move_to_end(programs)
        while len(kept) > _SETS_KEPT:
            kept.popitem(last=False)

    # what `numpy_tier.Interpreted` asks

    def cut(self, traced) -> numpy_tier.Cut | None:
        """An interpreted program cut in two, or None."""
        ahead = len(traced.kinds) - self._count  # a random state and scalars stand before the arrays
        return numpy_tier.cut(traced, [ahead + i for i in self.positions])

    def kept(self, cut, parameters) -> list[Any] | None:
        """As `of`, for an interpreted program; after a call without copies it calls `note`."""
        return self.of(cut, parameters, cut.make)

    def drop(self, cut) -> None:
        """Give up what an interpreted program has kept; that there were calls with these parameters is still known."""
        for kept in list(self._kept.values()):
            found = kept.pop(cut, None)
            if found is not None:
                kept[None] = found[0], None
                kept.move_to_end(None, last=False)


def _forget(kept, network, reference) -> None:
    kept.pop(network, None)


class _Programs:
    """The two programs of a graph for one set of shapes.

    pack    parameters -> copies
    infer   (copies, random state, arrays that it reads) -> results
    taken   positions of these parameters among the arrays of a call
    read    positions of these arrays
    """

    def __init__(self, pack, infer, taken, read) -> None:
        self.pack, self.infer = jax.jit(pack), jax.jit(infer, compiler_options=numpy_tier.graph_options())
        self.taken, self.read = taken, read


def _cut(traced, count, positions):
    """The two programs of a traced one, of which `count` arrays are the last inputs; None where no weight is copied."""
    closed, tree, literal = traced.jaxpr, traced.out_tree, jax_programs.is_literal
    jaxpr = closed.jaxpr
    state_inputs, inputs = jaxpr.invars[:-count], jaxpr.invars[-count:]
    outputs = [v for v in jaxpr.outvars if not literal(v)]
    steps = [
        numpy_tier.Step([v for v in equation.invars if not literal(v)], equation.outvars, _does(equation))
        for equation in jaxpr.eqns
    ]
    results = numpy_tier.worth_keeping(steps, [inputs[i] for i in positions], jaxpr.constvars, outputs, _nbytes)
    makers = {v: step for step in steps for v in step.outs}
    if not any(makers[v].does == numpy_tier.PACKS for v in results):
        return None
    before, taken = _needed(jaxpr.eqns, results)
    behind, read = _needed(jaxpr.eqns, outputs, results, effects=True)
    weights = [i for i in positions if inputs[i] in taken]
    places = [i for i, v in enumerate(inputs) if v in read]

    def pack(arrays):
        values = dict(zip(jaxpr.constvars, closed.consts))
        values.update(zip([inputs[i] for i in weights], arrays))
        jax_programs.evaluate(before, values)
        return [values[v] for v in results]

    def infer(copies, state, arrays):
        values = dict(zip(jaxpr.constvars, closed.consts))
        values.update(zip(results, copies))
        values.update(zip(state_inputs, jax.tree_util.tree_leaves(state)))
        values.update(zip([inputs[i] for i in places], arrays))
        jax_programs.evaluate(behind, values)
        return jax.tree_util.tree_unflatten(tree, [v.val if literal(v) else values[v] for v in jaxpr.outvars])

    return _Programs(pack, infer, weights, places)


def _does(equation):
    # what has effects, or reads the data, belongs to every call
    if equation.effects:
        return numpy_tier.EVERY_CALL
    if jax_programs.ffi_target(equation) == onednn.PACKING_TARGET:
        return numpy_tier.PACKS
    return numpy_tier.SHOWS if equation.primitive.name in numpy_tier.VIEWS else numpy_tier.COMPUTES


def _nbytes(v):
    return v.aval.size * v.aval.dtype.itemsize


def _needed(equations, results, known=(), effects=False):
    """The equations that variables depend on where others are known, and all that these read."""
    known = set(known)
    read, needed = set(results) - known, []
    for equation in reversed(equations):
        # effects count though nothing reads their results, as a check on the host
        if (effects and equation.effects) or not read.isdisjoint(equation.outvars):
            needed.append(equation)
            read.update(v for v in equation.invars if not jax_programs.is_literal(v) and v not in known)
    return needed[::-1], read


def _described(local):
    """A call of `_ForShapes._run`, for reports of compilations."""
    title = local["self"].owner.label[0]
    if local.get("copies") is None:
        return "pack", title, "copies of weights", (local.get("weights"),)
    return "infer", title, "forward", (local["arrays"],)


compile_report.describe_calls(_ForShapes._run.__code__, _described)
