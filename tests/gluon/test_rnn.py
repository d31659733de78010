"""Recurrent cells and layers give what MXNet gives: names, graphs, numbers, gradients, files."""

import json
import pathlib
import sys

import numpy as np
import pytest

import jmx as mx
from jmx.gluon import contrib, nn, rnn

FOLDER = pathlib.Path(__file__).parent.parent / "golden"
sys.path.insert(0, str(FOLDER))

import gluon_rnn_cases as cases

NUMBERS = np.load(FOLDER / "gluon_rnn.npz")
TEXTS = json.loads((FOLDER / "gluon_rnn.json").read_text())
CELLS = {name: shape for name, (_, shape) in cases.cells(mx).items()}


def golden(start):
    found = {name[len(start) + 1 :]: NUMBERS[name] for name in NUMBERS.files if name.startswith(start + "/")}
    assert found or start in TEXTS["errors"]
    return found


def close(got, expected):
    assert set(got) == set(expected)
    for name, value in expected.items():
        assert got[name].shape == value.shape and got[name].dtype == value.dtype, name
        np.testing.assert_allclose(got[name], value, rtol=1e-4, atol=1e-5, err_msg=name)


@pytest.mark.parametrize("name", [name for name, texts in TEXTS["cells"].items() if "error" not in texts])
def test_cell_names_and_graphs(name):
    got, expected = cases.cell_texts(mx, name), TEXTS["cells"][name]
    assert {k: v for k, v in got.items() if expected[k] is not None} == {k: v for k, v in expected.items() if v is not None}


@pytest.mark.parametrize(
    "name, kind, hybridize",
    [(name, kind, False) for name, shape in CELLS.items() for kind in cases.kinds(shape)]
    + [(name, "ragged", True) for name in ("rnn", "lstm", "gru", "both", "lstmp", "vardrop")]
    + [("conv2d_lstm", "plain", True)],
)
def test_cell_numbers(name, kind, hybridize):
    got = cases.run_cell(mx, name, kind, hybridize)
    expected = golden(f"cell/{name}/{kind}")
    if expected:
        close(got, expected)


@pytest.mark.parametrize("name", TEXTS["layers"])
def test_layer_names_and_graphs(name):
    got, expected = cases.layer_texts(mx, name), TEXTS["layers"][name]
    assert got == expected


@pytest.mark.parametrize(
    "name, how",
    [(name, how) for name in TEXTS["layers"] for how in ("eager", "hybrid")]
    + [(name, "unfused") for name in ("rnn_tanh", "rnn_batch_first", "lstm_both", "gru_both")],
)
def test_layer_numbers(name, how):
    close(cases.run_layer(mx, name, how), golden(f"layer/{name}"))


@pytest.mark.parametrize("name", cases.SPECIAL)
def test_special_layers(name):
    close(cases.special(mx, name), golden(f"special/{name}"))


def filled(layer, *inputs):
    """The layer with deterministic parameters."""
    layer.initialize()
    layer(*inputs)
    for number, param in enumerate(layer.collect_params().values()):
        param.set_data(mx.nd.array(cases.fill(param.shape, 100 + number, 0.6)))
    return layer


@pytest.mark.parametrize("make", [rnn.RNN, rnn.LSTM, rnn.GRU])
def test_sequence_lengths_are_those_of_the_cells(make):
    data, lengths = mx.nd.array(cases.fill((5, 3, 2), 1)), mx.nd.array([5, 1, 3])
    layer = make(3, 2, bidirectional=True, use_sequence_length=True)
    begin = layer.begin_state(3)
    filled(layer, data, begin, lengths)
    out, states = layer(data, begin, lengths)
    expected, last = layer._unfuse().unroll(5, data, layout="TNC", merge_outputs=True, valid_length=lengths)
    np.testing.assert_allclose(out.asnumpy(), expected.asnumpy(), atol=1e-6)
    last = [mx.nd.stack(*last[i :: len(states)], axis=0).asnumpy() for i in range(len(states))]
    for got, state in zip(states, last):
        np.testing.assert_allclose(got.asnumpy(), state, atol=1e-6)
    assert not out.asnumpy()[1:, 1].any()
    np.testing.assert_array_equal(layer(data, None, lengths).asnumpy(), out.asnumpy())


