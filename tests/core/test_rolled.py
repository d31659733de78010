"""Unrolled networks run as loops: the same outputs, gradients and random numbers as step by step."""

import numpy as np
import pytest

import jmx as mx
from jmx.core.graph import lower as lowering
from jmx.core.graph.passes import Facts, prepare, scan

T = 8


def stacked(*cells):
    stack = mx.rnn.SequentialRNNCell()
    for cell in cells:
        stack.add(cell)
    return stack


def both_ways(*names):
    return mx.rnn.BidirectionalCell(mx.rnn.LSTMCell(5, prefix=names[0]), mx.rnn.GRUCell(5, prefix=names[1]))


CELLS = {
    "lstm": lambda: stacked(mx.rnn.LSTMCell(6, prefix="a_"), mx.rnn.LSTMCell(5, prefix="b_")),
    "gru and dropout": lambda: stacked(mx.rnn.GRUCell(6, prefix="a_"), mx.rnn.DropoutCell(0.5), mx.rnn.RNNCell(5, prefix="b_")),
    "both ways": lambda: both_ways("a_", "b_"),
}


def network(cell, merge=True, **options):
    data = mx.sym.Embedding(mx.sym.var("data"), input_dim=9, output_dim=4, name="embed")
    out, states = cell.unroll(T, data, merge_outputs=merge, layout="NTC", **options)
    states = [s for each in states for s in (each if isinstance(each, list) else [each])]
    return mx.sym.Group([*([out] if merge else out), *states])


def results(symbol):
    run = symbol.simple_bind(mx.cpu(), data=(3, T))
    draws = np.random.RandomState(0)
    for name, array in run.arg_dict.items():
        array[:] = draws.randint(0, 9, array.shape) if name == "data" else draws.uniform(-0.5, 0.5, array.shape)
    mx.random.seed(7)
    outs = [o.asnumpy() for o in run.forward(is_train=True)]
    run.backward([mx.nd.array(draws.uniform(-1, 1, o.shape)) for o in outs])
    outs += [g.asnumpy() for n, g in run.grad_dict.items() if n != "data"]
    return loops_of(run), outs


def loops_of(executor):
    """The loops in the graph that an executor's program runs."""
    graph = executor._program.graph
    facts = Facts(graph, "cpu", [array._data() for array in executor.arg_arrays])
    return [step for step in prepare(graph, facts).steps if isinstance(step, scan.LoopCall)]


def compared(symbol, monkeypatch, loops=None):
    lowering._recent.clear()
    rolled, outs = results(symbol)
    assert rolled if loops is None else len(rolled) == loops
    with monkeypatch.context() as patch:
        patch.setattr(scan, "_BLOCKS", 10**6)
        lowering._recent.clear()
        plain, wanted = results(symbol)
        assert not plain
    lowering._recent.clear()
    assert len(outs) == len(wanted)
    for a, b in zip(outs, wanted):
        np.testing.assert_allclose(a, b, rtol=2e-4, atol=2e-5)


@pytest.mark.parametrize("name", CELLS)
def test_cells(name, monkeypatch):
    compared(network(CELLS[name]()), monkeypatch)


def test_outputs_of_every_step(monkeypatch):
    compared(network(mx.rnn.LSTMCell(6), merge=False), monkeypatch)


def test_time_first_input_and_states_given(monkeypatch):
    cell = mx.rnn.LSTMCell(6)
    steps = mx.sym.SliceChannel(mx.sym.var("data"), num_outputs=T, axis=1, squeeze_axis=True)
    inputs = [mx.sym.expand_dims(steps[i] * 0.5, axis=1) for i in range(T)]
    begin = [mx.sym.zeros((3, 6)) + 1, mx.sym.ones((3, 6))]
    out, states = cell.unroll(T, inputs, begin_state=begin, merge_outputs=True)
    compared(mx.sym.Group([out, *states]), monkeypatch)


def test_blocks_of_other_shapes_run_step_by_step():
    x = mx.sym.var("data")
    parts = []
    for _ in range(60):  # every block halves what it gets, as long as it can
        x = mx.sym.concat(x, mx.sym.tanh(x), dim=1)
        x = mx.sym.slice_axis(x, axis=1, begin=1, end=None)
        parts.append(mx.sym.sum(x))
    symbol = mx.sym.add_n(*parts)
    run = symbol.simple_bind(mx.cpu(), data=(2, 1), grad_req="null")
    run.arg_arrays[0][:] = 0.5
    assert loops_of(run), "the graph repeats itself; only the shapes differ"
    assert run.forward()[0].shape == (1,)
    assert np.isfinite(run.forward()[0].asnumpy()).all()


def test_states_that_are_written_are_not_rolled():
    x = mx.sym.var("data")
    for i in range(40):
        x = mx.sym.Activation(mx.sym.BatchNorm(x, name=f"bn{i}"), act_type="relu")
    assert loops_of(x.simple_bind(mx.cpu(), data=(2, 3))) == []


def test_layers_with_parameters_of_their_own_are_not_rolled():
    """Their parameters would have to be copied into one array for every pass."""
    x = mx.sym.var("data")
    for i in range(40):
        x = mx.sym.tanh(mx.sym.FullyConnected(x, num_hidden=12, name=f"fc{i}"))
    assert loops_of(x.simple_bind(mx.cpu(), data=(2, 3))) == []
