"""What monitors see: names and their order, outputs that users do not see, handles; values are MXNet's."""

import ctypes
import json
import pathlib
import sys

import pytest

import jmx as mx

GOLDEN = pathlib.Path(__file__).parent / "golden"
sys.path.insert(0, str(GOLDEN))
import monitor_cases as cases

WANTED = json.loads((GOLDEN / "monitor.json").read_text())


def test_names():
    assert cases.names(mx) == WANTED["names"]


def test_hidden_outputs():
    for name, statistics in cases.hidden(mx).items():
        assert statistics == [[n, pytest.approx(v, rel=2e-4)] for n, v in WANTED["hidden"][name]], name


def test_hooks_of_blocks():
    assert cases.hooks(mx) == WANTED["hooks"]


def test_order_of_sorted_arrays_and_the_mask_of_dropout():
    x = mx.sym.var("x")
    for net, name in ((mx.sym.sort(x, name="q"), "q_output1"), (mx.sym.topk(x, ret_typ="value", k=3, name="q"), "q_output1")):
        run = net.simple_bind(mx.cpu(), grad_req="null", x=(3,))
        run.arg_arrays[0][:] = [2, 3, 1] if "sort" in str(net.tojson()) else [2, 1, 3]
        seen = {}
        run.set_monitor_callback(lambda n, a, seen=seen: seen.update({n: a.asnumpy().tolist()}))
        run.forward()
        assert seen[name] == [2, 0, 1]
    run = mx.sym.Dropout(x, name="q", p=0.5).simple_bind(mx.cpu(), x=(100,))
    seen = {}
    run.set_monitor_callback(lambda n, a: seen.update({n: a.asnumpy()}))
    run.forward(is_train=True, x=mx.nd.ones((100,)) * 3)
    assert (seen["q_mask"] * 3 == seen["q_output"]).all() and set(seen["q_mask"]) == {0, 2}


def test_callbacks_written_for_handles():
    """The way in which MXNet's own callbacks read what they are given."""
    from jmx.base import NDArrayHandle, py_str

    run = mx.sym.exp(mx.sym.var("x"), name="e").simple_bind(mx.cpu(), x=(2,))
    seen = []

    def callback(name, array):
        array = mx.nd.NDArray(ctypes.cast(array, NDArrayHandle), writable=False)
        seen.append((py_str(name), name.decode("utf-8"), array.copyto(mx.cpu()).asnumpy().tolist()))

    run.set_monitor_callback(callback)
    run.forward(x=mx.nd.array([0, 0]))
    assert seen == [("e_output", "e_output", [1, 1])]
    with pytest.raises(TypeError, match="not built from a handle"):
        mx.nd.NDArray(ctypes.c_void_p(1))


def test_callback_sees_graphs_whose_shapes_depend_on_values():
    data, index = mx.sym.var("data"), mx.sym.var("index")
    rows = mx.sym.contrib.boolean_mask(mx.sym.tanh(data, name="t"), index, name="rows")
    executor = rows.bind(mx.cpu(), {"data": mx.nd.ones((3, 2)), "index": mx.nd.array([1, 0, 1])})
    seen = {}
    executor.set_monitor_callback(lambda name, array: seen.update({name: array.shape}))
    assert executor.forward()[0].shape == (2, 2)
    assert seen == {"t_output": (3, 2), "rows_output": (2, 2)}
