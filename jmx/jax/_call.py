"""`jmx.jax.call`: functions of JAX on MXNet's arrays and symbols."""

from __future__ import annotations

import functools
import itertools
import os
from collections import OrderedDict

import jax
import jax.numpy as jnp
import numpy as np
from jax.tree_util import tree_flatten, tree_unflatten

from ..base import MXNetError
from ..config.locks import RLock, survives_fork
from ..core.run import dispatch, recording, storage
from ..core.run.jax_arrays import adopt, refuse_sparse
from ..core.run.program import Program, Source
from ..core.run.storage import ArrayBase, place, wrap
from ..ops.jax_function import FUNCTIONS
from ..symbol import Symbol
from ..symbol.numpy import _Symbol
from ..symbol.register import create

#: for how many sets of arguments (shapes, element types, nesting, keywords) one function stays compiled
_KEPT = 64
#: how many functions that have no attributes of their own stay compiled
_KEPT_OTHERS = 64
#: the attribute of a function that holds its compiled calls, so that they go when the function goes
_ATTRIBUTE = "__jmx_calls__"

_numbers = itertools.count()
_lock = survives_fork(RLock())


def call(fn, *arrays, **static):
    """Call a function of JAX on mx arrays, recorded by autograd; or put it into a graph where it is called on symbols.

    The function is compiled (`jax.jit`) once for each set of shapes, and its gradient is that of `jax.vjp`. For autograd it is
    one operator: `backward`, `autograd.grad` and higher derivatives pass through it.

    Parameters
    ----------
    fn : callable
        A function of `jax.Array`s, as for `jax.jit`: it is traced, so that it must not look at values or write to anything.
    *arrays : NDArray, ndarray, Symbol, jax.Array, numpy.ndarray or number, or nested tuples, lists and dictionaries of them
        What fn gets, as `jax.Array`s. Gradients flow to mx arrays of floating point. With no mx array or symbol among them the
        result is that of `fn(*arrays, **static)`.
    **static
        Further keyword arguments of fn, hashable, which are compiled in: another value compiles anew.

    Returns
    -------
    NDArray, ndarray or Symbol, or nested as fn's result is
        Of the class of the first mx array among the arguments, and on its context. On symbols fn returns one array, or a tuple
        of as many as its attribute `num_outputs` says.

    Raises
    ------
    MXNetError
        fn raised, returned something that is no array, or cannot be differentiated. The text names fn.
    TypeError
        An argument cannot be passed.

    Examples
    --------
    >>> def gelu(x, approximate=True):
    ...     return jax.nn.gelu(x, approximate=approximate)
    >>> x = mx.nd.array([-1, 0, 2])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = jmx.jax.call(gelu, x, approximate=False)
    >>> y.backward()
    >>> x.grad.asnumpy().round(4)
    array([-0.0833,  0.5   ,  1.0852], dtype=float32)
    """
    if not callable(fn):
        raise TypeError(f"jmx.jax.call needs a function and then its arguments, got {type(fn).__name__} for the function")
    leaves, tree = tree_flatten(arrays, is_leaf=_is_own)
    first = next((leaf for leaf in leaves if isinstance(leaf, (ArrayBase, Symbol))), None)
    if first is None:
        return fn(*arrays, **static)
    keywords = _keywords(fn, static)
    if isinstance(first, Symbol):
        return _on_symbols(fn, leaves, tree, static, first)
    ctx, cls = first._ctx, storage.numpy_class if first._numpy else storage.array_class
    inputs, scalars, slots = [], [], []
    for leaf in leaves:
        if type(leaf) in (bool, int, float, complex):
            slots.append(type(leaf))
            scalars.append(leaf)
        else:
            slots.append(None)
            inputs.append(_input(fn, leaf, ctx))
    shapes = tuple([(a.shape, a._data().dtype) for a in inputs])
    wide = jax.dtypes.canonicalize_dtype(np.int64) == np.int64
    key = (tree, keywords, tuple(slots), shapes, wide)
    compiled = _compiled_calls(fn).get(key, lambda: _Compiled(fn, tree, slots, static))
    outs = _named(fn, dispatch.run)(compiled.program, inputs, tuple(scalars), cls=cls)
    if outs[0]._entry is not None:
        node = outs[0]._entry[0]
        recording.reroute(outs, _named(fn, node.pull), _named(fn, node.redo))
    return tree_unflatten(compiled.out_tree, outs)


