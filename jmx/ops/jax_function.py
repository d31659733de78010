"""The operator `_jmx_call`: a user's function of JAX as a node of graphs.

`jmx.jax.call` makes such nodes. The function is a part of the program that the graph becomes, as operators are. A node holds
its name only, by which `FUNCTIONS` finds it in this process.
"""

import jax

from ..base import MXNetError
from ..core.declare.op import REQUIRED, AnyArray, op

#: name -> function of jax arrays that returns a tuple of them
FUNCTIONS: dict = {}


def _outputs(a):
    if a.function not in FUNCTIONS:
        raise MXNetError(
            f"The function {a.function!r} of jmx.jax.call does not exist in this process: a graph that holds a function of JAX "
            "cannot be passed on as text. Build the network again from its Python code, and load its parameters."
        )
    return a.num_outputs


@op(
    "_jmx_call",
    outputs=_outputs,
    empty=True,
    unsaved=lambda a: (
        f"calls the function of JAX {a.function.rpartition('#')[0]} (jmx.jax.call), which is Python code and cannot be "
        "written to a file. Save the parameters alone (save_parameters), and build the network from its code where they are "
        "loaded; or write this part with mx operators."
    ),
)
def call(*data: AnyArray, function: str = REQUIRED, num_outputs: int = 1) -> tuple[jax.Array, ...]:
    """The outputs of a function of JAX; see `jmx.jax.call`."""
    return FUNCTIONS[function](*data)
