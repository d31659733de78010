"""Control flow one operator at a time, on arrays, with the tape recording each: the slow way that can do everything.

It serves where a graph cannot be compiled as a whole: shapes depend on values or change from iteration to iteration, arrays
are sparse, an operator is written in Python. An executor's first pass takes it too: many graphs are run only once, and
compiling one with loops takes far longer than that.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from ..base import MXNetError
from ..core.run.dispatch import invoke
from ..core.run.tape import mode

if TYPE_CHECKING:
    from ..ndarray.ndarray import NDArray


def run(node, bodies, inputs, cls) -> list[NDArray]:
    """The outputs, as a list, of a control flow node for a list of arrays; `bodies` are its graphs as lists of segments."""
    calls = [lambda arrays, body=body: body.run(arrays, None, cls)[0] for body in bodies]
    return _RULES[node.op.traits.control(node.parsed).form](node.parsed, calls, list(inputs), cls)


def _truth(outs, what):
    value = outs[0]
    # before `asscalar`, whose message would not say what must be one number
    if value.size != 1:
        raise MXNetError(f"{what} must be one number, but its shape is {value.shape}.")
    return bool(value.asscalar())


def _foreach(a, bodies, inputs, cls):
    n_data, n_states = len(a.in_data_locs), len(a.in_state_locs)
    data, states, rest = inputs[:n_data], inputs[n_data : n_data + n_states], inputs[n_data + n_states :]
    places = (*a.in_data_locs, *a.in_state_locs, *a.remain_locs)
    rows = []
    # without an iteration the shapes of the outputs are not known, since the body has not run
    if not data[0].shape[0]:
        raise MXNetError(f"There is nothing to loop over: the data's shape is {data[0].shape}.")
    for i in range(data[0].shape[0]):
        arrays = [None] * len(places)
        for place, array in zip(places, [*(d[i] for d in data), *states, *rest]):
            arrays[place] = array
        outs = bodies[0](arrays)
        for number, (old, new) in enumerate(zip(states, outs[a.num_out_data :])):
            if old.shape != new.shape:
                raise MXNetError(
                    f"State {number} goes into the loop's body with shape {old.shape} and comes out with shape {new.shape}; "
                    "it must stay the same from iteration to iteration."
                )
        rows.append(outs[: a.num_out_data])
        states = outs[a.num_out_data :]
    return [invoke("stack", column, None, None, cls) for column in zip(*rows)] + states


def _while_loop(a, bodies, inputs, cls):
    cond, func = bodies
    at = [a.func_input_locs[i] for i in a.func_var_locs]
    now, steps = list(inputs), []
    while len(steps) < a.max_iterations and _truth(cond([now[i] for i in a.cond_input_locs]), "The condition of while_loop"):
        outs = func([now[i] for i in a.func_input_locs])
        steps.append(outs[: a.num_out_data])
        for i, value in zip(at, outs[a.num_out_data :]):
            now[i] = value
    # MXNet gives zeros where the loop never ran, and only the body tells their shapes
    if a.num_out_data and not steps:
        with _unnoticed():
            outs = func([now[i] for i in a.func_input_locs])[: a.num_out_data]
            steps = [[invoke("zeros_like", [o], None, None, cls) for o in outs]]
    rows = [invoke("stack", column, None, None, cls) for column in zip(*steps)]
    return [_filled(r, a.max_iterations, cls) for r in rows] + [now[i] for i in at]


@contextlib.contextmanager
def _unnoticed():
    """Nothing is recorded, and no moving statistics move: a body that is not to run is run to see what it makes."""
    before = mode.recording, mode.training
    mode.recording = mode.training = False
    try:
        yield
    finally:
        mode.recording, mode.training = before


def _filled(array, size, cls):
    """`array` with rows of zeros up to `size` rows."""
    # outputs have as many rows as iterations are allowed, as in MXNet, so that their shape is known beforehand
    missing = size - array.shape[0]
    if not missing:
        return array
    blank = invoke("_zeros", [], {"shape": (missing, *array.shape[1:]), "dtype": array.dtype, "ctx": array.context}, None, cls)
    return invoke("Concat", [array, blank], {"dim": 0}, None, cls)


def _cond(a, bodies, inputs, cls):
    test = bodies[0]([inputs[i] for i in a.cond_input_locs])
    number = 1 if _truth(test, "The condition of cond") else 2
    return bodies[number]([inputs[i] for i in (a.then_input_locs, a.else_input_locs)[number - 1]])


#: by `Control.form`
_RULES = {"loop": _foreach, "while": _while_loop, "branch": _cond}
