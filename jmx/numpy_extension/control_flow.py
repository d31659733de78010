"""Loops and branches whose bodies are Python functions on arrays of `mx.np`; autograd records what they call."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..ndarray import _control_flow
from ..ndarray.ndarray import NDArray

if TYPE_CHECKING:
    from .._typing import AnyFunction, Int
    from ..ndarray.numpy.array import ndarray

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


def foreach(body: AnyFunction, data: ndarray | Sequence[ndarray], init_states: Any, name: str = "foreach") -> Any:
    """Loop over the slices of arrays along axis 0.

    Parameters
    ----------
    body : function
        (slice, states) -> (output, new states), called once for each slice.
    data : ndarray or list of ndarray
        What is looped over; the arrays of a list have the same length.
    init_states : ndarray or nested list of ndarray
        The states before the first iteration.
    name : str, default 'foreach'
        Of the loop in a graph; arrays do not need it.

    Returns
    -------
    (outputs, states)
        The outputs stacked along a new axis 0, and the states after the last iteration.

    Examples
    --------
    >>> def running(x, total):
    ...     return x + total, x + total
    >>> mx.npx.foreach(running, mx.np.array([1, 2, 3]), mx.np.array(0))
    (array([1., 3., 6.]), array(6.))
    """
    return _as_numpy(_control_flow.foreach(body, data, init_states))


def while_loop(
    cond: AnyFunction, func: AnyFunction, loop_vars: Any, max_iterations: Int | None = None, name: str = "while_loop"
) -> Any:
    """Loop as long as a condition holds.

    Parameters
    ----------
    cond : function
        (*loop_vars) -> an array of one element, or a number; 0 ends the loop.
    func : function
        (*loop_vars) -> (output or None, new loop variables).
    loop_vars : ndarray or nested list of ndarray
        The variables before the first iteration.
    max_iterations : int
        The most iterations there are.
    name : str, default 'while_loop'
        Of the loop in a graph; arrays do not need it.

    Returns
    -------
    (outputs, loop_vars)
        The outputs stacked along a new axis 0 of length `max_iterations`, with zeros at its end, and the last variables.

    Examples
    --------
    >>> outputs, last = mx.npx.while_loop(lambda i: i < 3, lambda i: (i * 10, i + 1), mx.np.array([1]), max_iterations=3)
    >>> outputs
    array([[10.],
           [20.],
           [ 0.]])
    >>> last
    array([3.])
    """
    return _as_numpy(_control_flow.while_loop(lambda *values: _condition(cond(*values)), func, loop_vars, max_iterations))


def cond(
    pred: Any,
    then_func: AnyFunction,
    else_func: AnyFunction,
    inputs: ndarray | Sequence[ndarray] | None = None,
    name: str = "cond",
) -> Any:
    """Call one of two functions.

    Parameters
    ----------
    pred : ndarray of one element, number, or function
        The condition; a function is called with the inputs.
    then_func : function
        What is called if the condition is not 0.
    else_func : function
        What is called otherwise.
    inputs : ndarray or list of ndarray, optional
        What the functions are called with; nothing by default.
    name : str, default 'cond'
        Of the loop in a graph; arrays do not need it.

    Returns
    -------
    What the function returned.

    Examples
    --------
    >>> mx.npx.cond(lambda x: x > 2, lambda x: x * 10, lambda x: x - 10, [mx.np.array([3])])
    array([30.])
    """
    values = [] if inputs is None else list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
    if callable(pred):
        pred = pred(*values)
    then_branch, else_branch = (functools.partial(function, *values) for function in (then_func, else_func))
    return _as_numpy(_control_flow.cond(_condition(pred), then_branch, else_branch))
