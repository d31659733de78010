"""Programs with control flow, for MXNet and jmx alike: `suites/control_flow.py` runs them with the one, the tests with the other.

A case is a function of `F` (`mx.nd` or `mx.sym`) and of its inputs by name, with the shapes of these. It returns a list of
outputs. What `while_loop` leaves undefined in MXNet, the rows after its last iteration, is cut off in the case.
"""

import zlib

import numpy as np


def dense(F, v):
    """Weights used in the body only: their shapes are inferred through it."""

    def body(x, state):
        hidden = F.tanh(F.FullyConnected(x, v["weight"], v["bias"], num_hidden=3, name="fc") + state)
        return hidden * 2, hidden

    out, last = F.contrib.foreach(body, v["data"], v["state"])
    return [out, last]


def nested_lists(F, v):
    def body(xs, states):
        first, (second,) = states
        return [xs[0] * xs[1] + first, [second]], [first + xs[0], [second * 0.5]]

    out, states = F.contrib.foreach(body, [v["a"], v["b"]], [v["s"], [v["t"]]], **_named(F, "loop"))
    return [out[0], out[1][0], states[0], states[1][0]]


def vector(F, v):
    out, last = F.contrib.foreach(lambda x, s: (x + s, s + x), v["data"], v["s"])
    return [out, last]


def states_only(F, v):
    _, last = F.contrib.foreach(lambda x, s: ([], [s[0] * v["k"] + x]), v["data"], [v["s"]])
    return [last[0]]


def outputs_only(F, v):
    outer = F.exp(v["k"])
    out, _ = F.contrib.foreach(lambda x, s: (F.broadcast_add(x * outer, outer.sum()), []), v["data"], [])
    return [out]


def free_output(F, v):
    """An output of the body that is nothing but something from outside."""
    outer = v["k"] * 2
    out, last = F.contrib.foreach(lambda x, s: ([outer], s + x), v["data"], v["s"])
    return [*out, last]


def loop_in_loop(F, v):
    def outer(row, total):
        def inner(x, t):
            return x * t, t + x * v["k"]

        out, total = F.contrib.foreach(inner, row, total)
        return out.sum(axis=0), total * 0.5

    out, last = F.contrib.foreach(outer, v["data"], v["s"])
    return [out, last]


def while_sum(F, v):
    _, states = F.contrib.while_loop(
        lambda i, s: i < 6, lambda i, s: (None, (i + 1, s + i * v["k"])), (v["i"], v["s"]), max_iterations=10
    )
    return list(states)


def while_rows(F, v):
    """Stops after four of seven iterations, by a sum."""
    out, states = F.contrib.while_loop(
        lambda i, s: F.sum(i) < 3.5, lambda i, s: ([s * v["k"], i * 2], [i + 1, s + v["k"]]), [v["i"], v["s"]], max_iterations=7
    )
    return [F.slice_axis(out[0], axis=0, begin=0, end=4), F.slice_axis(out[1], axis=0, begin=0, end=4), *states]


def while_limit(F, v):
    """Ends by its limit."""
    out, last = F.contrib.while_loop(lambda s: F.sum(s) < 1e4, lambda s: (F.sqrt(s), s * 2), v["s"], max_iterations=3)
    return [out, last]


def while_none(F, v):
    """No iteration at all; the outputs are undefined then, the variables are not."""
    _, last = F.contrib.while_loop(lambda s: F.sum(s) < -1e4, lambda s: (None, s * v["k"]), v["s"], max_iterations=3)
    return [last]


def chosen(F, v):
    out = F.contrib.cond(F.sum(v["a"]) < 100, lambda: [v["a"] * v["b"], [v["b"] + 1]], lambda: [v["a"] - v["c"], [v["c"]]])
    return [out[0], out[1][0]]


def other(F, v):
    out = F.contrib.cond(F.sum(v["a"]) > 100, lambda: v["a"] * v["b"], lambda: F.broadcast_mul(v["a"] - v["c"], v["d"]))
    return [out]


def three_deep(F, v):
    """A loop in a branch in a loop, each with something from outside; MXNet cannot have them in `foreach`."""
    scale = v["k"] + 1

    def body(n, s):
        def grow():
            out, grown = F.contrib.foreach(lambda x, y: (x * y, y * scale + x), v["data"], s)
            return grown + out.sum(axis=0)

        y = F.contrib.cond(F.sum(s) < 30, grow, lambda: s - v["k"])
        return y * v["k"], [n + 1, y]

    out, states = F.contrib.while_loop(lambda n, s: F.sum(n) < 2.5, body, [v["n"], v["s"]], max_iterations=5)
    return [F.slice_axis(out, axis=0, begin=0, end=3), *states]


