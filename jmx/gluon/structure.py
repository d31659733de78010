"""Nested inputs and outputs of blocks: flat lists with a format that says how to nest them again.

A format is 0 for one array, n > 1 for a symbol of n outputs, -1 for None, and a list for a list or tuple.
"""

from __future__ import annotations

from typing import Any

from ..ndarray import NDArray
from ..symbol import Symbol


def _gather_type_ctx_info(args: Any) -> Any:
    """What nested `args` hold: (any symbol, any array, set of contexts, context of the first array)."""
    if isinstance(args, NDArray):
        ctx = args.ctx
        return False, True, {ctx}, ctx
    if isinstance(args, Symbol):
        return True, False, set(), None
    has_symbol = has_array = False
    contexts = set()
    first = None
    if isinstance(args, (list, tuple)):
        for item in args:
            symbol, array, item_contexts, ctx = _gather_type_ctx_info(item)
            has_symbol |= symbol
            has_array |= array
            contexts |= item_contexts
            first = ctx if first is None else first
            if has_symbol and has_array:
                break
    return has_symbol, has_array, contexts, first


def _flatten(args: Any, inout_str: str) -> Any:
    """Flatten nested lists and tuples of arrays, symbols and None.

    Parameters
    ----------
    args : NDArray, Symbol, None, or nested list or tuple of them
    inout_str : str
        'input' or 'output', for the error message.

    Returns
    -------
    flat : list
    fmt : int or nested list of int

    Raises
    ------
    ValueError
        If something else is found.
    """
    if isinstance(args, NDArray):
        return [args], 0
    if isinstance(args, Symbol):
        count = len(args.list_outputs())
        return [args], count if count > 1 else 0
    if args is None:
        return [None], -1
    if not isinstance(args, (list, tuple)):
        raise ValueError(
            f"When hybridized, the {inout_str} of a HybridBlock must be a (nested) list of Symbol or NDArray, but got "
            f"{args} of type {type(args)}"
        )
    flat = []
    fmt = []
    for item in args:
        items, item_fmt = _flatten(item, inout_str)
        flat.extend(items)
        fmt.append(item_fmt)
    return flat, fmt


def _describe(args: Any) -> Any:
    """What a block keeps of its inputs: their nesting, and of each array shape, element type and whether it is one of `mx.np`.

    None where there are symbols among them, or what no graph takes.
    """
    try:
        flat, nesting = _flatten(args, "input")
    except ValueError:
        return None
    if any(isinstance(one, Symbol) for one in flat):
        return None
    return nesting, [(one.shape, one.dtype, getattr(one, "_numpy", False)) if isinstance(one, NDArray) else None for one in flat]


def _take(items, fmt):
    if isinstance(fmt, int):
        if fmt == 0:
            return next(items)
        if fmt == -1:
            item = next(items)
            if item is not None:
                raise ValueError(
                    f"None was given here when the HybridBlock was traced, so that {type(item)} cannot be passed now. "
                    "Call hybridize() again to trace the block anew."
                )
            return None
        if fmt < -1:
            raise ValueError(f"{fmt} is no format of inputs or outputs")
        return [next(items) for _ in range(fmt)]
    return [_take(items, item_fmt) for item_fmt in fmt]


def _regroup(args: Any, fmt: Any) -> Any:
    """Nest the flat list `args` as `fmt` says; the opposite of :func:`_flatten`."""
    if not isinstance(args, (list, tuple)):
        raise ValueError(
            "When hybridized, the output of a HybridBlock must be a (nested) list of Symbol or NDArray, but got "
            f"{args} of type {type(args)}"
        )
    return _take(iter(args), fmt)
