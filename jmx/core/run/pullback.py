"""What a recorded call with residuals leaves for its backward pass."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from ...config import compile_log, jax_programs
from ...native.symbols import at_present, scope
from ..declare import integers
from ..declare.room import room
from ..numpy_tier import Alike, Backward, jit, on_device, read, several_devices
from . import backward_segments
from .backward_segments import Segmented


class Saved(functools.partial):
    """Residuals of a recorded forward as a pytree: the arrays to keep, and (static) how to rebuild the pullback.

    Called, it is the pullback with these arrays. JAX makes one from both parts in every recorded call, here without a frame.
    """

    @property
    def pullback(self) -> Pullback:
        """How to rebuild the pullback."""
        return self.func  # pyright: ignore[reportReturnType]

    @property
    def kept(self) -> Any:
        """The arrays to keep."""
        return self.args[0]


jax.tree_util.register_pytree_node(Saved, lambda saved: (saved.kept, saved.func), Saved)

#: of a pullback's outputs, which have gradients (see `Program.gradient`): the only one
_THE_ONLY_ONE = (False,)


class Pullback:
    """How to rebuild a pullback from residuals.

    slots    for each residual whether it is kept ("k"), an input ("i"), an output ("o") or one of `constants` ("c"), and which
    constants    the `Constant`s that are the same in every call

    Two are equal that take the same residuals: those of a program for certain sizes, and for any.
    """

    def __init__(self, tree, slots, outs, title, n_kept, n_arrays, constants) -> None:
        self.tree, self.title = tree, title
        self._constants: list[Any] = self._made(constants)
        self.outs = [(o.shape, o.dtype) for o in outs]
        #: whether all outputs have gradients
        self.floating = all(integers.is_inexact(o.dtype) for o in outs)
        starts = {"k": 0, "i": n_kept, "o": n_kept + n_arrays, "c": n_kept + n_arrays + len(outs)}
        #: where the residuals are among what was kept, the inputs, the outputs and the constants
        self._places = [starts[kind] + i for kind, i in slots]
        self._compiled: dict[tuple, Alike | Segmented] = {}

    def __eq__(self, other):
        return self is other or (isinstance(other, Pullback) and self._what == other._what)

    def __hash__(self):
        return hash(self._what)

    @property
    def _what(self):
        return tuple(self._places), tuple([dtype for _, dtype in self.outs]), self.title

    def _made(self, constants):
        return [constant.made_for(constant.shape) for constant in constants]

    def __call__(self, kept, arrays, outputs, cts, memory=()):
        """The gradients, some of them written over the buffers in `memory`, which have their shapes and types."""
        every = *kept, *arrays, *outputs, *self._constants
        leaves = map(every.__getitem__, self._places)
        token, given = _token(cts)
        run = self._compiled.get(token)
        memory = [buffer for buffer in memory if buffer is not None] if memory else []
        if run is None:
            return self._first(token, list(leaves), given, memory)
        return run(memory, *leaves, *given)

    def _first(self, token, leaves, given, memory):
        back = functools.partial(self._back, token, len(leaves))
        compiled: Any = jit(back, donate=0, arrays_only=False, label=(self.title, "backward"), large=True)
        run = Alike(compiled, 1)
        if backward_segments.wanted():
            run = Segmented(back, run, self.title)
        return self._compiled.setdefault(token, run)(memory, *leaves, *given)

    def traced(self, token, specs):
        """The program that computes gradients, traced: by a call, or now for arguments like `specs`."""
        known = self._compiled.get(token)
        for program in known.function.programs() if isinstance(known, Alike) else []:
            return program
        back = functools.partial(self._back, token, len(self._places), [])
        return read(jax.jit(back, keep_unused=True).trace(*specs).jaxpr)

    def _back(self, token, n, memory, *arrays):
        """(memory, *residuals, *given cotangents) -> gradients; None for what is not differentiated."""
        cts = fill_cotangents(token, arrays[n:], self.outs)
        grads = jax.tree_util.tree_unflatten(self.tree, arrays[:n])(cts)
        return tuple(g if g.dtype != jax.dtypes.float0 else None for g in grads)


class PullbackOfAnySize(Pullback):
    """The pullback of a program that was traced with symbols in place of sizes (`numpy_tier/any_shape.py`).

    NumPy runs it, if it does the steps of the pullback for certain sizes.
    """

    def __init__(self, tree, slots, outs, title, kept, arrays, constants, sizes) -> None:
        super().__init__(tree, slots, outs, title, len(kept), len(arrays), constants)
        self._scope, every = sizes, (*kept, *arrays, *outs, *constants)
        self._residuals = [jax.ShapeDtypeStruct(every[i].shape, every[i].dtype) for i in self._places]
        #: by which cotangents are given, what computes the gradients; None if they are computed from the inputs
        self._trusted: dict[tuple, Backward | None] = {}
        #: a pullback for certain sizes, and these
        self._like: tuple[Pullback, Sequence[int]] | None = None

    def _made(self, constants):
        return constants

    def is_like(self, known: Pullback, numbers: Sequence[int]) -> None:
        """Take a pullback for certain sizes, `numbers` in place of the symbols, as the one that this has to agree with."""
        self._like = known, numbers

    def _agreeing(self, token) -> Backward | None:
        """What computes the gradients for these cotangents, None if it would do other steps than a pullback for certain sizes."""
        if self._like is None:
            return None
        specs = [jax.ShapeDtypeStruct(*out) for out, state in zip(self.outs, token) if state is False]
        known, numbers = self._like
        try:
            back = functools.partial(self._back, token, len(self._residuals), [])
            backward = Backward(back, self._scope, (*self._residuals, *specs), self._constants)
            if backward.agrees(numbers, lambda specs: known.traced(token, specs)):
                return backward
            why = "it does other steps than the program for these sizes"
        except Exception as error:  # what an operator's code raises on symbols
            why = f"{type(error).__name__}: {error}".splitlines()[0]
        compile_log.any_size((self.title, "backward"), why)
        return None

    def __call__(self, kept, arrays, outputs, cts, memory=()):
        """The gradients, or None where they have to be computed from the inputs."""
        token, given = _token(cts)
        if token not in self._trusted:
            self._trusted[token] = self._agreeing(token)
            if self._trusted[token] is None:
                self._scope.refused = True
        backward = self._trusted[token]
        return None if backward is None else backward(arrays, (*kept, *arrays, *outputs), self._places, given)


def _token(cts):
    """(which outputs have gradients, these)"""
    if len(cts) == 1 and cts[0] is not None:
        return _THE_ONLY_ONE, cts
    return tuple([None if c is None else False for c in cts]), [c for c in cts if c is not None]


#: bytes of an array that is kept for a program
_MOST_KEPT = 1 << 16


class Constant(NamedTuple):
    """A residual that is one number, repeated: its array is made once, where every call would make it."""

    number: Any
    shape: tuple[Any, ...]
    dtype: Any

    @staticmethod
    def of(leaf, platform) -> Constant | None:
        """What a residual is, or None for all others."""
        if platform != "cpu" or several_devices() or at_present(leaf.size) * leaf.dtype.itemsize > _MOST_KEPT:
            return None
        number = jax_programs.repeated_number(leaf)
        return None if number is None else Constant(number, leaf.shape, leaf.dtype)

    def made_for(self, shape) -> jax.Array:
        """It on the CPU, in a shape."""
        value = room(shape, self.dtype)
        value.fill(self.number)
        return on_device(value, jax.local_devices(backend="cpu")[0])


def saved(tree, slots, outs, title, kept, arrays, constants) -> Saved:
    """The residuals `kept` of a forward pass that is traced.

    Parameters
    ----------
    tree : jax.tree_util.PyTreeDef
        How to rebuild JAX's pullback from them.
    slots : list of (str, int)
        Where each comes from: "k", those that are kept, "i", the inputs, "o", the outputs, "c", the constants; and its position
        there.
    outs : sequence of jax.Array
        The outputs.
    title : str
        For reports of compilations.
    kept, arrays : sequence of jax.Array
        What is kept, and the inputs.
    constants : sequence of Constant
    """
    sizes = scope()
    if sizes is None:
        return Saved(Pullback(tree, slots, outs, title, len(kept), len(arrays), constants), kept)
    return Saved(PullbackOfAnySize(tree, slots, outs, title, kept, arrays, constants, sizes), kept)


def fill_cotangents(token, given, outs) -> tuple[Any, ...]:
    """Cotangents for all outputs: `token` has None (zeros) or False (the next of `given`) for each."""
    given, full = iter(given), []
    for state, (shape, dtype) in zip(token, outs):
        value: Any = next(given) if state is False else None
        if not integers.is_inexact(dtype):
            full.append(np.zeros(shape, jax.dtypes.float0))
        elif state is None:
            full.append(jnp.zeros(shape, dtype))
        else:
            full.append(value.astype(dtype) if value.dtype != dtype else value)
    return tuple(full)
