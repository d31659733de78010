"""Control flow: a loop over the first axis, a loop while a condition holds, and a choice between two branches.

Their bodies are graphs that were lowered to functions. A body that overwrites inputs of its own (the moving statistics of
BatchNorm) hands their values from one iteration to the next, and the last ones become the operator's. Every iteration draws
from a random key of its own. Graphs whose shapes depend on values, or change from one iteration to the next, are not for these
functions: they say `Varies`, and whoever runs the graph runs it operator by operator.
"""

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from jmx.base import MXNetError
from jmx.core.declare.control import NONE, SAME, SLICE, Control, Links
from jmx.core.declare.op import OUTPUTS, REQUIRED, AnyArray, Bodies, Key, Platform, Shape, Train, Varies, op


def _fold(key, number):
    return None if key is None else jax.random.fold_in(key, number)


def _truth(outs, what):
    """The condition as a scalar of type bool."""
    value = outs[0]
    if value.size != 1:
        raise MXNetError(f"{what} must be one number, but its shape is {tuple(value.shape)}.")
    return value.reshape(()) != 0


def _agree(what, before, after, error):
    """Raise `error` unless the state after an iteration has the shape and type of the one before."""
    for i, (old, new) in enumerate(zip(before, after)):
        if old.shape != new.shape or old.dtype != new.dtype:
            raise error(
                f"{what} {i} goes into the loop's body with shape {tuple(old.shape)} and type {old.dtype}, and comes out "
                f"with shape {tuple(new.shape)} and type {new.dtype}; both must stay the same from iteration to iteration."
            )


class _Body:
    """A lowered graph that takes some of the operator's inputs; `at` are their positions."""

    def __init__(self, graph, at, train, platform):
        self.graph, self.at = graph, tuple(at)
        self.train, self.platform = train, platform
        self.written = tuple(self.at[i] for i in graph.written)

    def __call__(self, key, inputs):
        """(outputs, {position among the operator's inputs: new value})"""
        outs, new = self.graph.run(self.train, self.platform, key, (), *[inputs[i] for i in self.at])
        return outs, {i: v for i, v in zip(self.written, new) if v is not None}


def _positions(bodies, places):
    """Positions of the operator's inputs that its bodies write, ascending."""
    return tuple(sorted({at[i] for body, at in zip(bodies, places) for i in body.written}))


def _stacked(a):
    """How the outputs of a loop's body become the operator's: slices first, then states."""
    return [(i, SLICE if i < a.num_out_data else SAME) for i in range(a.num_outputs)]


def _same(positions):
    return [(position, SAME) for position in positions]


def _foreach_control(a):
    links = [SLICE] * len(a.in_data_locs) + [SAME] * (len(a.in_state_locs) + len(a.remain_locs))
    order = (*a.in_data_locs, *a.in_state_locs, *a.remain_locs)
    inputs = sorted((place, position, link) for position, (place, link) in enumerate(zip(order, links)))
    ties = [(len(a.in_data_locs) + i, a.num_out_data + i) for i in range(len(a.in_state_locs))]
    return Control("loop", [Links([(position, link) for _, position, link in inputs], _stacked(a))], ties)


def _while_control(a):
    test = Links(_same(a.cond_input_locs), [(None, NONE)])
    body = Links(_same(a.func_input_locs), _stacked(a), a.max_iterations)
    return Control("while", [test, body], [(a.func_input_locs[p], a.num_out_data + i) for i, p in enumerate(a.func_var_locs)])


def _cond_control(a):
    outputs = _same(range(a.num_outputs))
    branches = [Links(_same(positions), outputs) for positions in (a.then_input_locs, a.else_input_locs)]
    return Control("branch", [Links(_same(a.cond_input_locs), [(None, NONE)]), *branches])


def _foreach_places(in_data_locs, in_state_locs, remain_locs):
    """Where the inputs of foreach's body come from: positions among the operator's inputs, in the body's order."""
    order = (*in_data_locs, *in_state_locs, *remain_locs)
    if sorted(order) != list(range(len(order))):
        raise MXNetError(f"in_data_locs, in_state_locs and remain_locs must name every input once, but are {order}.")
    return [order.index(place) for place in range(len(order))]


def _refuse_dynamic(bodies):
    if any(b.dynamic for b in bodies):
        raise Varies("An operator in the body makes arrays whose shape depends on values.")


