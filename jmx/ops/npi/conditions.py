"""A condition that has to hold when the values are known."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jmx.core.declare.op import Array, defer, op

from ._types import BadValue, mend


@op("_npx_constraint_check")
def constraint_check(input: Array, msg: str = "Constraint violated.") -> jax.Array:
    """Whether all elements are true; the result multiplied into a computation makes it fail otherwise.

    input    boolean array
    msg    what the error says

    Returns True as a boolean array without dimension. An element that is false is a ValueError, raised when the result is
    waited for. Raises MXNetError for other element types.

    Examples
    --------
    >>> mx.npx.constraint_check(mx.np.array([True, True], dtype="bool"), msg="a weight is negative").asnumpy().tolist()
    True
    """
    name = "_npx_constraint_check"
    if input.dtype != np.bool_:
        mend(name, (input.dtype,), "a boolean array is expected.")

    def report():
        defer(BadValue(f"Operator {name}: {msg}"))
        return np.bool_(False)

    held = jnp.all(input)
    return lax.cond(held, lambda: held, lambda: jax.pure_callback(report, jax.ShapeDtypeStruct((), np.bool_)))
