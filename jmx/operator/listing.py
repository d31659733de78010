"""What the registry knows: names of operators, and of their parameters."""

import collections

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


def get_all_registered_operators():
    """The names of all operators, aliases included.

    Returns
    -------
    list of str
        Names as symbol files have them.

    Examples
    --------
    >>> names = mx.operator.get_all_registered_operators()
    >>> "Convolution" in names, "FullyConnected" in names, "no_such_operator" in names
    (True, True, False)
    """
    return list(REGISTRY)


def get_operator_arguments(op_name):
    """The parameters of an operator.

    Parameters
    ----------
    op_name : str
        Its name.

    Returns
    -------
    OperatorArguments
        Their number, names and types, the latter as MXNet describes them.

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
