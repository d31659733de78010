"""Control flow: loops and branches, whose bodies become graphs inside of the graph."""

import numpy as np

from ...core.declare.control import SLICE


def foreach(g, call):
    """ONNX's Scan: over slices of the data, with states that go from one to the next."""
    body, ties, a = call.bodies[0], dict(call.ties), call.a
    with g.inside() as nodes:
        states = {position: g.inner(call.inputs[position]) for position in ties}
        slices = {}
        for position in range(len(a.in_data_locs)):
            data = call.inputs[position]
            slices[position] = g.inner(data, *(sample[1:] for sample in data.samples))
        # A slice of a vector has one element: MXNet's arrays have a dimension at least.
        seen = {position: x if x.ndim else g.reshape(x, (1,)) for position, x in slices.items()}
        leaves = [
            seen[position] if kind == SLICE else states.get(position, call.inputs[position]) for position, kind in body.inputs
        ]
        heads = [g.own(head) for head in body.write(leaves)]
    made, last = heads[: a.num_out_data], heads[a.num_out_data :]
    graph = g.subgraph("body", nodes, [*states.values(), *slices.values()], [*last, *made])
    outputs = g.several(
        "Scan", [call.inputs[p] for p in (*states, *slices)], [x.dtype for x in (*last, *made)], body=graph,
        num_scan_inputs=len(slices),
    )  # fmt: skip
    return [*outputs[len(last) :], *outputs[: len(last)]]


def while_loop(g, call):
    """ONNX's Loop; what its iterations made is filled up with zeros."""
    (test, func), ties, a = call.bodies, dict(call.ties), call.a

    def holds(now):
        (value,) = test.write([now.get(position, call.inputs[position]) for position, _ in test.inputs])
        return g.cast(g.reshape(value, ()), np.bool_)

    start = holds({})
    with g.inside() as nodes:
        number, going = g.inner(g.number(0, np.int64)), g.inner(g.number(True, np.bool_))
        now = {position: g.inner(call.inputs[position]) for position in ties}
        heads = func.write([now.get(position, call.inputs[position]) for position, _ in func.inputs])
        made, after = heads[: a.num_out_data], heads[a.num_out_data :]
        outcome = [g.own(x) for x in (holds(dict(zip(now, after))), *after, *made)]
    graph = g.subgraph("body", nodes, [number, going, *now.values()], outcome)
    limit = g.number(a.max_iterations, np.int64)
    kinds = [x.dtype for x in (*after, *made)]
    outputs = g.several("Loop", [limit, start, *(call.inputs[p] for p in now)], kinds, body=graph)
    rows = [_filled(g, x, out, a.max_iterations) for x, out in zip(outputs[len(after) :], call.outputs)]
    return [*rows, *outputs[: len(after)]]


def _filled(g, rows, out, length):
    """`rows` with zeros behind them, `length` in all."""
    there = g.node("Gather", g.node("Shape", rows, dtype=np.int64), [0], axis=0)
    none = np.zeros(out.ndim, np.int64)
    widths = g.node("Concat", g.constant(none), g.node("Sub", g.ints([length]), there), g.constant(none[1:]), axis=0)
    return g.node("Pad", rows, widths, g.number(0, rows.dtype))


def cond(g, call):
    """ONNX's If."""
    test, *branches = call.bodies
    (value,) = test.write([call.inputs[position] for position, _ in test.inputs])
    chosen = g.cast(g.reshape(value, ()), np.bool_)
    graphs = []
    for name, branch in zip(("then_branch", "else_branch"), branches):
        with g.inside() as nodes:
            heads = [g.own(head) for head in branch.write([call.inputs[position] for position, _ in branch.inputs])]
        graphs.append(g.subgraph(name, nodes, [], heads))
    kinds = [x.dtype for x in call.outputs]
    return g.several("If", [chosen], kinds, then_branch=graphs[0], else_branch=graphs[1])
