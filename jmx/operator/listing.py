"""What the registry knows: names of operators, and of their parameters."""

from __future__ import annotations

import collections
from typing import Any

import numpy as np

from ..core.declare.attrs import describe
from ..core.declare.op import REGISTRY, REQUIRED, find

__all__ = ["OperatorArguments", "get_all_registered_operators", "get_operator_arguments"]

OperatorArguments = collections.namedtuple("OperatorArguments", ["narg", "names", "types"])
OperatorArguments.__doc__ = """What `get_operator_arguments` returns.

Parameters
----------
narg : int
    The number of parameters.
names : list of str
    Their names.
types : list of str
    Their types, as MXNet describes them.

Examples
--------
>>> mx.operator.get_operator_arguments("relu")
OperatorArguments(narg=1, names=['data'], types=['NDArray-or-Symbol'])
"""


def _in_the_original(name, op):
    """Whether MXNet 1.9.1 has the operator under that name; where it has not is told for names without an underscore."""
    later = op.traits.later
    return not later if isinstance(later, bool) else name not in later


def _backward_name(op):
    """What MXNet calls the operator that computes the gradient of `op`, or None."""
    traits = op.traits
    word = traits.backward
    without = not op.inputs or traits.no_gradient or traits.zero_gradient is True
    if without or word is None or traits.later is True:
        return None
    public = [name for name in op.names if not name.startswith("_")]
    if word or public:
        return f"_backward_{word or public[0]}"
    return None


def get_all_registered_operators() -> list[str]:
    """The names of all operators, aliases and those of gradients included.

    Returns
    -------
    list of str
        Names as symbol files have them, and "_backward_" before those of operators with a gradient. MXNet 1.9.1 has all those
        that do not begin with an underscore.

    Examples
    --------
    >>> names = mx.operator.get_all_registered_operators()
    >>> "Convolution" in names, "_backward_Convolution" in names, "no_such_operator" in names
    (True, True, False)
    """
    names = [name for name, op in REGISTRY.items() if _in_the_original(name, op)]
    return names + sorted(_backward_names().difference(names))


def _backward_names():
    """Names of all operators that compute gradients."""
    return {name for op in REGISTRY.values() if (name := _backward_name(op))}


def get_operator_arguments(op_name: str) -> Any:
    """The parameters of an operator.

    Parameters
    ----------
    op_name : str
        Its name.

    Returns
    -------
    OperatorArguments
        Their number, names and types, the latter as MXNet describes them. None for the operator of a gradient.

    Raises
    ------
    MXNetError
        There is no such operator.

    Examples
    --------
    >>> arguments = mx.operator.get_operator_arguments("clip")
    >>> for name, kind in zip(arguments.names, arguments.types):
    ...     print(name, "-", kind)
    data - NDArray-or-Symbol
    a_min - float, required
    a_max - float, required
    """
    if op_name.startswith("_backward_") and op_name in _backward_names():
        return OperatorArguments(0, [], [])
    op = find(op_name)
    input_type = "NDArray-or-Symbol[]" if op.variadic else "NDArray-or-Symbol"
    names, types = list(op.inputs), [input_type] * len(op.inputs)
    for name, (hint, default) in op.schema.items():
        names.append(name)
        type_text = describe(hint)
        if op.hosted:
            types.append("string")
        elif default is REQUIRED:
            types.append(f"{type_text}, required")
        else:
            gap = "" if type_text.startswith("{") else " "
            types.append(f"{type_text},{gap}optional, default={_text(type_text, default)}")
    return OperatorArguments(len(names), names, types)


def _text(type_text, default):
    """A default as MXNet prints it: C++ formats single-precision numbers, and quotes integers and words."""
    if isinstance(default, bool):
        return str(int(default))
    if isinstance(default, float):
        return format(float(np.float32(default)), ".9g")
    if isinstance(default, (tuple, list)):
        return "[" + ",".join(map(str, default)) + "]"
    if isinstance(default, int) or default is None:
        return f"'{default}'" if type_text.startswith(("int", "{")) else str(default)
    return repr(default)
