"""`foreach`, `while_loop` and `cond` of `mx.nd.contrib`: Python runs them, autograd records what the functions call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._nesting import flatten, python_value, regroup
from ..base import _as_list
from ..core.run.dispatch import invoke
from .creation import zeros
from .ndarray import NDArray

if TYPE_CHECKING:
    from .._typing import AnyFunction, Int

__all__ = ["cond", "foreach", "while_loop"]


def foreach(body: AnyFunction, data: NDArray | Sequence[NDArray], init_states: Any) -> tuple[Any, Any]:
    """Loop over the slices of `data` along axis 0.

    Parameters
    ----------
    body : function
        ``body(slice, states) -> (output, new states)``, called once per slice. A slice of a vector is an array of shape (1,).
    data : NDArray or list of NDArray
        What to loop over; all of one length along axis 0.
    init_states : NDArray or nested list of NDArray
        States before the first iteration.

    Returns
    -------
    (NDArray or nested list, NDArray or nested list)
        What the calls returned, stacked along a new axis 0, and the states the last one returned.

    Raises
    ------
    AssertionError
        Data, states or outputs are not arrays.

    Examples
    --------
    >>> x, total = mx.nd.array([1, 2, 3]), mx.nd.zeros(1)
    >>> outputs, last = mx.nd.contrib.foreach(lambda item, state: (item + state, item + state), x, total)
    >>> outputs.asnumpy().ravel().tolist(), last.asnumpy().tolist()
    ([1.0, 3.0, 6.0], [6.0])
    """
    flatten(data, NDArray, "foreach input")
    flatten(init_states, NDArray, "foreach states")
    single = isinstance(data, NDArray)
    count = (data if single else data[0]).shape[0]
    states, steps, fmt = init_states, [], []
    for i in range(count):
        outs, states = body(data[i] if single else [d[i] for d in data], states)
        outs, fmt = flatten(outs, NDArray, "foreach output")
        steps.append(outs)
    stacked = [invoke("stack", column) for column in zip(*steps)]
    return regroup(stacked, fmt), states


def while_loop(
    cond: AnyFunction, func: AnyFunction, loop_vars: NDArray | Sequence[NDArray], max_iterations: Int | None = None
) -> tuple[Any, Any]:
    """Loop while a condition holds.

    Parameters
    ----------
    cond : function
        ``cond(*loop_vars)`` gives an array of one element, or anything Python takes for true or false.
    func : function
        ``func(*loop_vars) -> (output, new loop variables)``, with as many loop variables as it got; None for no output.
    loop_vars : NDArray or list of NDArray
        Loop variables before the first iteration.
    max_iterations : int
        The most iterations there are.

    Returns
    -------
    (NDArray or nested list, NDArray or list of NDArray)
        What the calls returned, stacked along a new axis 0 of size `max_iterations` and filled up with zeros ([] if there was
        no call), and the last loop variables.

    Raises
    ------
    ValueError
        `max_iterations` is missing or no number, there are no loop variables, their number or that of the outputs changes.
    AssertionError
        Outputs are not arrays.

    Examples
    --------
    >>> def step(i, total):
    ...     return [total], (i + 1, total + i)
    >>> start = (mx.nd.array([1]), mx.nd.array([0]))
    >>> outputs, (i, total) = mx.nd.contrib.while_loop(lambda i, total: i < 4, step, start, max_iterations=5)
    >>> outputs[0].asnumpy()[:3].ravel().tolist(), i.asnumpy().tolist(), total.asnumpy().tolist()
    ([0.0, 1.0, 3.0], [4.0], [6.0])
    """
    if max_iterations is None:
        raise ValueError("max_iterations should be specified")
    limit = python_value(max_iterations, int, "max_iteration")
    if len(loop_vars) == 0:
        raise ValueError("loop_vars should contain at least one element")
    single = isinstance(loop_vars, NDArray)
    variables = _as_list(loop_vars)
    steps, fmt = [], None
    while len(steps) < limit and python_value(cond(*variables), bool, "Return value of cond"):
        outs, new = func(*variables)
        new = [] if new is None else list(_as_list(new))
        if len(new) != len(variables):
            raise ValueError(
                f"The length of loop_vars should be consistent during the loop: {len(variables)} go in, {len(new)} come out"
            )
        outs = [] if outs is None else list(outs) if isinstance(outs, tuple) else outs
        outs, fmt = flatten(outs, NDArray, "while output")
        steps.append(outs)
        variables = new
        if len(outs) != len(steps[0]):
            raise ValueError(
                f"Number of elements in step_output should be the same in each step: {len(steps[0])}, then {len(outs)}"
            )
    stacked = [_filled(column, limit) for column in zip(*steps)]
    if fmt is not None:
        stacked = regroup(stacked, fmt)
    return stacked, variables[0] if single else variables


def _filled(column, limit):
    """The arrays of `column` stacked, with zeros up to `limit` rows."""
    rows = [x.reshape((1, *x.shape)) for x in column]
    if len(rows) < limit:
        first = rows[0]
        rows.append(zeros((limit - len(rows), *first.shape[1:]), ctx=first.ctx, dtype=first.dtype))
    return invoke("Concat", rows, {"dim": 0})


def cond(pred: NDArray, then_func: AnyFunction, else_func: AnyFunction) -> Any:
    """Call one of two functions.

    Parameters
    ----------
    pred : NDArray
        One element; zero chooses `else_func`. Anything else is taken for true or false as Python does.
    then_func, else_func : function
        ``function() -> NDArray or nested list of NDArray``.

    Returns
    -------
    NDArray or nested list of NDArray
        What the function returns.

    Raises
    ------
    ValueError
        `pred` has more than one element.

    Examples
    --------
    >>> x = mx.nd.array([3])
    >>> mx.nd.contrib.cond(x > 2, lambda: x * 10, lambda: x).asnumpy()
    array([30.], dtype=float32)
    """
    return then_func() if python_value(pred, bool, "pred") else else_func()
