"""What one operator says of shapes.

There is one rule per operator: its implementation, traced by jax. That takes milliseconds. So operators of usual networks, which
are bound anew for every size of a batch, say the shapes by a rule as well (the trait `output_shapes`), and elementwise operators
are traced once for each set of element types.

Where dimensions are unknown an implementation is traced with stand-ins, twice with different ones: what stays the same in the
outputs is known, and an output dimension that equals a stand-in both times is that very unknown dimension, so that a known output
dimension also decides the input's.
Operators' `deduce` rules add the shapes of parameters.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import numpy as np

from ...base import MXNetError
from ...native.symbols import at_present, is_size
from ...util import is_np_shape
from ..declare.op import any_layout

if TYPE_CHECKING:
    from collections.abc import Callable


#: the element type where nothing says otherwise
FLOAT = np.dtype("float32")
#: stand-ins are products of these, which shapes of programs rarely are
SCALE = 60
PRIMES = [n for n in range(2, 420) if all(n % d for d in range(2, n))]
_PROBES = (PRIMES[:40], PRIMES[40:80])
_CACHE_LIMIT = 20000
#: arrays of so many elements are left to tracing, which refuses those that are too large
_MANY = 1 << 31
_cache: dict = {}
#: how unknown dimensions are told apart: each by itself, those of one axis as one, all as one
TOKENS = (lambda i, axis: (i, axis), lambda i, axis: axis, lambda i, axis: 0)

#: what tracing an implementation raises when it refuses its inputs
REFUSALS = (
    MXNetError,
    TypeError,
    ValueError,
    IndexError,
    ZeroDivisionError,
    OverflowError,
    MemoryError,
    AssertionError,
    KeyError,
    NotImplementedError,
    AttributeError,
)


def remembered(function) -> Callable[..., Any]:
    """`function(node, *details)` whose answers are kept, and hold for every node of the same operator and attributes."""

    @functools.wraps(function)
    def ask(node, *details):
        key = (function, node.op, node.options, len(node.inputs), is_np_shape(), details)
        try:
            return _cache[key]
        except KeyError:
            if len(_cache) > _CACHE_LIMIT:
                _cache.clear()
            value = _cache[key] = function(node, *details)
            return value

    return ask


class Trace(NamedTuple):
    """Output specs of one operator for given input shapes and types, or the error it refuses them with."""

    specs: list[tuple[tuple[int, ...], np.dtype]] | Any = None
    error: str | None = None


@remembered
def trace(node, shapes, dtypes) -> Trace:
    """`Trace` of a node for tuples of exact shapes and types of its inputs."""
    known = _without_tracing(node, shapes, dtypes)
    if known is not None:
        return Trace(known)
    try:
        outs, _ = node.op.infer(node.parsed, [jax.ShapeDtypeStruct(s, t) for s, t in zip(shapes, dtypes)])
    except REFUSALS as error:
        return Trace(error=str(error).split("\n")[0] or type(error).__name__)
    specs = [(tuple(o.shape), np.dtype(o.dtype)) for o in outs]
    if _alike(node, shapes) and all(shape == shapes[0] for shape, _ in specs):
        _cache[_elementwise_key(node, shapes, dtypes)] = [dtype for _, dtype in specs]
    return Trace(specs)


def _alike(node, shapes):
    """Whether a node works element by element on inputs of one shape, which is not that of a number."""
    elementwise = node.op.same_shape and node.op.layout_rule is any_layout
    return elementwise and bool(shapes) and bool(shapes[0]) and all(shape == shapes[0] for shape in shapes)


def _elementwise_key(node, shapes, dtypes):
    return "elementwise", node.op, node.options, is_np_shape(), len(shapes[0]), dtypes


def _without_tracing(node, shapes, dtypes):
    """Shapes and types of the outputs where they follow from rules; None where the operator has to be traced."""
    # open sizes, of programs that are exported, can only be traced; those of programs for any size are larger than 1
    if not shapes or not all(is_size(size) for shape in shapes for size in shape):
        return None
    if any(not 0 < at_present(math.prod(shape)) < _MANY for shape in shapes):
        return None
    if not _alike(node, shapes):
        return _by_rule(node, shapes, dtypes)
    kinds = _cache.get(_elementwise_key(node, shapes, dtypes))
    return None if kinds is None else [(shapes[0], kind) for kind in kinds]


def _by_rule(node, shapes, dtypes):
    """As the trait `output_shapes` says."""
    rule, types = node.op.traits.output_shapes, _types(node, dtypes)
    if rule is None or types is None:
        return None
    try:
        found = rule(node.parsed, *[jax.ShapeDtypeStruct(s, t) for s, t in zip(shapes, dtypes)])
    except (*REFUSALS, jax.errors.InconclusiveDimensionOperation):
        return None
    if found is None or any(not 0 < at_present(math.prod(shape)) < _MANY for shape in found):
        return None
    return [(tuple(shape), kind) for shape, kind in zip(found, types)]


def _types(node, dtypes):
    """Types of the outputs where those of the inputs fit: all single precision, or as the trait `types` says; else None."""
    rule = node.op.traits.types
    if rule is None:
        return [FLOAT] * node.op.num_outputs(node.parsed, visible=False) if all(dtype == FLOAT for dtype in dtypes) else None
    names = [np.dtype(dtype).name for dtype in dtypes]
    said = rule(node.parsed, names)
    return None if not said or said[0] != names or None in said[1] else [np.dtype(name) for name in said[1]]


@remembered
def deduce(node, asked):
    """What an operator's rule says of the shapes of its inputs.

    `asked` are pairs of a name and a shape, or None. The result is a dict of those that were None.
    """
    shapes = dict(asked)
    partial = [n for n, s in asked if s is not None and -1 in s]
    if not partial:
        return _apply_rule(node, shapes)
    answers = []
    for probe in (0, 1):
        filled, _ = stand_ins([shapes[n] for n in partial], TOKENS[0], probe)
        try:
            answers.append(_apply_rule(node, {**shapes, **dict(zip(partial, filled))}))
        except REFUSALS:
            return {}
    first, second = answers
    return {n: between(s, second[n], ({}, {}))[0] for n, s in first.items() if second.get(n) is not None and s is not None}


def _apply_rule(node, shapes):
    specs = {n: None if s is None else jax.ShapeDtypeStruct(s, FLOAT) for n, s in shapes.items()}
    deduced = node.op.deduced(node.parsed, specs)
    return {n: tuple(s.shape) for n, s in deduced.items() if s is not None and shapes[n] is None}


@remembered
def deduced_types(node, names, dtypes):
    """{name: element type} that an operator's rule gives its inputs, from the `dtypes` that are known (None: not known)."""
    need, _ = node.op.deduces
    if any(dtypes[names.index(n)] is None for n in need if n in names):
        return {}
    for rank in (2, 4, 3, 5, 1):
        specs = {
            n: jax.ShapeDtypeStruct((12,) * rank, dtype) if n in need and dtype is not None else None
            for n, dtype in zip(names, dtypes)
        }
        try:
            deduced = node.op.deduced(node.parsed, specs)
        except REFUSALS:
            continue
        return {n: np.dtype(s.dtype) for n, s in deduced.items() if s is not None}
    return {}


def stand_ins(shapes, token, probe) -> tuple[Any, ...]:
    """Concrete shapes for partly known ones, and what each stand-in stands for: value -> token."""
    chosen: dict = {}
    primes = _PROBES[probe]

    def value(i, axis):
        key = token(i, axis)
        if key not in chosen:
            chosen[key] = SCALE * primes[len(chosen) % len(primes)]
        return chosen[key]

    filled = [tuple(value(i, k) if d < 0 else d for k, d in enumerate(s)) for i, s in enumerate(shapes)]
    return filled, {v: k for k, v in chosen.items()}


def between(first, second, names) -> tuple[tuple[int, ...] | Any, dict]:
    """(a partly known shape, {axis: token}) from the shapes that two sets of stand-ins gave."""
    if len(first) != len(second):
        return None, {}
    shape, ties = [], {}
    for axis, (a, b) in enumerate(zip(first, second)):
        shape.append(a if a == b else -1)
        if a != b and a in names[0] and names[0][a] == names[1].get(b):
            ties[axis] = names[0][a]
    return tuple(shape), ties