def test_bounds_of_lstm_cells():
    data = mx.nd.array(cases.fill((4, 2, 3), 1))
    layer = filled(rnn.LSTM(3, state_clip_min=-0.05, state_clip_max=0.1), data)
    w_i, w_h, b_i, b_h = (param.data().asnumpy() for param in layer.collect_params().values())
    h = c = np.zeros((2, 3), "float32")
    for x in data.asnumpy():
        i, f, g, o = np.split(x @ w_i.T + b_i + h @ w_h.T + b_h, 4, -1)
        i, f, o = (1 / (1 + np.exp(-gate)) for gate in (i, f, o))
        c = np.clip(f * c + i * np.tanh(g), -0.05, 0.1)
        h = o * np.tanh(c)
    out, (last, cell) = layer(data, layer.begin_state(2))
    np.testing.assert_allclose(out.asnumpy()[-1], h, atol=1e-6)
    np.testing.assert_allclose(cell.asnumpy()[0], c, atol=1e-6)
    assert np.abs(cell.asnumpy()).max() == np.float32(0.1)


def test_files_of_mxnet_are_read_and_those_written_are_the_same(tmp_path):
    words, files = mx.nd.array(cases.WORDS), FOLDER / "gluon_rnn"
    expected = NUMBERS["model/out"]
    net = cases.model(mx)
    net.initialize()
    net(words)
    net.load_parameters(str(files / "model.params"))
    np.testing.assert_allclose(net(words).asnumpy(), expected, atol=1e-5)
    net.hybridize()
    np.testing.assert_allclose(net(words).asnumpy(), expected, atol=1e-5)
    exported = mx.gluon.SymbolBlock.imports(str(files / "model-symbol.json"), ["data"], str(files / "model-0003.params"))
    np.testing.assert_allclose(exported(words).asnumpy(), expected, atol=1e-5)
    symbol, args, aux = mx.model.load_checkpoint(str(files / "model"), 3)
    module = mx.mod.Module(symbol, ["data"], None)
    module.bind([("data", cases.WORDS.shape)], for_training=False)
    module.set_params(args, aux)
    module.forward(mx.io.DataBatch([words]), is_train=False)
    np.testing.assert_allclose(module.get_outputs()[0].asnumpy(), expected, atol=1e-5)
    net.export(str(tmp_path / "model"), epoch=3)
    net.save_parameters(str(tmp_path / "model.params"))
    for name in ("model-symbol.json", "model-0003.params", "model.params"):
        assert (tmp_path / name).read_bytes() == (files / name).read_bytes(), name


def test_weights_go_between_layer_and_cells(tmp_path):
    data = mx.nd.array(cases.fill((4, 2, 3), 1))
    layer = filled(rnn.LSTM(3, 2, bidirectional=True), data)
    stack = layer._unfuse()
    assert {id(p) for p in stack.collect_params().values()} == {id(p) for p in layer.collect_params().values()}
    layer.save_parameters(str(tmp_path / "layer.params"))
    other = rnn.LSTM(3, 2, bidirectional=True)
    other.load_parameters(str(tmp_path / "layer.params"))
    np.testing.assert_array_equal(other(data).asnumpy(), layer(data).asnumpy())
    layer.collect_params().save(str(tmp_path / "names.params"))
    cells = rnn.LSTM(3, 2, bidirectional=True, prefix=layer.prefix)._unfuse()
    cells.collect_params().load(str(tmp_path / "names.params"))
    outputs, _ = cells.unroll(4, data, layout="TNC", merge_outputs=True)
    np.testing.assert_allclose(outputs.asnumpy(), layer(data).asnumpy(), atol=1e-6)


def test_activation_given_as_a_block():
    data = mx.nd.array(cases.fill((2, 3, 4), 1))
    cell = rnn.RNNCell(3, activation=nn.LeakyReLU(0.2))
    cell.initialize()
    outputs, _ = cell.unroll(3, data)
    again, _ = cell.unroll(3, data)
    np.testing.assert_array_equal(outputs[2].asnumpy(), again[2].asnumpy())
    assert "LeakyReLU(0.2)" in repr(cell)


def test_dropout_happens_in_training_only():
    data = mx.nd.ones((3, 2, 4))
    layer = filled(rnn.LSTM(6, 2, dropout=0.5), data)
    with mx.autograd.record():
        trained = layer(data)
    assert np.abs(trained.asnumpy() - layer(data).asnumpy()).max() > 1e-4
    for cell in (rnn.DropoutCell(0.5), rnn.ZoneoutCell(rnn.RNNCell(4, input_size=4), 0.5, 0.5),
                 contrib.rnn.VariationalDropoutCell(rnn.RNNCell(4, input_size=4), 0.5, 0.5, 0.5)):  # fmt: skip
        cell.initialize()
        with mx.autograd.train_mode():
            trained = cell.unroll(3, data, layout="TNC", merge_outputs=True)[0].asnumpy()
        assert np.abs(trained - cell.unroll(3, data, layout="TNC", merge_outputs=True)[0].asnumpy()).max() > 1e-4
    mask = cell.unroll(3, mx.nd.ones((3, 2, 4)), layout="TNC", merge_outputs=True)
    assert len(mask) == 2