def twice(F, v):
    """The outputs of one loop are the data and the states of the next."""
    out, states = F.contrib.foreach(lambda x, s: (x + s[0], [s[0] * 2, s[1] + x]), v["data"], [v["s"], v["t"]])
    again, last = F.contrib.foreach(lambda x, s: (x * s[0], [s[0] - states[1], s[1]]), out, states)
    return [again, *last]


#: name -> (function, shapes of the inputs)
CASES = {
    "dense": (dense, {"data": (4, 2, 5), "state": (2, 3), "weight": (3, 5), "bias": (3,)}),
    "nested_lists": (nested_lists, {"a": (3, 2), "b": (3, 2), "s": (2,), "t": (2,)}),
    "vector": (vector, {"data": (4,), "s": (1,)}),
    "states_only": (states_only, {"data": (3, 2), "s": (2,), "k": (2,)}),
    "outputs_only": (outputs_only, {"data": (3, 2), "k": (2,)}),
    "free_output": (free_output, {"data": (3, 2), "s": (2,), "k": (2,)}),
    "loop_in_loop": (loop_in_loop, {"data": (2, 3, 2), "s": (2,), "k": (2,)}),
    "while_sum": (while_sum, {"i": (1,), "s": (1,), "k": (1,)}),
    "while_rows": (while_rows, {"i": (1,), "s": (2,), "k": (2,)}),
    "while_limit": (while_limit, {"s": (2,)}),
    "while_none": (while_none, {"s": (2,), "k": (2,)}),
    "chosen": (chosen, {"a": (2, 2), "b": (2, 2), "c": (2, 2)}),
    "other": (other, {"a": (2, 2), "b": (2, 2), "c": (2, 2), "d": (1, 2)}),
    "three_deep": (three_deep, {"data": (2, 2), "s": (2,), "k": (2,), "n": (1,)}),
    "twice": (twice, {"data": (3, 2), "s": (2,), "t": (2,)}),
}
#: inputs that shape inference is told, where it is not all of them
KNOWN = {"dense": ("data", "state"), "loop_in_loop": ("data",), "states_only": ("data",), "outputs_only": ("data",)}
#: where MXNet's executor hands out memory nobody wrote as the gradient of what only the other branch uses
UNWRITTEN = {"three_deep"}
#: first values where random ones will not do: counters
START = {"i": 0.0, "n": 0.0}


def _named(F, name):
    return {"name": name} if F.__name__.endswith("symbol") else {}


def inputs(name):
    """The values of a case's inputs: dict of numpy arrays."""
    made = {}
    for key, shape in CASES[name][1].items():
        draw = np.random.RandomState(zlib.crc32(f"{name}/{key}".encode()) % 2**31)
        made[key] = np.full(shape, START[key], "float32") if key in START else draw.uniform(0.1, 1.5, shape).astype("float32")
    return made


def symbol(mx, name):
    """A case as a symbol, named from zero on."""
    mx.AttrScope._subgraph_names.clear()
    function, shapes = CASES[name]
    with mx.name.NameManager():
        return mx.sym.Group(function(mx.sym, {key: mx.sym.var(key) for key in shapes}))


def heads(name, shapes):
    """Gradients that arrive at the outputs."""
    draw = np.random.RandomState(zlib.crc32(name.encode()) % 2**31)
    return [draw.uniform(-1, 1, shape).astype("float32") for shape in shapes]


def symbolic(mx, name, net=None):
    """Outputs and gradients of the bound symbol: dict of numpy arrays."""
    values = inputs(name)
    net = symbol(mx, name) if net is None else net
    names = net.list_arguments()
    args = {k: mx.nd.array(values[k]) for k in names}
    grads = {k: mx.nd.zeros(values[k].shape) for k in names}
    bound = net.bind(mx.cpu(), args, grads)
    outs = bound.forward(is_train=True)
    made = {f"out{i}": o.asnumpy() for i, o in enumerate(outs)}
    bound.backward([mx.nd.array(h) for h in heads(name, [o.shape for o in outs])])
    made.update({f"grad_{k}": bound.grad_dict[k].asnumpy() for k in names})
    return made


