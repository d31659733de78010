"""The functions of `mx.np` and `mx.npx` that are operators, by the operators' names."""

from ..core.declare import naming


def _get_builtin_op(op_name):
    """The public function of the operator registered as `op_name`; None for one without.

    Raises ValueError if the operator does not exist.
    """
    from .. import numpy as mx_np
    from .. import numpy_extension as mx_npx

    space, public = naming.home(op_name)
    root, *rest = space.split(".")
    if root not in ("np", "npx") or rest == ["_internal"]:
        return None
    module = mx_np if root == "np" else mx_npx
    for part in rest:
        module = getattr(module, part)
    try:
        return getattr(module, public)
    except AttributeError:
        raise ValueError(f"Cannot find operator {op_name} in module {module.__name__}") from None
