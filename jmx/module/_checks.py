"""What modules check before they work: the names and shapes of inputs, and the stages that have been reached."""

from __future__ import annotations

import warnings

from ..io import DataDesc

_PARAMETER_ENDS = ("_weight", "_bias", "_gamma", "_beta")

_STATES = {
    "binded": "bound: call bind() first",
    "params_initialized": "initialized: call init_params() or set_params() first",
    "optimizer_initialized": "given an optimizer: call init_optimizer() first",
    "inputs_need_grad": "bound with gradients of its inputs: call bind(..., inputs_need_grad=True)",
}


def _check_input_names(symbol, names, typename, throw):
    """Raise ValueError, or warn, if one of `names` is no argument of `symbol`."""
    arguments = symbol.list_arguments()
    for name in names:
        if name in arguments:
            continue
        candidates = "\n\t".join(a for a in arguments if not a.endswith(_PARAMETER_ENDS))
        message = (
            f"\033[91mYou created Module with Module(..., {typename}_names={names}) but input with name '{name}' is "
            f"not found in symbol.list_arguments(). Did you mean one of:\n\t{candidates}\033[0m"
        )
        if throw:
            raise ValueError(message)
        warnings.warn(message, stacklevel=3)


def _check_names_match(data_names, data_shapes, name, throw):
    """Raise ValueError, or warn, if descriptions and names of inputs differ."""
    if sorted(data_names) == sorted(x[0] for x in data_shapes):
        return
    message = f"Data provided by {name}_shapes don't match names specified by {name}_names ({data_shapes} vs. {data_names})"
    if throw:
        raise ValueError(message)
    warnings.warn(message, stacklevel=4)


def _described(shapes):
    """Descriptions, or pairs (name, shape), as a list of DataDesc; None stays None."""
    return None if shapes is None else [x if isinstance(x, DataDesc) else DataDesc(*x) for x in shapes]


def _parse_data_desc(data_names, label_names, data_shapes, label_shapes):
    """Descriptions of inputs and labels as lists of DataDesc (None for no labels), checked against the names."""
    data_shapes, label_shapes = _described(data_shapes), _described(label_shapes)
    _check_names_match(data_names, data_shapes, "data", True)
    _check_names_match(label_names, label_shapes or [], "label", False)
    return data_shapes, label_shapes


def _needs(module, *states):
    """Raise AssertionError unless the module is in these states."""
    for state in states:
        if not getattr(module, state):
            raise AssertionError(f"{type(module).__name__} is not {_STATES[state]}")
