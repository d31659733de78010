"""Nested lists of arrays or symbols, as the operators of control flow take and return them, made flat and nested again.

A format is 0 for an array, n > 1 for a symbol of n outputs, and a list of formats for a list or tuple.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .ndarray.ndarray import NDArray
    from .symbol.symbol import Symbol


def flatten(args, array_class, what) -> tuple[Any, ...]:
    """Return (flat list, format) of nested lists of `array_class`; AssertionError for something else, which it calls `what`."""
    if isinstance(args, array_class):
        count = getattr(args, "num_outputs", 1)
        return [args], count if count > 1 else 0
    assert isinstance(args, (list, tuple)), (
        f"{what} must be (nested) list of {array_class.__name__}, but got {args} of type {type(args)}"
    )
    flat, formats = [], []
    for item in args:
        items, item_format = flatten(item, array_class, what)
        flat += items
        formats.append(item_format)
    return flat, formats


def regroup(flat, fmt) -> NDArray | Symbol | list[Any]:
    """Nest the flat list as the format says; the opposite of `flatten`."""
    items = list(flat)

    def nested(fmt):
        if isinstance(fmt, list):
            return [nested(item_format) for item_format in fmt]
        return items.pop(0) if fmt == 0 else [items.pop(0) for _ in range(fmt)]

    return nested(fmt)


def python_value(value, convert, what) -> int:
    """The Python number that `value`, or the one element of an array, stands for; ValueError where there is none."""
    if hasattr(value, "asscalar"):
        value = value.asscalar()
    try:
        return convert(value)
    except (TypeError, ValueError):
        raise ValueError(f"Cannot convert {what} to python {convert.__name__}: {value!r}") from None
