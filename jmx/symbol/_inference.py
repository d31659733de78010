"""Symbol.infer_shape, infer_type and related methods: MXNet's conventions around the inference of jmx.core.graph.shapes."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from ..base import MXNetError
from ..core.declare.dtype import np_dtype
from ..core.declare.literals import literal
from ..core.graph import dtypes as infer_types
from ..core.graph import shapes
from ..core.graph.nodes import topo, variables
from ..util import is_np_shape

#: what oneDNN's layers compute in
_SINGLE = (np_dtype("float32"), np_dtype("bfloat16"))
#: the first number that is too large for a dimension
_NO_SIZE = 1 << 63


def inner(shape) -> Any:
    """A user's shape in the inference's terms: -1 for unknown dimensions, None for an unknown rank."""
    if shape is None:
        return None
    shape = tuple([int(d) for d in shape])
    if is_np_shape():
        return shape
    return tuple([-1 if d <= 0 else d for d in shape]) if shape else None


def outer(shape) -> tuple[int, ...]:
    """The reverse of `inner`: in classic semantics 0 stands for an unknown dimension and () for an unknown rank."""
    if is_np_shape():
        return shape
    return () if shape is None else tuple(max(d, 0) for d in shape)


def hint(text) -> tuple[int, ...]:
    """The shape in a variable's `__shape__` attribute, in the inference's terms."""
    return inner(read_shape(text))


def read_shape(text) -> Any:
    """A shape from the text of an attribute, or None; raises MXNetError."""
    try:
        value = literal(text.strip().replace("L", "") or "()")
        shape = value if value is None else tuple(int(d) for d in (value if isinstance(value, (tuple, list)) else (value,)))
    except (ValueError, SyntaxError, TypeError, OverflowError, MemoryError, RecursionError):  # the latter: nested too deeply
        shape = (_NO_SIZE,)
    if shape is not None and any(not -(1 << 63) <= size < _NO_SIZE for size in shape):
        raise MXNetError(f"The attribute __shape__ of a variable is {text[:100]!r}; expected a shape such as (2, 3).")
    return shape


def match(symbol, what, args, kwargs, read):
    """dict from variable node to what the user said about it, `args` by argument position or `kwargs` by name."""
    order = topo(symbol._entries)
    leaves = [n for n in order if n.op is None]
    if args:
        arguments = variables(order)[0]
        if len(args) > len(arguments):
            raise MXNetError(f"{what}: {len(args)} given, but the symbol has {len(arguments)} arguments.")
        return {n: read(v) for n, v in zip(arguments, args) if v is not None}
    names = {n.name for n in leaves}
    for key in kwargs:
        if key not in names:
            listed = "".join(f"\n\t[{i}]{n.name}" for i, n in enumerate(leaves))
            raise MXNetError(f"{what}: Keyword argument name {key} not found.\nCandidate arguments:{listed}\n")
    return {n: read(kwargs[n.name]) for n in leaves if kwargs.get(n.name) is not None}


def _collect(symbol, table, convert):
    arguments, states = variables(topo(symbol._entries))
    return (
        [convert(table[n, 0]) for n in arguments],
        [convert(table[e[0], e[1]]) for e in symbol._entries],
        [convert(table[n, 0]) for n in states],
    )


def infer_shape(symbol, partial, args, kwargs) -> tuple[Any, ...]:
    """(argument, output, auxiliary shapes); three times None where something stays unknown, unless `partial`."""
    if args and kwargs:
        raise ValueError("Can only specify known argument shapes either by positional or kwargs way.")
    for key, shape in [*enumerate(args), *kwargs.items()]:
        if not isinstance(shape, tuple) and not (shape is None and not kwargs):
            label = f"argument {key}" if args else f"'{key}'"
            raise TypeError(f"Arguments need to be shapes (tuple), but {label} is {type(shape)}.")
    result = shapes.Shapes(symbol._entries, match(symbol, "InferShape", args, kwargs, inner), hints=hint).run()
    if not partial and not result.complete:
        return None, None, None
    return _collect(symbol, result.shape, outer)


def _type(value):
    try:
        return np_dtype(value)
    except TypeError as error:
        raise TypeError(f"Argument need to be one of MXNet's element types: {error}") from None


def infer_type(symbol, partial, args, kwargs) -> tuple[Any, ...]:
    """(argument, output, auxiliary types) as NumPy types; see `infer_shape`."""
    if args and kwargs:
        raise ValueError("Can only specify known argument types either by positional or kwargs way.")
    known = match(symbol, "InferType", args, kwargs, _type)
    result = infer_types.Types(symbol._entries, known).run()
    if not partial and not result.complete:
        return None, None, None
    return _collect(symbol, result.dtype, lambda t: None if t is None else t.type)


def computes_in_single(symbol, types) -> Callable[..., bool]:
    """A function that says of a layer whether its data are in single precision, by its name; `types` are those of variables."""
    inference = infer_types.Types(symbol._entries, match(symbol, "InferType", (), types, _type)).run()
    layers = [node for node in inference.order if node.op is not None and node.op.traits.seeds is not None]
    others = {node.name for node in layers if inference.dtype[node.inputs[0][:2]] not in _SINGLE}
    return lambda node: node.name not in others


def warn_unknown(symbol, what, values, unknown) -> None:
    """Warn which arguments an inference could not decide on."""
    lines = [f"{n}: {v}" for n, v in zip(symbol.list_arguments(), values) if unknown(v)]
    if len(lines) > 10:
        lines[10:] = ["..."]
    note = " (0s in shape means unknown dimensions)" if what == "shape" else ""
    warnings.warn(
        f"Cannot decide {what} for the following arguments{note}. Consider providing them as input:\n\t" + "\n\t".join(lines),
        stacklevel=3,
    )
