"""`foreach`, `while_loop` and `cond` of `mx.sym.contrib`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._nesting import flatten, python_value, regroup
from ..base import MXNetError
from ._subgraphs import Cut, closed, input_name, stand_in, within
from .creation import Group
from .register import create
from .symbol import Symbol

if TYPE_CHECKING:
    from .._typing import AnyFunction, Int

__all__ = ["cond", "foreach", "while_loop"]


def _node(op, graphs, inputs, **attrs):
    """The outputs of a control flow node, one symbol each."""
    outputs = create(op, op, [g.group for g in graphs] + inputs, attrs)
    return [outputs[i] for i in range(len(outputs))]


def foreach(body: AnyFunction, data: Symbol | Sequence[Symbol], init_states: Any, name: str = "foreach") -> tuple[Any, Any]:
    """Loop over the slices of `data` along axis 0 in a graph.

    Parameters
    ----------
    body : function
        ``body(slice, states) -> (output, new states)``; called once, on symbols, to build the graph of an iteration. It may
        use symbols from outside. The states it returns are nested as those it got.
    data : Symbol or list of Symbol
        What to loop over; all of one length along axis 0.
    init_states : Symbol or nested list of Symbol
        States before the first iteration.
    name : str
        What the body is called in symbol files.

    Returns
    -------
    (Symbol or nested list, Symbol or nested list)
        What the iterations returned, stacked along a new axis 0, and the last states.

    Raises
    ------
    AssertionError
        Data, states or outputs are not symbols, states are nested differently afterwards, or a data array or a state is not
        used in the body.

    Examples
    --------
    >>> x, total = mx.sym.var("x"), mx.sym.var("total")
    >>> outputs, last = mx.sym.contrib.foreach(lambda item, state: (item + state, item + state), x, total)
    >>> sums = mx.sym.Group([outputs, last]).eval(x=mx.nd.array([[1], [2], [3]]), total=mx.nd.zeros(1))
    >>> sums[0].asnumpy().ravel().tolist(), sums[1].asnumpy().tolist()
    ([1.0, 3.0, 6.0], [6.0])
    """
    flat_data, data_fmt = flatten(data, Symbol, "foreach input")
    flat_states, states_fmt = flatten(init_states, Symbol, "foreach states")
    with within(name) as name:
        slices = regroup([stand_in(s) for s in flat_data], data_fmt)
        states = regroup([stand_in(s) for s in flat_states], states_fmt)
        outs, states = body(slices, states)
        outs, outs_fmt = flatten(outs, Symbol, "foreach output")
        states, new_fmt = flatten(states, Symbol, "foreach loop_vars")
        assert states_fmt == new_fmt, "The input and output loop_vars have different format"
        taken = set(Group(outs + states).list_inputs())
        every = closed(outs, taken, name)._entries if outs else []
        every = every + (closed(states, taken | {o.name for o in outs}, name)._entries if states else [])
    cut = Cut(Group([Symbol([e]) for e in every]))
    data_names, state_names = [input_name(s) for s in flat_data], [input_name(s) for s in flat_states]
    for wanted, what in ((data_names, "data"), (state_names, "state")):
        for label in wanted:
            assert label in cut.names, f"the {what} arrays have to be used in the loop body: {label} is not"
    rest = [n for n in cut.names if n in cut.outside or n not in {*data_names, *state_names}]
    outputs = _node(
        "_foreach",
        [cut],
        [*flat_data, *flat_states, *map(cut.origin, rest)],
        num_outputs=len(outs) + len(states),
        num_out_data=len(outs),
        in_state_locs=[cut.names.index(n) for n in state_names],
        in_data_locs=[cut.names.index(n) for n in data_names],
        remain_locs=[cut.names.index(n) for n in rest],
    )
    return regroup(outputs[: len(outs)], outs_fmt), regroup(outputs[len(outs) :], new_fmt)


def while_loop(
    cond: AnyFunction,
    func: AnyFunction,
    loop_vars: Symbol | Sequence[Symbol],
    max_iterations: Int | None = None,
    name: str = "while_loop",
) -> tuple[Any, Any]:
    """Loop in a graph while a condition holds.

    Parameters
    ----------
    cond : function
        ``cond(*loop_vars) -> Symbol`` of one element; the loop ends when it is zero.
    func : function
        ``func(*loop_vars) -> (output, new loop variables)``, with as many loop variables as it got; None for no output.
        Both functions are called once, on symbols, and may use symbols from outside.
    loop_vars : Symbol or nested list of Symbol
        Loop variables before the first iteration; their shapes and types must stay as they are.
    max_iterations : int
        The most iterations there are.
    name : str
        What the bodies are called in symbol files, with "_cond" and "_func" added.

    Returns
    -------
    (Symbol or nested list, Symbol or nested list)
        What the iterations returned, stacked along a new axis 0 of size `max_iterations` and filled up with zeros, and the
        last loop variables.

    Raises
    ------
    ValueError
        `max_iterations` is missing or no number, there are no loop variables, their number changes, one is not used in
        `func`, or `cond` returns no symbol.
    AssertionError
        Loop variables or outputs are not symbols.
    MXNetError
        `max_iterations` is less than 1.

    Examples
    --------
    >>> def step(i, total):
    ...     return [total], (i + 1, total + i)
    >>> start = [mx.sym.var("i"), mx.sym.var("total")]
    >>> outputs, last = mx.sym.contrib.while_loop(lambda i, total: i < 4, step, start, max_iterations=5)
    >>> values = mx.sym.Group(last).eval(i=mx.nd.array([1]), total=mx.nd.array([0]))
    >>> [x.asnumpy().tolist() for x in values]
    [[4.0], [6.0]]
    """
    flat, fmt = flatten(loop_vars, Symbol, "while loop_vars")
    if max_iterations is None:
        raise ValueError("max_iterations should be specified")
    max_iterations = python_value(max_iterations, int, "max_iteration")
    if len(loop_vars) == 0:
        raise ValueError("loop_vars should contain at least one element")

    def built(run, function, name):
        with within(name) as name:
            variables = regroup([stand_in(s) for s in flat], fmt)
            outs, outs_fmt, new = run(function, variables)
            taken = set(Group(outs + new).list_inputs())
            return Cut(closed(outs + new, taken, name)), len(outs), outs_fmt, len(outs) + len(new)

    test, _, _, n_tests = built(_condition, cond, name + "_cond")
    assert n_tests == 1
    step, n_outs, outs_fmt, n_all = built(_iteration, func, name + "_func")
    if max_iterations < 1:
        raise MXNetError(
            f"value {max_iterations} for Parameter max_iterations should be greater equal to 1, in operator _while_loop"
        )
    shared = {input_name(s): s for s in flat}
    inputs, (test_at, step_at) = _joined([test, step], shared)
    places = [step.names.index(n) if n in step.names else -1 for n in map(input_name, flat)]
    for i, place in enumerate(places, 1):
        if place == -1:
            raise ValueError(f"The {i}-th loop_var doesn't involve into the computation")
    outputs = _node(
        "_while_loop",
        [test, step],
        inputs,
        max_iterations=max_iterations,
        cond_input_locs=test_at,
        func_input_locs=step_at,
        func_var_locs=places,
        num_out_data=n_outs,
        num_outputs=n_all,
    )
    return regroup(outputs[:n_outs], outs_fmt), regroup(outputs[n_outs:], fmt)


def _condition(cond: AnyFunction, variables: Any) -> tuple[list[Symbol], Any, list[Symbol]]:
    """What `cond` of `while_loop` makes of the loop variables: (no outputs, no format, [its result])."""
    result = cond(*variables)
    if not isinstance(result, Symbol):
        raise ValueError(f"Return of cond must be a Symbol, but it is a {type(result).__name__}")
    return [], 0, [result]


def _iteration(func: AnyFunction, variables: Any) -> tuple[list[Symbol], Any, list[Symbol]]:
    """What `func` of `while_loop` makes of the loop variables: (outputs, their format, new loop variables)."""
    outs, new = func(*variables)
    outs = [] if outs is None else list(outs) if isinstance(outs, tuple) else outs
    new = [] if new is None else list(new) if isinstance(new, tuple) else new
    outs, outs_fmt = flatten(outs, Symbol, "while output")
    new, _ = flatten(new, Symbol, "while loop_vars")
    if len(variables) != len(new):
        raise ValueError(
            f"The number of loop_vars should be consistent during the loop: {len(variables)} go in, {len(new)} come out"
        )
    return outs, outs_fmt, new


def _joined(cuts, shared, by_name=False):
    """(inputs of all bodies, each once; per body the positions of its own among them).

    shared    name -> symbol for inputs that are the same in every body; with `by_name` variables join it as they are met
    """
    inputs, places, position = [], [], {}
    for cut in cuts:
        if by_name:
            shared = {s.name: s for s in inputs}
        at = []
        for name in cut.names:
            symbol = shared[name] if name in shared else cut.origin(name)
            if id(symbol) not in position:
                position[id(symbol)] = len(inputs)
                inputs.append(symbol)
            at.append(position[id(symbol)])
        places.append(at)
    return inputs, places


def cond(pred: Symbol, then_func: AnyFunction, else_func: AnyFunction, name: str = "cond") -> Any:
    """Choose between two computations in a graph.

    Parameters
    ----------
    pred : Symbol
        One element; zero chooses `else_func`.
    then_func, else_func : function
        ``function() -> Symbol or nested list of Symbol``, as many from both, of the same shapes and types. They are called
        once each and use symbols from outside.
    name : str
        What the branches are called in symbol files, with "_pred", "_then" and "_else" added.

    Returns
    -------
    Symbol or nested list of Symbol
        The outputs of the branch that is chosen, nested as those of `then_func`.

    Raises
    ------
    ValueError
        The branches have different numbers of outputs, or `pred` has several.
    AssertionError
        Something is not a symbol.

    Examples
    --------
    >>> x = mx.sym.var("x")
    >>> y = mx.sym.contrib.cond(x > 2, lambda: x * 10, lambda: x + 1)
    >>> [y.eval(x=mx.nd.array([value]))[0].asnumpy().tolist() for value in (1, 3)]
    [[2.0], [30.0]]
    """

    def built(function, name):
        with within(name) as name:
            outs, fmt = flatten(function(), Symbol, "cond outputs")
            taken = set(Group(outs).list_inputs())
            return Cut(closed(outs, taken, name)), len(outs), fmt

    test, n_tests, _ = built(lambda: pred, name + "_pred")
    if n_tests != 1:
        raise ValueError(f"pred should always be a single output, but has {n_tests}")
    then, n_then, fmt = built(then_func, name + "_then")
    other, n_other, _ = built(else_func, name + "_else")
    if n_then != n_other:
        raise ValueError(f"Number of outputs differs between then-branch and else-branch: {n_then} and {n_other}")
    inputs, (test_at, then_at, else_at) = _joined([test, then, other], {}, by_name=True)
    outputs = _node(
        "_cond",
        [test, then, other],
        inputs,
        cond_input_locs=test_at,
        then_input_locs=then_at,
        else_input_locs=else_at,
        num_outputs=n_then,
    )
    return regroup(outputs, fmt)
