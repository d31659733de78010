"""Names with one underscore that public programs use; values were recorded with MXNet 1.9.1."""

import logging
import pickle

import numpy as np
import pytest

import jmx as mx
from jmx.legacy import executor_manager
from jmx.module import executor_group

SYMBOL = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, no_bias=True, name="fc")


def test_where_the_arrays_of_a_parameter_are():
    param = mx.gluon.Parameter("p", shape=(2,))
    assert param._ctx_map is None
    param.initialize(ctx=mx.cpu())
    assert param._ctx_map == [[], [0]]
    param.initialize(ctx=[mx.cpu(2), mx.cpu(0)], force_reinit=True)
    assert param._ctx_map == [[], [1, None, 0]]
    assert param.data(mx.cpu(2)) is param._data[0] and param.data(mx.cpu(0)) is param._data[1]
    for other in (mx.cpu(1), mx.cpu(3), mx.Context("gpu", 0)):
        with pytest.raises(RuntimeError, match="was not initialized on context"):
            param.data(other)


def test_a_program_puts_an_array_in_the_place_of_a_parameters():
    param = mx.gluon.Parameter("p", shape=(2,))
    param.initialize(ctx=mx.cpu())
    x = mx.nd.array([3, 4])
    x.attach_grad()
    with mx.autograd.record():
        param._data[param._ctx_map[mx.cpu().device_typeid & 1][0]] = x * 2
        y = (param.data() * 5).sum()
    y.backward()
    assert y.asscalar() == 70 and x.grad.asnumpy().tolist() == [10, 10]


def test_a_parameter_pickled_by_an_earlier_version():
    param = mx.gluon.Parameter("p", shape=(2,), init="ones")
    param.initialize(ctx=mx.cpu())
    param._ctx_map = {(1, 0): 0}
    found = pickle.loads(pickle.dumps(param))
    assert found._ctx_map == [[], [0]] and found.data(mx.cpu()).asnumpy().tolist() == [1, 1]


@pytest.mark.parametrize("space", [mx.nd, mx.np])
def test_methods_of_arrays(space):
    with mx.util.np_shape(space is mx.np):
        a = space.array([[1, 2], [3, 4], [5, 6]])
        row, rows = a._at(-1), a._slice(0, 2)
        row[:] = 7
        rows[:] = 8
        assert a.asnumpy().tolist() == [[8, 8], [8, 8], [7, 7]] and type(row) is type(rows) is type(a)
        assert a._full(4) is a and a.asnumpy().tolist() == [[4, 4]] * 3
        a._sync_copyfrom([[1, 2], [3, 4], [5, 6]])
        a._sync_copyfrom(np.arange(6, dtype="int64").reshape(3, 2))
        assert a.asnumpy().tolist() == [[0, 1], [2, 3], [4, 5]] and a.dtype == np.float32
        with pytest.raises(ValueError, match=r"Shape inconsistent: expected \(2,\) vs got \(3, 2\)"):
            a._sync_copyfrom(np.ones(2))
        with pytest.raises(TypeError, match="array must consist of array-like data"):
            a._sync_copyfrom("no numbers")
        with pytest.raises(IndexError, match="out of bounds for axis 0 with size 3"):
            a._at(-4)


def test_helpers_of_iterators():
    data = mx.io.io._init_data([np.ones((2, 1)), mx.nd.zeros((2, 2))], False, "data")
    assert [(name, array.shape) for name, array in data] == [("_0_data", (2, 1)), ("_1_data", (2, 2))]
    assert mx.io.io._has_instance(data, mx.nd.NDArray) and not mx.io.io._has_instance(data, mx.nd.sparse.CSRNDArray)
    rows = mx.io.io._getdata_by_idx([("x", mx.nd.array([1, 2, 3]))], np.array([2, 0]))
    assert [(name, array.asnumpy().tolist()) for name, array in rows] == [("x", [3, 1])]


@pytest.mark.parametrize("module, more", [(executor_manager, ()), (executor_group, ([0],))])
def test_batches_are_copied_to_executors(module, more):
    batch = mx.io.DataBatch([mx.nd.array([[1], [2], [3]])], [mx.nd.array([4, 5, 6])])
    parts = [(slice(0, 2), mx.nd.zeros((2, 1))), (slice(2, 3), mx.nd.zeros((1, 1)))]
    module._load_data(batch, [parts], *more)
    assert [part.asnumpy().tolist() for _, part in parts] == [[[1], [2]], [[3]]]
    label = mx.nd.zeros(3)
    module._load_label(batch, [[(slice(0, 3), label)]], *more)
    assert label.asnumpy().tolist() == [4, 5, 6]


def test_the_layout_of_headers():
    assert (mx.recordio._IR_FORMAT, mx.recordio._IR_SIZE) == ("IfQQ", 24)


def test_a_program_collects_ranges_of_layers(caplog):
    quantization = mx.contrib.quantization
    batches = mx.io.NDArrayIter(np.array([[1, 2], [3, -4], [0, 1], [2, 2]], np.float32), batch_size=2, label_name=None)
    module = mx.mod.Module(SYMBOL, label_names=None)
    module.bind(batches.provide_data, for_training=False)
    module.init_params(arg_params={"fc_weight": mx.nd.array([[1, 0], [1, 1]])}, aux_params={})
    ranges = quantization._LayerOutputMinMaxCollector("int8", include_layer=["fc_output", "data"])
    with caplog.at_level(logging.INFO):
        assert quantization._collect_layer_statistics(module, batches, ranges, logger=logging) == 4
    assert "Collected statistics from 2 batches with batch_size=2" in caplog.text
    assert ranges.min_max_dict == {"data": (-4, 3), "fc_output": (-1, 4)}
    batches.reset()
    histograms, examples = quantization._collect_layer_histogram(module, batches, ["fc_output"], max_num_examples=2)
    assert examples == 2 and list(histograms) == ["fc_output"]
    counts, edges, low, high, bound = histograms["fc_output"]
    assert counts.sum() == 4 and len(edges) == 8002 and (low, high, bound) == (-1, 3, 3)
    with pytest.raises(ValueError, match="Only supports data as a type of DataIter"):
        quantization._collect_layer_statistics(module, [1], ranges)


def test_models_of_files_and_as_they_are(tmp_path):
    quantization = mx.contrib.quantization
    SYMBOL.save(str(tmp_path / "net.json"))
    mx.nd.save(str(tmp_path / "net.params"), {"arg:w": mx.nd.ones(1), "aux:m": mx.nd.zeros(2)})
    assert quantization._load_sym(str(tmp_path / "net.json")).tojson() == SYMBOL.tojson()
    assert quantization._load_sym(SYMBOL) is SYMBOL
    weights, states = quantization._load_params(str(tmp_path / "net.params"), logging)
    assert weights["w"].shape == (1,) and states["m"].shape == (2,) and quantization._load_params(({}, {})) == ({}, {})
    with pytest.raises(ValueError, match="_load_sym only accepts Symbol or path"):
        quantization._load_sym(3)
    with pytest.raises(ValueError, match="Unsupported params provided"):
        quantization._load_params(3)