def eager(mx, name):
    """The same of the case run on arrays."""
    function, shapes = CASES[name]
    values = {k: mx.nd.array(a) for k, a in inputs(name).items()}
    for array in values.values():
        array.attach_grad()
    with mx.autograd.record():
        outs = function(mx.nd, values)
        found = {f"out{i}": o.asnumpy() for i, o in enumerate(outs)}
        given = [mx.nd.array(h) for h in heads(name, [o.shape for o in outs])]
        total = mx.nd.add_n(*[(o * h).sum() for o, h in zip(outs, given)])
    total.backward()
    found.update({f"grad_{k}": a.grad.asnumpy() for k, a in values.items()})
    return found


def facts(mx, name):
    """What the symbol says of itself: names, shapes, types, its file."""
    net = symbol(mx, name)
    shapes = CASES[name][1]
    told = {k: shapes[k] for k in KNOWN.get(name, shapes)}
    told = {k: s for k, s in told.items() if k in net.list_arguments()}
    return {
        "arguments": net.list_arguments(),
        "outputs": net.list_outputs(),
        "states": net.list_auxiliary_states(),
        "shapes": [[list(s) for s in part] for part in net.infer_shape_partial(**told)],
        "types": {kind: _types(net, next(iter(told)), kind) for kind in ("float32", "float16")},
    }


def plain_net(mx):
    """A graph with an auxiliary state, to be folded into one node."""
    with mx.name.NameManager():
        data = mx.sym.exp(mx.sym.var("data")) + mx.sym.sin(mx.sym.var("other"))
        return mx.sym.BatchNorm(data, fix_gamma=False, name="norm")


def _types(net, name, kind):
    """What follows from one input's type; None where MXNet fails, which has a condition in half precision wrong."""
    try:
        return [[t and t.__name__ for t in part] for part in net.infer_type_partial(**{name: kind})]
    except RuntimeError:
        return None


def blocks(mx):
    """Gluon blocks with control flow: name -> (block, shapes of the inputs)."""
    nn = mx.gluon.nn

    class Recurrent(mx.gluon.HybridBlock):
        """A cell of layers, stepped over time; one weight is captured from outside of the body."""

        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            with self.name_scope():
                self.inner = nn.Dense(4, flatten=False, in_units=3)
                self.over = nn.Dense(4, flatten=False, use_bias=False, in_units=4)
                self.gain = self.params.get("gain", shape=(4,))

        def hybrid_forward(self, F, x, state, gain):
            def step(slice, states):
                new = F.tanh(self.inner(slice) + self.over(states[0]))
                return F.broadcast_mul(new, gain), [new]

            out, states = F.contrib.foreach(step, x, [state])
            return out, states[0]

    class Stopping(mx.gluon.HybridBlock):
        """Halves until the norm is small; then a branch."""

        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            with self.name_scope():
                self.layer = nn.Dense(3, flatten=False, in_units=3)

        def hybrid_forward(self, F, x):
            _, (n, y) = F.contrib.while_loop(
                lambda n, y: F.sum(y * y) > 0.5, lambda n, y: (None, [n + 1, y * 0.5]), [F.zeros(shape=(1,)), x], max_iterations=8
            )
            return F.contrib.cond(F.sum(n) > 2, lambda: self.layer(y), lambda: y * 3), n

    return {
        "recurrent": (Recurrent(prefix="net_"), {"x": (4, 2, 3), "state": (2, 4)}),
        "stopping": (Stopping(prefix="net_"), {"x": (2, 3)}),
    }


def block_inputs(name, shapes):
    """The values of a block's inputs, in order."""
    draw = np.random.RandomState(zlib.crc32(name.encode()) % 2**31)
    return [draw.uniform(-1.5, 1.5, shape).astype("float32") for shape in shapes.values()]


def set_parameters(mx, name, block):
    """Give every parameter values that do not depend on who draws them."""
    block.initialize()
    for key, parameter in sorted(block.collect_params().items()):
        draw = np.random.RandomState(zlib.crc32(f"{name}/{key}".encode()) % 2**31)
        parameter.set_data(mx.nd.array(draw.uniform(-0.8, 0.8, parameter.shape).astype("float32")))


def run_block(mx, block, arrays):
    """Outputs and gradients of a block: dict of numpy arrays."""
    given = [mx.nd.array(a) for a in arrays]
    for array in given:
        array.attach_grad()
    with mx.autograd.record():
        outs = block(*given)
        total = mx.nd.add_n(*[(o * o).sum() for o in outs])
    total.backward()
    found = {f"out{i}": o.asnumpy() for i, o in enumerate(outs)}
    found.update({f"grad{i}": a.grad.asnumpy() for i, a in enumerate(given)})
    for key, parameter in block.collect_params().items():
        found[f"grad_{key}"] = parameter.grad().asnumpy()
    return found