def _named(fn, run):
    """`run`, what it raises as MXNetError that names the function: JAX's errors of differentiation name primitives."""

    def named(*args, **kwargs):
        try:
            return run(*args, **kwargs)
        except MXNetError:
            raise
        except Exception as error:
            raise MXNetError(f"Error in {describe(fn)}: {type(error).__name__}: {error}") from error

    return named


def describe(fn) -> str:
    """A function as messages name it: its name, and where it was written."""
    inner = fn
    while isinstance(inner, functools.partial):
        inner = inner.func
    name = getattr(inner, "__qualname__", None) or type(inner).__qualname__
    code = getattr(inner, "__code__", None)
    where = f" ({os.path.basename(code.co_filename)}:{code.co_firstlineno})" if code else ""
    return f"jmx.jax.call of {name}{where}"


def _is_own(leaf):
    return isinstance(leaf, (ArrayBase, Symbol))


def _keywords(fn, static):
    """The keyword arguments as a part of the key of what is compiled; 1, 1.0 and True are three values."""
    for name, value in static.items():
        if any(_is_own(leaf) or isinstance(leaf, (jax.Array, np.ndarray)) for leaf in tree_flatten(value, is_leaf=_is_own)[0]):
            raise TypeError(f"{describe(fn)}: the keyword argument {name} holds an array; pass arrays by position")
        try:
            hash(value)
        except TypeError:
            raise TypeError(
                f"{describe(fn)}: the keyword argument {name} is compiled in, so that it must be hashable, and "
                f"{type(value).__name__} is not; pass a tuple, or numbers and arrays by position"
            ) from None
    return tuple([(name, type(value), value) for name, value in sorted(static.items())])


def _input(fn, leaf, ctx):
    """A leaf of the arguments as an array; one that gets no gradient has no place on the tape."""
    if isinstance(leaf, ArrayBase):
        if not leaf._dense:
            refuse_sparse(leaf)
        if leaf._entry is not None and not jnp.issubdtype(leaf._data().dtype, jnp.inexact):
            return wrap(leaf._data(), leaf._ctx)
        return leaf
    if isinstance(leaf, jax.Array):
        return adopt(leaf, ctx)
    if isinstance(leaf, (np.ndarray, np.generic)) and leaf.dtype.kind in "fiubV":
        return wrap(place(np.array(leaf, order="C"), ctx), ctx)
    raise TypeError(
        f"{describe(fn)}: cannot pass a {type(leaf).__name__} by position; arguments by position are arrays and numbers, others "
        "are passed by keyword and compiled in"
    )


class _Compiled:
    """A function for one set of arguments: its program, and how its outputs are nested (known once it was traced)."""

    def __init__(self, fn, tree, slots, static):
        self.out_tree = None
        self._function = fn, tree, slots, static
        self.program = Program(self._run, Source(describe(fn), save=True, to_graph_calls=self._to_graph_calls))

    def _run(self, train, platform, key, scalars, *buffers):
        fn, tree, slots, static = self._function
        numbers, arrays = iter(scalars), iter(buffers)
        leaves = [next(arrays) if slot is None else next(numbers) for slot in slots]
        outs, self.out_tree = _traced(fn, tree, leaves, static)
        return outs, ()

    def _to_graph_calls(self, scalars):
        """The call as a node, for recorded computations that become symbols."""
        fn, tree, slots, static = self._function
        numbers = iter(scalars)
        baked = [_Hole if slot is None else next(numbers) for slot in slots]
        return [("_jmx_call", {"function": _register(fn, tree, baked, static), "num_outputs": str(self.out_tree.num_leaves)})]


class _Hole:
    """Stands for an array among the arguments of a function in a graph."""


