"""Programs: pure functions on jax arrays with everything needed to run them eagerly, recorded and differentiated.

Operators (one per set of attributes), lowered graphs and gradients of either are all programs.

An eager operator's backward is a program of its own that starts from the operator's *inputs*, which the tape keeps by
reference: forward is then the same program whether recorded or not, nothing is copied, and what backward does not need XLA
drops. A program whose forward is expensive (a whole graph) says `save=True`: its recorded forward returns residuals;
residuals that are inputs or outputs are kept by reference instead.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import jax
import jax.numpy as jnp

from ...base import MXNetError
from ...context import Context
from ...util import is_np_shape
from ..declare import integers
from ..declare.gradients import is_final, own_pullback, taken
from ..declare.x64 import is_wide, x64
from ..numpy_tier import Alike, TieredJit, in_64_bits_if_large, jit, settled
from . import on_values, rng
from .pullback import Constant, fill_cotangents, saved


def _integers_to_float(arrays, mask):
    """`arrays` with integers and booleans as floats if one of `mask` is: MXNet has gradients for them, JAX has not."""
    dtypes = {arrays[i].dtype for i in mask if integers.is_integral(arrays[i].dtype)}
    if not dtypes:
        return arrays
    dtype = jnp.float64 if is_wide(*dtypes) else jnp.float32
    return [a.astype(dtype) if a.dtype in dtypes else a for a in arrays]


#: operators that were seen to compute with what a function with a gradient of its own gives, or without such a function
_MIXED: set = set()


def differentiate(fn, arrays, mask, op=None) -> tuple[Any, ...]:
    """jax.vjp of `fn(*arrays)`, which returns (outputs, aux values), in the inputs at `mask`: (outputs, pullback, aux values).

    `op` is the operator that `fn` calls, if it calls one: that may know its gradient (`gradients.own_pullback`).
    """

    def of_some(*some):
        full = list(arrays)
        for i, a in zip(mask, some):
            full[i] = a
        return fn(*full)

    some = tuple([arrays[i] for i in mask])
    with integers.with_integer_gradients():
        if op is not None and not op.hosted and op not in _MIXED and is_final(some):
            with taken() as calls:
                outs, aux = fn(*arrays)
            pullback = own_pullback(calls, some, outs)
            if pullback is not None:
                return outs, pullback, aux
            _MIXED.add(op)
        return jax.vjp(of_some, *some, has_aux=True)


def _floating_gradient(fn, arrays, mask, of_graph, op):
    """(positions to differentiate in, outputs, pullback) of `fn`, integers in `mask` being floats."""
    inputs = _integers_to_float(arrays, mask)
    differentiable = [i for i in mask if integers.is_inexact(inputs[i].dtype)]
    integral = {i: a for i, (a, x) in enumerate(zip(arrays, inputs)) if a.dtype != x.dtype} if of_graph else None
    with integers.given_to_graph(integral):
        outs, pullback, _ = differentiate(fn, inputs, differentiable, op)
    return differentiable, outs, pullback


#: what a variant of a program computes, where it is not what the program is for
_TASKS = {"recorded": "forward, recorded", "stepped": "forward, backward"}

_THE_ONLY_CALL = frozenset((0,))


class Source:
    """What a program's function is made from, and what follows for those who run it.

    This one is a plain function's. Operators, graphs and gradients have classes of their own, whose attributes and methods say
    more.

    Parameters
    ----------
    name : str
        For messages.
    save : bool
        A recorded forward returns residuals (see the module's docstring).
    to_graph_calls : callable, optional
        What the method of this name does.
    """

    #: positions of the inputs that are written back
    aux: tuple = ()
    #: whether the function looks at them; what it does not look at does not compile anew
    needs_key = needs_train = needs_platform = False
    #: runs in 64-bit mode even on narrower inputs
    wide = False
    #: number of outputs handed to the caller (the first ones); None for all
    n_visible: int | None = None
    #: output shapes depend on values: never compiled as a whole
    dynamic = False
    #: scalars become floats where the first input is of a floating type, so that 2 and 2.0 are one program
    fit = False
    #: None, or (context, rng state, scalars, buffers, parents on the tape, out) -> (outputs, ()) of an eager call on the CPU,
    #: which NumPy makes so that nothing is compiled; None where the program has to run
    in_numpy: Callable[..., Any] | None = None
    #: None, or the function on NumPy arrays, for a dynamic program on the CPU
    values: Callable[..., Any] | None = None
    #: None, or (cotangents, *arrays) in NumPy -> gradients of the inputs, None for zeros
    values_gradient: Callable[..., Any] | None = None
    #: None, or a function of the input buffers of an eager call that raises for values it refuses
    inspect: Callable[..., Any] | None = None
    #: None, or for how many sets of shapes each variant stays compiled
    limit: int | None = None
    #: by position, the auxiliary inputs that are moving averages: (number of the call, factor of the old value or None) of
    #: each call that changes them
    moving: Mapping[int, tuple] = MappingProxyType({})
    #: by position, the inputs that calls set to one (`ones.py`): the numbers of these calls
    ones: Mapping[int, tuple] = MappingProxyType({})
    #: None, or the function with a tuple for a moving average that several calls change: what each makes of the value at first
    per_call: Callable[..., Any] | None = None
    #: of a graph: the `Lowered` that the function runs
    graph: Any = None
    #: of an operator: (operator, attributes)
    origin: tuple | None = None
    #: whether it may be traced with symbols in place of sizes (`numpy_tier/any_shape.py`)
    any_size = False
    #: of a gradient: (number of the last inputs, the gradients of outputs; function that gives these outputs)
    follows: tuple = 0, None
    #: for reports of compilations: what it computes, and what it belongs to
    task = "forward"
    title: str

    def __init__(self, name: str, save: bool = False, to_graph_calls: Callable[[Any], list] | None = None) -> None:
        self.name = self.title = name
        self.save, self._to_graph_calls = save, to_graph_calls

    def to_graph_calls(self, scalars: Any) -> list | None:
        """The nodes of a call with these scalars, for recorded graphs that become symbols; None where it is no node."""
        return None if self._to_graph_calls is None else self._to_graph_calls(scalars)

    def reached(self, mask: frozenset) -> frozenset:
        """The numbers of the calls that the gradients of the inputs at the positions `mask` pass."""
        return _THE_ONLY_CALL

    def jit(self, program: Program, name: str, platform: str | None) -> Callable[..., Any]:
        """What compiles the program in inference: its "plain" or "forward" variant."""
        return jit


class _Gradient(Source):
    """A gradient of a program in the inputs `mask`; its last inputs are those cotangents that `token` says are given."""

    task = "backward"

    def __init__(self, program: Program, mask: tuple[int, ...], token: tuple) -> None:
        super().__init__(f"gradient of {program.name}")
        source = program.source
        for fact in ("needs_key", "needs_train", "needs_platform", "wide", "dynamic", "limit", "any_size"):
            setattr(self, fact, getattr(source, fact))
        self.title, self.values = program.title, on_values.gradients(program, mask, token)
        given = [i for i, state in enumerate(token) if state is False]
        if given:
            self.follows = len(given), lambda *args: [program.fn(*args)[0][i] for i in given]


class Program:
    """A pure function with its compiled variants.

    fn(train, platform, key, scalars, *arrays) -> (tuple of outputs, tuple of new values of the aux inputs; None for one
    that stays as it is)

    source    what `fn` is made from: a `Source`
    """

    def __init__(self, fn: Callable[..., Any], source: Source) -> None:
        self.fn, self.source = fn, source
        # What every call asks stands here as well: one look less.
        self.name, self.aux = source.name, tuple(source.aux)
        self.n_visible, self.save, self.fit = source.n_visible, source.save, source.fit
        self.needs_key, self.needs_train, self.needs_platform = source.needs_key, source.needs_train, source.needs_platform
        self.wide, self.dynamic, self.in_numpy, self.inspect = source.wide, source.dynamic, source.in_numpy, source.inspect
        self.moving, self.ones, self.graph, self.origin = dict(source.moving), dict(source.ones), source.graph, source.origin
        #: whether `dispatch.run` may call "plain" at once where a call has inputs, but no scalars, no `out` and no arrays of 64
        #: bits, and is not recorded. Decided here, so that a call asks one question in place of five.
        self.is_plain = not (self.aux or self.needs_key or self.wide or self.in_numpy is not None or self.inspect is not None)
        #: by position, the buffers last given to the inputs that are set to one
        self.set: dict[int, Any] = {}
        #: by what JAX says of the arrays of a call: (whether it needs 64 bits, whether all are of floating point)
        self.kinds: dict[tuple, tuple[bool, bool]] = {}
        #: for reports of compilations; a block of Gluon gives its own
        self.title = source.title
        #: whether what is compiled is another program's too
        self.shares = False
        #: what has been compiled, by variant: (which of the methods below, train, platform, what else it was called with).
        #: train and platform are None where fn does not look at them. `dispatch.run` looks up "plain" by itself.
        self.variants: dict[tuple, Any] = {}

    def __repr__(self) -> str:
        return f"<program {self.name}>"

    @property
    def compiled(self) -> bool:
        """Whether anything has been compiled, for some shapes at least."""
        return bool(self.variants)

    def fresh(self) -> Program:
        """The same program with nothing compiled yet."""
        other = object.__new__(type(self))
        vars(other).update(vars(self), shares=False, variants={}, set={}, kinds={})
        return other

    def share(self, other) -> None:
        """Take over what a program of the same function has compiled, and compile for both from now on."""
        self.variants, self.shares = other.variants, True

    def forget(self) -> None:
        """Free what has been compiled. (The compiled functions hold the program: it is not freed with it before.)"""
        self.variants = {}

    def _variant(self, name, train, platform, *how):
        """The compiled method `_name`, its first arguments given."""
        variant = (name, *self._ambient(train, platform), *how)
        call = self.variants.get(variant)
        if call is None:
            call = functools.partial(getattr(self, "_" + name), train, platform, *how)
            if not self.dynamic:
                in_inference = not train and name in ("plain", "forward")
                compiled = self.source.jit(self, name, platform) if in_inference else jit
                call = compiled(
                    call,
                    arrays_only=name == "plain",
                    limit=self.source.limit,
                    name=self.name,
                    label=(self.title, _TASKS.get(name, self.source.task)),
                    any_size=self._any_size(name, train, platform),
                )
                # what takes many arrays; of a few it is quicker to ask for the shapes
                if type(call) is TieredJit and (self.source.limit is not None or name == "recorded"):
                    call = Alike(call, 0 if name == "plain" else 2)
            else:
                call = in_64_bits_if_large(call)
                if self.source.values is not None and name in ("plain", "forward"):
                    call = on_values.instead_of(call, self.source.values, train, platform, name == "plain")
            call = self.variants.setdefault(variant, call)  # another thread may have been first
        return call

    def _ambient(self, train, platform):
        """What tracing reads besides the arrays: a part of the key of everything that is compiled."""
        return train if self.needs_train else None, platform if self.needs_platform else None, is_np_shape()

    def forward(self, train, platform) -> Callable[..., Any]:
        """The compiled function (rng state, scalars, *arrays) -> (outputs, aux values)."""
        # `dispatch` asks with None for what the program does not look at: that is the key already, which saves two frames
        call = self.variants.get(("forward", train, platform, is_np_shape()))
        return call or self._variant("forward", train, platform)

    def plain(self, train, platform) -> Callable[..., Any]:
        """The compiled function of the arrays alone, for a program without key and scalars: the shortest way to call it."""
        return self._variant("plain", train, platform)

    def recorded(self, train, platform, mask, per_call=False) -> Callable[..., Any]:
        """The compiled function (rng state, scalars, *arrays) -> (outputs, aux values, residuals).

        With `per_call` the aux values are those of the function `per_call`, if there is one.
        """
        own = bool(per_call and self.source.per_call)
        call = self.variants.get(("recorded", train, platform, is_np_shape(), mask, own))  # as `forward`
        return call or self._variant("recorded", train, platform, mask, own)

    def stepped(self, train, platform, mask, per_call=False) -> Callable[..., Any]:
        """The compiled function (rng state, scalars, *arrays) -> (outputs, aux values, gradients of the inputs in `mask`).

        For programs whose outputs are losses: the gradients of the outputs are not looked at.
        """
        return self._variant("stepped", train, platform, mask, bool(per_call and self.source.per_call))

    def pullback(self, mask, token, train, platform, plain) -> Callable[..., Any]:
        """The compiled function of `gradient(mask, token)`, of the arrays alone if `plain`."""
        variant = ("pullback", mask, token, train, platform, is_np_shape(), plain)
        call = self.variants.get(variant)
        if call is None:
            gradient = self.gradient(mask, token)
            call = self.variants.setdefault(variant, (gradient.plain if plain else gradient.forward)(train, platform))
        return call

    def _forward(self, train, platform, rng_state, scalars, *arrays, per_call=False, **how):
        key = rng.key_of(rng_state) if self.needs_key else None
        fn: Any = self.source.per_call if per_call else self.fn
        return fn(train, platform, key, scalars, *arrays, **how)

    def _plain(self, train, platform, *arrays):
        return self.fn(train, platform, None, (), *arrays)

    def _any_size(self, name, train, platform):
        """The option of `jit` for a program that may be traced with symbols."""
        if not self.source.any_size or (name == "recorded" and self.source.follows[0]):
            return None
        return self.source.follows[0], functools.partial(self._following, name == "plain", train, platform)

    def _following(self, plain, train, platform, *args):
        """What is like the last inputs of a gradient, from the other arguments of `_plain` or `_forward`."""

        def outputs(rng_state, scalars, *arrays):
            key = rng.key_of(rng_state) if self.needs_key else None
            return self.source.follows[1](train, platform, key, scalars, *arrays)

        return jax.eval_shape(functools.partial(outputs, None, ()) if plain else outputs, *args)

    def _stepped(self, train, platform, mask, per_call, rng_state, scalars, *arrays):
        outs, pullback, aux = self._differentiated(train, platform, mask, per_call, rng_state, scalars, arrays)
        cts = fill_cotangents((None,) * len(outs), (), [(o.shape, o.dtype) for o in outs])
        return outs, aux, pullback(cts)

    def _differentiated(self, train, platform, mask, per_call, rng_state, scalars, arrays):
        """(outputs, pullback, aux values)"""
        fn = functools.partial(self._forward, train, platform, rng_state, scalars)
        if self.graph is not None and not per_call:
            found = fn(*arrays, mask=mask)
            if found is not None:
                outs, aux, pullback = found
                return outs, pullback, aux
        op = None if self.origin is None else self.origin[0]
        return differentiate(functools.partial(fn, per_call=per_call), arrays, mask, op)

    def _recorded(self, train, platform, mask, per_call, rng_state, scalars, *arrays):
        outs, pullback, aux = self._differentiated(train, platform, mask, per_call, rng_state, scalars, arrays)
        leaves, tree = jax.tree_util.tree_flatten(pullback)
        known = {id(a): ("i", i) for i, a in enumerate(arrays)}
        for i, o in enumerate(outs):
            known.setdefault(id(o), ("o", i))
        kept, constants, slots = [], [], []
        for leaf in leaves:
            slot = known.get(id(leaf))
            if slot is None:
                constant = Constant.of(leaf, platform)
                slot = known[id(leaf)] = ("k", len(kept)) if constant is None else ("c", len(constants))
                (kept if constant is None else constants).append(leaf if constant is None else constant)
            slots.append(slot)
        return outs, aux, saved(tree, slots, outs, self.title, kept, arrays, constants)

    def gradient(self, mask, token) -> Program:
        """The program (inputs, then given cotangents) -> gradients of the inputs in `mask`.

        `token` has, for each output, None (its cotangent is zero) or False (given).
        """
        program = self.variants.get(("gradient", mask, token))
        if program is not None:
            return program
        n_given = sum(t is False for t in token)

        def fn(train, platform, key, scalars, *arrays):
            n = len(arrays) - n_given
            given, run = arrays[n:], functools.partial(self.fn, train, platform, key, scalars)
            of_graph = self.graph is not None
            op = None if self.origin is None else self.origin[0]
            flat_integers = op is not None and op.traits.flat_integers
            floats = tuple(filter(lambda i: integers.is_inexact(arrays[i].dtype), mask))
            with integers.in_floating_point():
                try:
                    differentiable, outs, pullback = _floating_gradient(
                        run, arrays[:n], floats if flat_integers else mask, of_graph, op
                    )
                except MXNetError:
                    # an operator that takes integers only has no gradient of them
                    differentiable, outs, pullback = _floating_gradient(run, arrays[:n], floats, of_graph, op)
            cts = fill_cotangents(token, given, [(o.shape, o.dtype) for o in outs])
            grads = dict(zip(differentiable, pullback(cts)))
            return tuple(
                integers.convert(grads[i], arrays[i].dtype) if i in grads else jnp.zeros_like(arrays[i]) for i in mask
            ), ()

        program = Program(fn, _Gradient(self, mask, token))
        return self.variants.setdefault(("gradient", mask, token), program)


def execute(compiled: Callable[..., Any], wide: bool, ctx: Context, rng_state: Any, scalars: Any, bufs: Any) -> Any:
    """Call what `Program.forward` and its relatives return, in JAX's 64-bit mode if `wide`; without arrays on ctx's device."""
    if wide:
        with x64(True):
            return execute(compiled, False, ctx, rng_state, scalars, bufs)
    if bufs:
        return compiled(rng_state, scalars, *bufs)
    with jax.default_device(ctx.device):
        return settled(compiled(rng_state, scalars), ctx.device)
