"""What the registry knows: names of operators, and of their parameters."""

import collections

from ..core.attrs import describe
from ..core.op import REGISTRY, REQUIRED, find

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
    kind = "NDArray-or-Symbol[]" if op.variadic else "NDArray-or-Symbol"
    names, types = list(op.inputs), [kind] * len(op.inputs)
    for name, (hint, default) in op.schema.items():
        names.append(name)
        types.append(f"{describe(hint)}, required" if default is REQUIRED else f"{describe(hint)}, optional, default={default!r}")
    return OperatorArguments(len(names), names, types)
