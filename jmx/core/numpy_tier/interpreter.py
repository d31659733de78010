"""Traced programs as lists of NumPy calls."""

import contextlib
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...config import jax_internals
from .blas import OneThread
from .rules import RULES, Uncovered, accepted

#: most elements of the arrays that an interpreted program may take, and make in one call
MOST_ELEMENTS = 1 << 25
#: most calls of a program before it is compiled
MOST_CALLS = 64
#: element types whose arithmetic in NumPy is that of XLA
_KINDS = frozenset(map(np.dtype, "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64".split()))
#: primitives whose results NumPy gives as views
_VIEWS = frozenset("reshape squeeze expand_dims slice transpose broadcast_in_dim rev split copy stop_gradient".split())


class Traced:
    """A traced program as a list of NumPy calls: (leaves of the arguments) -> leaves of the results.

    Raises `Uncovered` if made of a program that has to be compiled, and any other exception if the program has a form that no
    release of JAX had so far; `read` makes that `Uncovered` too.

    compiling, running    reckoned seconds: to compile it, and for one call
    made, products        elements of the arrays that one call makes; multiplications in its matrix products
    """

    def __init__(self, closed) -> None:
        if any(v.aval.dtype not in _KINDS for v in (*closed.jaxpr.invars, *closed.jaxpr.outvars)):
            raise Uncovered
        self._avals, self._constants, steps = [], {}, []
        names = {v: self._slot(v.aval) for v in closed.jaxpr.invars}
        self._flatten(closed.jaxpr, closed.consts, names, steps)
        self.kinds = [np.dtype(v.aval.dtype) for v in closed.jaxpr.invars]
        self.outputs = [self._read(v, names) for v in closed.jaxpr.outvars]
        self.results = [(tuple(v.aval.shape), np.dtype(v.aval.dtype)) for v in closed.jaxpr.outvars]
        self.compiling, self.running, self.made, self.products = 2e-3, 1e-6, 0, 0
        self.steps = self._needed(steps)
        self.initial = [self._constants.get(i) for i in range(len(self._avals))]
        del self._avals, self._constants

    def _slot(self, aval, value=None):
        self._avals.append(aval)
        if value is not None:
            self._constants[len(self._avals) - 1] = value
        return len(self._avals) - 1

    def _read(self, v, names):
        if jax_internals.is_literal(v):
            return self._slot(v.aval, np.asarray(v.val, v.aval.dtype))
        return names[v]

    def _flatten(self, jaxpr, consts, names, steps) -> None:
        """Append (equation, slots of its inputs, slots of its outputs) for the program and those that it calls."""
        for v, value in zip(jaxpr.constvars, consts):
            names[v] = self._slot(v.aval, value)
        for eqn in jaxpr.eqns:
            ins = [self._read(v, names) for v in eqn.invars]
            called = jax_internals.called_program(eqn)
            if called is None:
                outs = [self._slot(v.aval) for v in eqn.outvars]
                steps.append((eqn, ins, outs))
            else:
                inner, consts = called
                within = dict(zip(inner.invars, ins))
                self._flatten(inner, consts, within, steps)
                outs = [self._read(v, within) for v in inner.outvars]
            names.update(zip(eqn.outvars, outs))

    def _needed(self, steps):
        """The steps that the results depend on, as what to call; raises Uncovered if NumPy cannot run them."""
        used, kept = set(self.outputs), []
        for eqn, ins, outs in reversed(steps):
            if used.isdisjoint(outs):
                continue
            used.update(ins)
            used.update(outs)
            if eqn.primitive.name == "scan":
                rule, params = self._loop(eqn), {}
            elif eqn.primitive.name == "cond":
                rule, params = self._choice(eqn), {}
            else:
                params = accepted(eqn.primitive.name, eqn.params)  # which refuses a primitive without a rule
                rule = RULES[eqn.primitive.name]
                # Compiling takes some ms and more for every step, a call here some us for every step and ns for what it makes.
                written = _written(eqn)
                self.compiling += 5e-4
                products = _products(eqn)
                self.running += 5e-6 + 2e-9 * written + 1e-10 * products
                self.made += written
                self.products += products
            dtypes = [np.dtype(v.aval.dtype) for v in eqn.outvars]
            kept.append((rule, ins, outs, dtypes, params, eqn.primitive.multiple_results))
        avals = [self._avals[i] for i in used]
        if any(getattr(a, "dtype", None) not in _KINDS for a in avals):
            raise Uncovered
        if self.made > MOST_ELEMENTS:
            raise Uncovered
        self._constants = {i: np.asarray(v) for i, v in self._constants.items() if i in used}
        return _freeing(kept[::-1], set(self.outputs))

    def _loop(self, eqn):
        """A loop over the first axis of some of its inputs, as a function of NumPy arrays."""
        params = eqn.params
        counts = jax_internals.scan_counts(params)
        if counts is None:
            raise Uncovered
        n_fixed, n_carry = counts
        body, length = Traced(params["jaxpr"]), params["length"]
        order = range(length - 1, -1, -1) if params["reverse"] else range(length)
        self.compiling += body.compiling
        self.running += body.running * length
        self.products += body.products * length
        self.made += body.made + sum(math.prod(v.aval.shape) for v in eqn.outvars)

        def run(*arrays):
            fixed, carry, streams = arrays[:n_fixed], arrays[n_fixed : n_fixed + n_carry], arrays[n_fixed + n_carry :]
            stacks = [np.empty((length, *shape), dtype) for shape, dtype in body.results[n_carry:]]
            for i in order:
                results = body.values([*fixed, *carry, *(s[i] for s in streams)])
                carry = results[:n_carry]
                for stack, value in zip(stacks, results[n_carry:]):
                    stack[i] = value
            return [*carry, *stacks]

        return run

    def _choice(self, eqn):
        """One of several programs, chosen by its first input, as a function of NumPy arrays."""
        bodies = [Traced(branch) for branch in eqn.params["branches"]]
        self.compiling += sum(body.compiling for body in bodies)
        self.running += max(body.running for body in bodies)
        self.products += max(body.products for body in bodies)
        self.made += max(body.made for body in bodies)

        def run(index, *arrays):
            return bodies[min(max(int(index), 0), len(bodies) - 1)].values(arrays)

        return run

    def values(self, leaves: Sequence[Any]) -> list[Any]:
        """The results, which may share memory with each other and with what came in."""
        values = list(self.initial)
        for i, (leaf, dtype) in enumerate(zip(leaves, self.kinds)):
            values[i] = np.asarray(leaf, dtype)
        for rule, ins, outs, dtypes, params, several, done in self.steps:
            results = rule(*[values[i] for i in ins], **params)
            for out, dtype, value in zip(outs, dtypes, results if several else (results,)):
                value = np.asarray(value)
                values[out] = value if value.dtype == dtype else value.astype(dtype)
            for i in done:
                values[i] = None
        return [values[place] for place in self.outputs]