def _traced(fn, tree, leaves, static):
    """(output buffers, their nesting) of the function on values that JAX traces."""
    try:
        result = fn(*tree_unflatten(tree, leaves), **static)
    except Exception as error:
        text = str(error) if isinstance(error, MXNetError) else f"{type(error).__name__}: {error}"
        raise MXNetError(f"Error in {describe(fn)}: {text}") from error
    values, out_tree = tree_flatten(result, is_leaf=_is_own)
    if not values:
        raise MXNetError(f"Error in {describe(fn)}: it returned {result!r}, without any array; expected jax arrays.")
    for value in values:
        if not isinstance(value, (jax.Array, np.ndarray, np.generic, bool, int, float)):
            raise MXNetError(f"Error in {describe(fn)}: it returned a {type(value).__name__}; expected jax arrays.")
    return tuple([jnp.asarray(value) for value in values]), out_tree


# ---- what is compiled, and for how long


class _Calls:
    """The compiled calls of one function, those used last."""

    def __init__(self, owner=None):
        # A wrapper made by functools.wraps takes over the attributes of the function that it wraps: it is another owner.
        self.owner = owner
        self._kept: OrderedDict = OrderedDict()

    def __reduce__(self):
        return _Calls, ()  # a copy of the function, also one in another process, compiles anew

    def __deepcopy__(self, memo):
        return _Calls()

    def get(self, key, make):
        with _lock:
            found = self._kept.get(key)
            if found is None:
                found = self._kept[key] = make()
                _shorten(self._kept, _KEPT)
            else:
                self._kept.move_to_end(key)
            return found


def _shorten(kept, most) -> None:
    while len(kept) > most:
        kept.popitem(last=False)


#: the calls of what takes no attributes, such as bound methods: by the function, those used last
_others: OrderedDict = OrderedDict()


def _compiled_calls(fn):
    """The `_Calls` of a function, kept on the function itself where it takes attributes: both are freed together."""
    calls = getattr(fn, "__dict__", {}).get(_ATTRIBUTE)
    if calls is not None and calls.owner is fn:
        return calls
    calls = _Calls(fn)
    try:
        fn.__dict__[_ATTRIBUTE] = calls
        return calls
    except (AttributeError, TypeError):
        pass
    try:
        key = fn, hash(fn)
    except TypeError:
        key = None, id(fn)
    with _lock:
        known = _others.get(key)
        if known is None:
            known = _others[key] = calls
            _shorten(_others, _KEPT_OTHERS)
        else:
            _others.move_to_end(key)
        return known


# ---- graphs


def _on_symbols(fn, leaves, tree, static, first):
    """The node, or nodes, that call the function in a graph."""
    inputs, baked = [], []
    for leaf in leaves:
        if isinstance(leaf, Symbol):
            if leaf.num_outputs != 1:
                raise MXNetError(f"{describe(fn)}: an argument is a symbol of {leaf.num_outputs} outputs; pass them one by one")
            inputs.append(leaf)
            baked.append(_Hole)
        elif isinstance(leaf, ArrayBase):
            raise TypeError(
                f"{describe(fn)}: symbols and mx arrays are mixed; inside of hybrid_forward take parameters from its arguments"
            )
        else:
            baked.append(leaf)
    count = getattr(fn, "num_outputs", 1)
    hint = (getattr(fn, "__name__", None) or type(fn).__name__).strip("<>").lower()
    attrs = {"function": _register(fn, tree, baked, static, count), "num_outputs": count}
    cls = _Symbol if isinstance(first, _Symbol) else Symbol
    made = create("_jmx_call", hint, inputs, attrs, None, None, cls)
    return made if count == 1 else tuple(made)


def _register(fn, tree, baked, static, count=None):
    """The name in `FUNCTIONS` of the function with some leaves of its arguments given; `count` is the number of its outputs.

    Graphs refer to it by name, and nobody can tell when the last one is gone: it stays for as long as the process.
    """

    def run(*buffers):
        arrays = iter(buffers)
        leaves = [next(arrays) if leaf is _Hole else leaf for leaf in baked]
        outs, out_tree = _traced(fn, tree, leaves, static)
        if count is None or (len(outs) == count and (count > 1 or out_tree.num_nodes == 1)):
            return outs
        raise MXNetError(
            f"Error in {describe(fn)}: it returned {len(outs)} arrays as {out_tree}. In a graph it returns one array, or a flat "
            f"tuple of as many as its attribute num_outputs says, here {count}."
        )

    name = f"{describe(fn)[len('jmx.jax.call of ') :]}#{next(_numbers)}"
    FUNCTIONS[name] = run
    return name


__all__ = ["call"]
