"""Programs: pure functions on jax arrays with everything needed to run them eagerly, recorded and differentiated.

Operators (one per set of attributes), lowered graphs and gradients of either are all programs.

An eager operator's backward is a program of its own that starts from the operator's *inputs*, which the tape keeps by
reference: forward is then the same program whether recorded or not, nothing is copied, and what backward does not need XLA
drops. A program whose forward is expensive (a whole graph) says `save=True`: its recorded forward returns residuals;
residuals that are inputs or outputs are kept by reference instead.
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np

from ...dtype import WIDE
from ...util import is_np_shape
from ..numpy_tier.tiered import BoundedTieredJit, tiered_jit
from . import rng


def _of_lists(args):
    return [*args[0], *args[1]]


def _of_program(args):
    rng_state, scalars, *arrays = args
    if scalars:
        arrays = [*jax.tree_util.tree_leaves(scalars), *arrays]
    return arrays if rng_state is None else [rng_state, *arrays]


class _Saved:
    """Residuals of a recorded forward as a pytree: the arrays to keep, and (static) how to rebuild the pullback."""

    __slots__ = ("pullback", "kept")

    def __init__(self, pullback, kept):
        self.pullback, self.kept = pullback, kept


jax.tree_util.register_pytree_node(_Saved, lambda s: (s.kept, s.pullback), lambda pullback, kept: _Saved(pullback, kept))


class _Pullback:
    """How to rebuild a pullback from residuals: `slots` says for each one whether it is kept, an input or an output."""

    def __init__(self, tree, slots, outs):
        self.tree, self.slots = tree, slots
        self.outs = [(o.shape, o.dtype) for o in outs]
        self._compiled = {}

    def __call__(self, kept, arrays, outputs, cts):
        source = {"k": kept, "i": arrays, "o": outputs}
        leaves = [source[kind][i] for kind, i in self.slots]
        token = tuple(None if c is None else False for c in cts)
        run = self._compiled.get(token)
        if run is None:

            def back(leaves, given):
                full = fill_cotangents(token, given, self.outs)
                return tuple(
                    g if g.dtype != jax.dtypes.float0 else None for g in jax.tree_util.tree_unflatten(self.tree, leaves)(full)
                )

            run = self._compiled[token] = tiered_jit(jax.jit(back), _of_lists)
        return run(leaves, [c for c in cts if c is not None])


def fill_cotangents(token, given, outs):
    """Cotangents for all outputs: `token` has None (zeros) or False (the next of `given`) for each."""
    given, full = iter(given), []
    for state, (shape, dtype) in zip(token, outs):
        value = next(given) if state is False else None
        if not jnp.issubdtype(dtype, jnp.inexact):
            full.append(np.zeros(shape, jax.dtypes.float0))
        elif state is None:
            full.append(jnp.zeros(shape, dtype))
        else:
            full.append(value.astype(dtype) if value.dtype != dtype else value)
    return tuple(full)


def _integers_to_float(arrays, mask):
    """`arrays` with integers as floats if one of `mask` is integer: MXNet has gradients for them, JAX has not."""
    kinds = {arrays[i].dtype for i in mask if jnp.issubdtype(arrays[i].dtype, jnp.integer)}
    if not kinds:
        return arrays
    kind = jnp.float64 if any(k in WIDE for k in kinds) else jnp.float32
    return [a.astype(kind) if a.dtype in kinds else a for a in arrays]


class Program:
    """A pure function with its compiled variants.

    fn(train, platform, key, scalars, *arrays) -> (tuple of outputs, tuple of new values of the aux inputs; None for one
    that stays as it is)

    name           for messages
    aux            positions of the inputs that are written back
    needs_key, needs_train, needs_platform   whether fn looks at them; what it does not look at does not compile anew
    wide           runs in 64-bit mode even on narrower inputs
    n_visible      number of outputs handed to the caller (the first ones); None for all
    save           recorded forward returns residuals (see the module's docstring)
    dynamic        output shapes depend on values: never compiled as a whole
    host           None, or words, scalars -> a NumPy array: what an eager call on the CPU does instead of compiling
    inspect        None, or a function of the input buffers of an eager call that raises for values it refuses
    limit          None, or for how many sets of shapes each variant stays compiled
    fit            scalars become floats where the first input is of a floating type, so that 2 and 2.0 are one program
    """

    def __init__(
        self,
        fn,
        name="",
        *,
        aux=(),
        needs_key=False,
        needs_train=False,
        needs_platform=False,
        wide=False,
        n_visible=None,
        save=False,
        dynamic=False,
        fit=False,
        host=None,
        inspect=None,
        limit=None,
    ):
        self.fn, self.name, self.aux = fn, name, tuple(aux)
        self.needs_key, self.needs_train, self.needs_platform = needs_key, needs_train, needs_platform
        self.wide, self.n_visible, self.save, self.dynamic, self.fit = wide, n_visible, save, dynamic, fit
        self.host, self.inspect, self.limit = host, inspect, limit
        self.to_graph_calls = None
        self.shares = False
        self._forward, self._plain, self._recorded, self._gradients, self._pullbacks = {}, {}, {}, {}, {}
        self._stepped = {}

    def __repr__(self):
        return f"<program {self.name}>"

    @property
    def compiled(self):
        """Whether a forward pass has been compiled, for some shapes at least."""
        return bool(self._forward or self._plain or self._recorded or self._stepped)

    def fresh(self):
        """The same program with nothing compiled yet."""
        made = object.__new__(type(self))
        vars(made).update(vars(self))
        made.shares = False
        made.forget()
        return made

    def share(self, other):
        """Take over what a program of the same function has compiled, and compile for both from now on."""
        for name, value in vars(other).items():
            if type(value) is dict:
                vars(self)[name] = value
        self.shares = True

    def forget(self):
        """Free what has been compiled. (The compiled functions hold the program: it is not freed with it before.)"""
        for name, value in vars(self).items():
            if type(value) is dict:  # the caches, and nothing else
                vars(self)[name] = {}

    def _pure(self, train, platform, rng_state, scalars, *arrays):
        key = rng.key_of(rng_state) if self.needs_key else None
        return self.fn(train, platform, key, scalars, *arrays)

    def _jitted(self, call, leaves=None):
        return (
            tiered_jit(jax.jit(call), leaves)
            if self.limit is None
            else BoundedTieredJit(call, leaves or list, self.name, self.limit)
        )

    def _ambient(self, train, platform):
        """What tracing reads besides the arrays: a part of the key of everything that is compiled."""
        return train if self.needs_train else None, platform if self.needs_platform else None, is_np_shape()

    def forward(self, train, platform):
        """The compiled function (words, scalars, *arrays) -> (outputs, aux values)."""
        variant = self._ambient(train, platform)
        run = self._forward.get(variant)
        if run is None:
            run = functools.partial(self._pure, train, platform)
            if not self.dynamic:
                run = self._jitted(run, _of_program)
            self._forward[variant] = run
        return run

    def plain(self, train, platform):
        """The compiled function of the arrays alone, for a program without key and scalars: the shortest way to call it."""
        variant = self._ambient(train, platform)
        run = self._plain.get(variant)
        if run is None:
            run = functools.partial(self._pure, train, platform, None, ())
            if not self.dynamic:
                run = self._jitted(run)
            self._plain[variant] = run
        return run

    def recorded(self, train, platform, mask):
        """The compiled function (words, scalars, *arrays) -> (outputs, aux values, residuals)."""
        variant = (*self._ambient(train, platform), mask)
        run = self._recorded.get(variant)
        if run is None:
            call = functools.partial(self._with_residuals, train, platform, mask)
            run = self._recorded[variant] = self._jitted(call, _of_program)
        return run

    def stepped(self, train, platform, mask):
        """The compiled function (words, scalars, *arrays) -> (outputs, aux values, gradients of the inputs in `mask`).

        For programs whose outputs are losses: the gradients of the outputs are not looked at.
        """
        variant = (*self._ambient(train, platform), mask)
        run = self._stepped.get(variant)
        if run is None:
            call = functools.partial(self._with_gradients, train, platform, mask)
            run = self._stepped[variant] = self._jitted(call, _of_program)
        return run

    def _with_gradients(self, train, platform, mask, rng_state, scalars, *arrays):
        outs, pullback, aux = self._pulled(train, platform, mask, rng_state, scalars, arrays)
        cts = fill_cotangents((None,) * len(outs), (), [(o.shape, o.dtype) for o in outs])
        return outs, aux, pullback(cts)

    def _pulled(self, train, platform, mask, rng_state, scalars, arrays):
        """jax.vjp in the inputs of `mask`: (outputs, pullback, aux values)."""

        def partial(*some):
            full = list(arrays)
            for i, a in zip(mask, some):
                full[i] = a
            return self._pure(train, platform, rng_state, scalars, *full)

        return jax.vjp(partial, *(arrays[i] for i in mask), has_aux=True)

    def _with_residuals(self, train, platform, mask, rng_state, scalars, *arrays):
        outs, pullback, aux = self._pulled(train, platform, mask, rng_state, scalars, arrays)
        leaves, tree = jax.tree_util.tree_flatten(pullback)
        known = {id(a): ("i", i) for i, a in enumerate(arrays)}
        for i, o in enumerate(outs):
            known.setdefault(id(o), ("o", i))
        kept, slots = [], []
        for leaf in leaves:
            slot = known.get(id(leaf))
            if slot is None:
                slot = known[id(leaf)] = ("k", len(kept))
                kept.append(leaf)
            slots.append(slot)
        return outs, aux, _Saved(_Pullback(tree, slots, outs), kept)

    def pullback(self, mask, token, train, platform, plain):
        """The compiled function of `gradient(mask, token)`, of the arrays alone if `plain`."""
        variant = (mask, token, *self._ambient(train, platform), plain)
        run = self._pullbacks.get(variant)
        if run is None:
            back = self.gradient(mask, token)
            run = self._pullbacks[variant] = (back.plain if plain else back.forward)(train, platform)
        return run

    def gradient(self, mask, token):
        """The program (inputs, then given cotangents) -> gradients of the inputs in `mask`.

        `token` has, for each output, None (its cotangent is zero) or False (given).
        """
        found = self._gradients.get((mask, token))
        if found is None:
            n_given = sum(t is False for t in token)

            def fn(train, platform, key, scalars, *arrays):
                n = len(arrays) - n_given
                inputs, given = _integers_to_float(arrays[:n], mask), arrays[n:]
                smooth = [i for i in mask if jnp.issubdtype(inputs[i].dtype, jnp.inexact)]

                def partial(*some):
                    full = list(inputs)
                    for i, a in zip(smooth, some):
                        full[i] = a
                    return self.fn(train, platform, key, scalars, *full)

                outs, pullback, _ = jax.vjp(partial, *(inputs[i] for i in smooth), has_aux=True)
                cts = fill_cotangents(token, given, [(o.shape, o.dtype) for o in outs])
                grads = dict(zip(smooth, pullback(cts)))
                return tuple(grads[i].astype(arrays[i].dtype) if i in grads else jnp.zeros_like(arrays[i]) for i in mask), ()

            found = self._gradients[mask, token] = Program(
                fn,
                f"gradient of {self.name}",
                needs_key=self.needs_key,
                needs_train=self.needs_train,
                needs_platform=self.needs_platform,
                wide=self.wide,
                dynamic=self.dynamic,
                limit=self.limit,
            )
        return found