def read(closed):
    """A traced program as `Traced`; `Uncovered` where it has to be compiled, for whatever reason."""
    try:
        return Traced(closed)
    except Uncovered:
        raise
    except Exception as error:
        raise Uncovered(f"a program of an unexpected form: {error!r}") from error


class Interpreted:
    """An interpreted program and the number of calls before the program is compiled, `calls_left`.

    That number is an estimate from the program, not measured: a script that is run again has to compile at the same call, or
    its results would differ in the last bit from run to run.
    """

    __slots__ = ("program", "calls_left")

    def __init__(self, closed, always=False) -> None:
        self.program = read(closed)
        if always:
            self.calls_left = math.inf
            return
        budget = self.program.compiling / self.program.running
        if budget < 2:
            raise Uncovered
        self.calls_left = int(min(budget, MOST_CALLS))

    def __call__(self, leaves):
        with np.errstate(all="ignore"), OneThread() if self.program.products else contextlib.nullcontext():
            values = self.program.values(leaves)
        copies = []
        for value, (shape, dtype) in zip(values, self.program.results):
            if value.shape != shape or value.dtype != dtype:
                raise Uncovered
            # A copy of its own: the device takes over the memory, and what came in is the caller's.
            copies.append(np.array(value, order="C"))
        self.calls_left -= 1
        return copies


def _freeing(steps, outputs):
    """The steps, each with the slots that nobody reads after it."""
    kept, seen = [], set(outputs)
    for step in reversed(steps):
        kept.append((*step, [i for i in {*step[1], *step[2]} if i not in seen]))
        seen.update(step[1])
    return kept[::-1]


def _products(eqn):
    """The multiplications of a step that is a matrix product."""
    out = math.prod(eqn.outvars[0].aval.shape)
    if eqn.primitive.name == "dot_general":
        (over, _), _ = eqn.params["dimension_numbers"]
        return out * math.prod(eqn.invars[0].aval.shape[i] for i in over)
    if eqn.primitive.name == "conv_general_dilated":
        filters = eqn.params["dimension_numbers"].rhs_spec[0]
        return out * math.prod(eqn.invars[1].aval.shape) // eqn.invars[1].aval.shape[filters]
    return 0


def _written(eqn):
    """The elements that a step writes."""
    if eqn.primitive.name in _VIEWS:
        return 0
    written = sum(math.prod(v.aval.shape) for v in eqn.outvars)
    if eqn.primitive.name == "conv_general_dilated":  # every window is written out
        out = eqn.params["dimension_numbers"].out_spec[1]
        written += _products(eqn) * eqn.params["feature_group_count"] // eqn.outvars[0].aval.shape[out]
    return written