@op(
    "_foreach",
    graphs=("fn",),
    outputs=lambda a: a.num_outputs,
    bounds={"num_outputs": (0, OUTPUTS[1])},
    aux=lambda a, bodies: _positions(bodies, [_foreach_places(a.in_data_locs, a.in_state_locs, a.remain_locs)]),
    control=_foreach_control,
    onnx="control.foreach",
)
def foreach(
    *data: AnyArray,
    num_outputs: int = REQUIRED,
    num_out_data: int = REQUIRED,
    in_state_locs: Shape = REQUIRED,
    in_data_locs: Shape = REQUIRED,
    remain_locs: Shape = REQUIRED,
    key: Key,
    train: Train,
    platform: Platform,
    bodies: Bodies,
) -> tuple[Any, ...]:
    """Run a graph on every slice of the data along axis 0, handing states from one slice to the next.

    `mx.sym.contrib.foreach` builds it. Outputs: what the body made of every slice, stacked, then the last states.
    """
    _refuse_dynamic(bodies)
    n_data, n_states = len(in_data_locs), len(in_state_locs)
    if not n_data:
        raise MXNetError("foreach needs at least one data array to loop over.")
    sizes = [a.shape[0] if a.ndim else 0 for a in data[:n_data]]
    if len(set(sizes)) > 1:
        shapes = ", ".join(str(tuple(a.shape)) for a in data[:n_data])
        raise MXNetError(f"Shape inconsistent: data arrays of foreach must be of one length along axis 0, but are {shapes}.")
    body = _Body(bodies[0], _foreach_places(in_data_locs, in_state_locs, remain_locs), train, platform)
    # A slice of a vector is an array of one element: classic arrays have no scalars.
    arrays = [a.reshape(-1, 1) if a.ndim == 1 else a for a in data[:n_data]]
    states = list(data[n_data : n_data + n_states])
    rest = list(data[n_data + n_states :])
    written = {i: data[i] for i in body.written}

    def step(carry, x):
        states, written = carry
        number, slices = x
        inputs = [*slices, *states, *rest]
        for i, value in written.items():
            inputs[i] = value
        outs, new = body(_fold(key, number), inputs)
        _agree("State", states, outs[num_out_data:], MXNetError)
        return (list(outs[num_out_data:]), {**written, **new}), list(outs[:num_out_data])

    (states, written), outs = lax.scan(step, (states, written), (jnp.arange(sizes[0], dtype=jnp.int32), arrays))
    return (*outs, *states), tuple(written[i] for i in sorted(written))


@op(
    "_while_loop",
    graphs=("cond", "func"),
    outputs=lambda a: a.num_outputs,
    bounds={"num_outputs": (0, OUTPUTS[1])},
    aux=lambda a, bodies: _positions(bodies, [a.cond_input_locs, a.func_input_locs]),
    control=_while_control,
    onnx="control.while_loop",
)
def while_loop(
    *data: AnyArray,
    num_outputs: int = REQUIRED,
    num_out_data: int = REQUIRED,
    max_iterations: int = REQUIRED,
    cond_input_locs: Shape = REQUIRED,
    func_input_locs: Shape = REQUIRED,
    func_var_locs: Shape = REQUIRED,
    key: Key,
    train: Train,
    platform: Platform,
    bodies: Bodies,
) -> tuple[Any, ...]:
    """Run a graph again and again while another one gives a number other than zero, at most `max_iterations` times.

    `mx.sym.contrib.while_loop` builds it. Outputs: what every iteration made, stacked and filled up with zeros to
    `max_iterations`, then the last values of the loop variables.
    """
    _refuse_dynamic(bodies)
    cond = _Body(bodies[0], cond_input_locs, train, platform)
    func = _Body(bodies[1], func_input_locs, train, platform)
    return _Loop(cond, func, [func_input_locs[i] for i in func_var_locs], num_out_data, max_iterations).run(key, data)


