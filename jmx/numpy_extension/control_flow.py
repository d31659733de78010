"""Loops and branches whose bodies are Python functions on arrays of `mx.np`; autograd records what they call."""

import functools

from ..ndarray import _control_flow
from ..ndarray.ndarray import NDArray

__all__ = ["cond", "foreach", "while_loop"]


def _as_numpy(result):
    """`result` with all arrays as those of `mx.np`; lists and tuples are entered."""
    if isinstance(result, NDArray):
        return result.as_np_ndarray()
    if isinstance(result, (list, tuple)):
        return type(result)(_as_numpy(item) for item in result)
    return result


def _condition(value):
    """A condition as Python's; an array must have one element."""
    return bool(value) if isinstance(value, NDArray) else value


def foreach(body, data, init_states, name="foreach"):
    """Loop over the slices of `data` along axis 0. `name` is accepted for MXNet's sake.

    body : function (slice, states) -> (output, new states). data : an array, or a list of arrays of one length.
    init_states : the states before the first iteration, an array or a nested list of them.

    Returns (the outputs stacked along a new axis 0, the last states).
    """
    return _as_numpy(_control_flow.foreach(body, data, init_states))


def while_loop(cond, func, loop_vars, max_iterations=None, name="while_loop"):
    """Loop while `cond(*loop_vars)` holds. `name` is accepted for MXNet's sake.

    func : function (*loop_vars) -> (output or None, new loop variables). max_iterations : the most iterations there are.

    Returns (the outputs stacked along a new axis 0 of length `max_iterations`, the last loop variables).
    """
    return _as_numpy(_control_flow.while_loop(lambda *values: _condition(cond(*values)), func, loop_vars, max_iterations))


def cond(pred, then_func, else_func, inputs=None, name="cond"):
    """What `then_func()` returns if the array `pred` of one element is not 0, else what `else_func()` returns.

    inputs : an array or a list of them, which the functions are called with then; `pred` may be such a function, too.
    name : accepted for MXNet's sake.
    """
    values = [] if inputs is None else list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
    if callable(pred):
        pred = pred(*values)
    then_branch, else_branch = (functools.partial(function, *values) for function in (then_func, else_func))
    return _as_numpy(_control_flow.cond(_condition(pred), then_branch, else_branch))
