"""Recurrent cells of symbols beside the real MXNet's: graphs to the letter, values, weights, batches of sentences."""

import json
import os

import numpy as np
import pytest

import jmx as mx
from tests.golden import rnn_cases as cases

with open(os.path.join(os.path.dirname(cases.__file__), "rnn.json")) as _file:
    GOLDEN = json.load(_file)


@pytest.mark.parametrize("name", list(GOLDEN["cells"]))
def test_cells(name):
    found, wanted = json.loads(json.dumps(cases.describe(mx, name))), dict(GOLDEN["cells"][name])
    values = wanted.pop("values")
    for a, b in zip(found.pop("values"), values, strict=True):
        assert (a["shape"], a["dtype"]) == (b["shape"], b["dtype"])
        np.testing.assert_allclose(a["values"], b["values"], rtol=1e-5, atol=1e-6)
    assert found == wanted


def test_merged_sequences():
    assert json.loads(json.dumps(cases.merged(mx))) == GOLDEN["merged"]


def test_sentences():
    assert json.loads(json.dumps(cases.sentences(mx))) == GOLDEN["sentences"]


def test_checkpoints(tmp_path):
    cell = mx.rnn.LSTMCell(3, prefix="c_")
    net = cell.unroll(2, mx.sym.Variable("x"), merge_outputs=True)[0]
    shapes = dict(zip(net.list_arguments(), net.infer_shape(x=(2, 2, 4))[0]))
    args = {n: mx.nd.array(cases.some(*s)) for n, s in shapes.items() if n != "x"}
    mx.rnn.do_rnn_checkpoint(cell, str(tmp_path / "net"), period=2)(1, net, args, {})
    assert sorted(os.listdir(tmp_path)) == ["net-0002.params", "net-symbol.json"]
    assert "arg:c_i2h_f_weight" in mx.nd.load(str(tmp_path / "net-0002.params"))
    symbol, loaded, aux = mx.rnn.load_rnn_checkpoint([cell], str(tmp_path / "net"), 2)
    assert symbol.tojson() == net.tojson() and aux == {} and sorted(loaded) == sorted(args)
    for name, array in args.items():
        np.testing.assert_array_equal(loaded[name].asnumpy(), array.asnumpy())


def test_refusals():
    with pytest.raises(AssertionError, match="unroll\\(inputs=None\\) has been deprecated"):
        mx.rnn.RNNCell(3).unroll(2, None)
    with pytest.raises(NotImplementedError, match="FusedRNNCell cannot be stepped. Please use unroll"):
        mx.rnn.FusedRNNCell(3)(None, None)
    base = mx.rnn.RNNCell(3)
    mx.rnn.ResidualCell(base)
    with pytest.raises(AssertionError, match="the base cell cannot be called directly"):
        base.begin_state()
    with pytest.raises(AssertionError, match="FusedRNNCell doesn't support zoneout"):
        mx.rnn.ZoneoutCell(mx.rnn.FusedRNNCell(3))
    with pytest.raises(AssertionError, match="Unknown token zz"):
        mx.rnn.encode_sentences([["zz"]], vocab={"a": 1})
    with pytest.raises(ValueError, match="Invalid layout XX"):
        mx.rnn.BucketSentenceIter([[1, 2]], 1, layout="XX")


def test_begin_states_take_the_batch_size_of_the_inputs():
    """Zeros of an open shape: one program serves every batch size."""
    net = mx.rnn.GRUCell(3).unroll(2, mx.sym.Variable("x"), merge_outputs=True)[0]
    for n in (2, 5):
        executor = net.simple_bind(mx.cpu(), x=(n, 2, 4))
        assert executor.forward()[0].shape == (n, 2, 3)


def test_open_shape_that_nobody_decides():
    with pytest.raises((mx.MXNetError, RuntimeError)):
        mx.sym.Group([mx.sym.zeros((0, 3)), mx.sym.Variable("x")]).simple_bind(mx.cpu(), x=(2,)).forward()