class _Loop:
    """A while loop. What changes is the dict `now`: position among the inputs -> value, of variables and written inputs."""

    def __init__(self, cond, func, at, n_out, limit):
        self.cond, self.func, self.at, self.n_out, self.limit = cond, func, at, n_out, limit
        self.written = tuple(sorted({*cond.written, *func.written}))

    def start(self, data):
        return {i: data[i] for i in {*self.at, *self.written}}

    def goes_on(self, key, number, data, now):
        """(whether there is another iteration, what it changed)"""
        outs, new = self.cond(_fold(key, 2 * number), self.merged(data, now))
        return _truth(outs, "The condition of while_loop"), {**now, **new}

    def once(self, key, number, data, now):
        """(what an iteration makes, what it changed)"""
        outs, new = self.func(_fold(key, 2 * number + 1), self.merged(data, now))
        variables = outs[self.n_out :]
        _agree("Loop variable", [now[i] for i in self.at], variables, Varies)
        return list(outs[: self.n_out]), {**now, **new, **dict(zip(self.at, variables))}

    @staticmethod
    def merged(data, now):
        return [now.get(i, a) for i, a in enumerate(data)]

    def finish(self, outs, now):
        return (*outs, *(now[i] for i in self.at)), tuple(now[i] for i in self.written)

    def blank(self, key, data):
        """Zeros like what one iteration makes."""
        specs = jax.eval_shape(lambda: self.once(key, 0, data, self.start(data))[0])
        return [jnp.zeros(s.shape, s.dtype) for s in specs]

    def run(self, key, data):
        """The loop proper, which stops early; for gradients the one of fixed length."""

        @jax.custom_vjp
        def loop(key, data):
            return self.early(key, data)

        def forward(key, data):
            outs, pullback = jax.vjp(lambda data: self.full(key, data), data)
            return outs, pullback

        def backward(pullback, cotangents):
            return None, *pullback(cotangents)

        loop.defvjp(forward, backward)
        return loop(key, data)

    def early(self, key, data):
        """Stops when the condition says so, which has no reverse derivative."""
        rows = [jnp.zeros((self.limit, *b.shape), b.dtype) for b in self.blank(key, data)]

        def body(state):
            number, _, now, rows = state
            outs, now = self.once(key, number, data, now)
            rows = [lax.dynamic_update_index_in_dim(r, o, number, 0) for r, o in zip(rows, outs)]
            number = number + 1
            more, now = self.goes_on(key, number, data, now)
            return number, more & (number < self.limit), now, rows

        more, now = self.goes_on(key, 0, data, self.start(data))
        _, _, now, rows = lax.while_loop(lambda s: s[1], body, (jnp.int32(0), more, now, rows))
        return self.finish(rows, now)

    def full(self, key, data):
        """As many steps as there may be iterations; those after the end do nothing."""
        blank = self.blank(key, data)

        def step(state, number):
            more, now = state

            def go(now):
                outs, now = self.once(key, number, data, now)
                more, now = self.goes_on(key, number + 1, data, now)
                return (more, now), outs

            return lax.cond(more, go, lambda now: ((more, now), blank), now)

        state = self.goes_on(key, 0, data, self.start(data))
        (_, now), rows = lax.scan(step, state, jnp.arange(self.limit, dtype=jnp.int32))
        return self.finish(rows, now)


@op(
    "_cond",
    graphs=("cond", "then_branch", "else_branch"),
    outputs=lambda a: a.num_outputs,
    bounds={"num_outputs": (0, OUTPUTS[1])},
    aux=lambda a, bodies: _positions(bodies, [a.cond_input_locs, a.then_input_locs, a.else_input_locs]),
    control=_cond_control,
    onnx="control.cond",
)
def cond(
    *data: AnyArray,
    num_outputs: int = REQUIRED,
    cond_input_locs: Shape = REQUIRED,
    then_input_locs: Shape = REQUIRED,
    else_input_locs: Shape = REQUIRED,
    key: Key,
    train: Train,
    platform: Platform,
    bodies: Bodies,
) -> tuple[Any, ...]:
    """Run one of two graphs, by whether a third one gives a number other than zero.

    `mx.sym.contrib.cond` builds it. Outputs: those of the graph that was run.
    """
    _refuse_dynamic(bodies)
    locs = (cond_input_locs, then_input_locs, else_input_locs)
    test, then, other = (_Body(b, at, train, platform) for b, at in zip(bodies, locs))
    written = tuple(sorted({*test.written, *then.written, *other.written}))
    outs, new = test(_fold(key, 0), data)
    chosen = _truth(outs, "The condition of cond")
    inputs = [new.get(i, a) for i, a in enumerate(data)]

    def branch(body):
        def run(inputs):
            outs, new = body(_fold(key, 1), inputs)
            return tuple(outs), tuple(new.get(i, inputs[i]) for i in written)

        return run

    sides = [jax.eval_shape(branch(body), inputs)[0] for body in (then, other)]
    for i, (a, b) in enumerate(zip(*sides)):
        if a.shape != b.shape or a.dtype != b.dtype:
            raise Varies(
                f"Output {i} of cond has shape {tuple(a.shape)} and type {a.dtype} in the then-branch, shape {tuple(b.shape)} "
                f"and type {b.dtype} in the else-branch; a compiled program needs both alike."
            )
    return lax.cond(chosen, branch(then), branch(other), inputs)
