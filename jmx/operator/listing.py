"""What the registry knows: names of operators, and of their parameters."""

import collections

import numpy as np

from ..core.declare.attrs import describe
from ..core.declare.op import REGISTRY, REQUIRED, find

__all__ = ["OperatorArguments", "get_all_registered_operators", "get_operator_arguments"]

OperatorArguments = collections.namedtuple("OperatorArguments", ["narg", "names", "types"])


def get_all_registered_operators():
    """The names of all operators, aliases included: a list of str."""
    return list(REGISTRY)


def get_operator_arguments(op_name):
    """The parameters of an operator.

    Parameters
    ----------
    op_name : str

    Returns
    -------
    OperatorArguments
        Their number, names and types, the latter as MXNet describes them.

    Raises MXNetError if there is no such operator.
    """
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