def test_zoneout_keeps_old_values():
    cell = rnn.ZoneoutCell(rnn.RNNCell(50, input_size=2), 0.5, 0.5)
    cell.initialize()
    with mx.autograd.train_mode():
        outputs, states = cell.unroll(2, mx.nd.array(cases.fill((1, 2, 2), 3)))
    first, second = (x.asnumpy() for x in outputs)
    assert (first == 0).any() and (first != 0).any()
    assert (second == first).any() and (second != first).any()


def test_dynamic_unroll_is_unroll():
    unroll = contrib.rnn.rnn_cell.dynamic_unroll
    cell = rnn.LSTMCell(3, input_size=4)
    cell.initialize()
    for layout, shape in (("TNC", (5, 2, 4)), ("NTC", (2, 5, 4))):
        data = mx.nd.array(cases.fill(shape, 1))
        for lengths in (None, mx.nd.array([2, 5])):
            expected, states = cell.unroll(5, data, layout=layout, merge_outputs=True, valid_length=lengths)
            got, last = unroll(cell, data, cell.begin_state(2), layout=layout, valid_length=lengths)
            np.testing.assert_allclose(got.asnumpy(), expected.asnumpy(), atol=1e-6)
            for a, b in zip(last, states):
                np.testing.assert_allclose(a.asnumpy(), b.asnumpy(), atol=1e-6)


def test_misuse():
    cell = rnn.RNNCell(3, prefix="inner_")
    residual = rnn.ResidualCell(cell)
    with pytest.raises(AssertionError, match="inner_? was wrapped by a modifier cell"):
        cell.begin_state(batch_size=2)
    with pytest.raises(AssertionError, match="inner is already modified"):
        rnn.ZoneoutCell(cell)
    assert residual.begin_state(batch_size=2, func=mx.nd.zeros)[0].shape == (2, 3)
    both = rnn.BidirectionalCell(rnn.RNNCell(2), rnn.RNNCell(2))
    with pytest.raises(NotImplementedError, match="use unroll"):
        both(mx.nd.ones((2, 3)), [])
    for make in (rnn.ZoneoutCell, lambda cell: contrib.rnn.VariationalDropoutCell(cell, drop_states=0.2)):
        with pytest.raises(AssertionError, match="cells underneath"):
            make(both)
        stack = rnn.SequentialRNNCell()
        stack.add(both)
        with pytest.raises(AssertionError, match="cells underneath"):
            make(stack)
    with pytest.raises(AssertionError, match="use unroll"):
        stack(mx.nd.ones((2, 3)), [])
    with pytest.raises(ValueError, match="must also be HybridBlock"):
        rnn.HybridSequentialRNNCell().add(stack)
    with pytest.raises(AssertionError, match="rate must be a number, but got 'x'"):
        rnn.DropoutCell("x")
    with pytest.raises(AssertionError, match="Invalid layout CNT"):
        rnn.LSTM(3, layout="CNT")
    with pytest.raises(AssertionError, match="3 steps was given a list of 2"):
        rnn.RNNCell(3).unroll(3, [mx.nd.ones((2, 3))] * 2)
    with pytest.raises(AssertionError, match="have 4 steps"):
        rnn.RNNCell(3).unroll(3, mx.nd.ones((2, 4, 3)))
    with pytest.raises(AssertionError, match="Only support odd number, get h2h_kernel= 2"):
        contrib.rnn.Conv2DRNNCell((2, 5, 5), 3, 3, 2)
    with pytest.raises(AssertionError, match="For 2D convolution"):
        contrib.rnn.Conv2DGRUCell((2, 5, 5), 3, (3,), 3)
    layer = rnn.GRU(3, input_size=2)
    layer.initialize()
    with pytest.raises(ValueError, match=r"Expecting \(1, 2, 3\), got \(1, 2, 4\)"):
        layer(mx.nd.ones((4, 2, 2)), mx.nd.ones((1, 2, 4)))
    for broken, message in ((rnn.LSTM(3, projection_size=2), "projection"), (rnn.LSTM(3, state_clip_min=-1), "clipping")):
        with pytest.raises(AssertionError, match=message):
            broken._unfuse()
