"""Control flow in ONNX files: foreach, while_loop and cond, beside jmx's own outputs."""

import numpy as np
import pytest

import jmx as mx

onnx = pytest.importorskip("onnx", reason="onnx is not installed (extra `onnx`)")
pytest.importorskip("onnxruntime", reason="onnxruntime is not installed (extra `onnx`)")

S, C = mx.sym, mx.sym.contrib
RANDOM = np.random.RandomState(4)


def _floats(*shape):
    return RANDOM.uniform(-1, 1, shape).astype(np.float32)


def _run(tmp_path, symbol, inputs, shapes=None, opset=13):
    report = mx.onnx.export(symbol, {}, tmp_path / "net.onnx", shapes, inputs=inputs, opset=opset)
    assert report.checked.startswith("compared") and report.largest_difference < 1e-5, report.text()
    return [node.op_type for node in onnx.load(report.path).graph.node]


@pytest.mark.parametrize("opset", (13, 18))
def test_foreach(tmp_path, opset):
    """A state goes from slice to slice; the body reads a value from outside; the number of slices is open."""
    data, state, outside = (S.Variable(name) for name in ("data", "state", "outside"))
    body = lambda x, s: (S.broadcast_mul(x + s, outside), s + S.tanh(x))
    outputs, last = C.foreach(body, data, state)
    inputs = {"data": _floats(4, 2, 3), "state": _floats(2, 3), "outside": _floats(1, 3)}
    shapes = {"data": ("time", 2, 3)}
    assert "Scan" in _run(tmp_path, S.Group([outputs, last]), inputs, shapes, opset)


def test_foreach_of_several(tmp_path):
    """Several data arrays, one of them a vector, and several states and outputs."""
    a, b, s, t = (S.Variable(name) for name in "abst")

    def body(data, states):
        x, y = data
        total = S.broadcast_add(x, y) + states[0]
        return [total, total * 2], [total, states[1] + 1]

    outputs, last = C.foreach(body, [a, b], [s, t])
    inputs = {"a": _floats(4, 3), "b": _floats(4), "s": _floats(3), "t": _floats(1)}
    _run(tmp_path, S.Group([*outputs, *last]), inputs)


@pytest.mark.parametrize("start", (0, 3, 9))
def test_while_loop(tmp_path, start):
    """What iterations make is filled up with zeros to the largest number of them, also if there are fewer or as many."""
    i, total = S.Variable("i"), S.Variable("total")
    outputs, last = C.while_loop(
        cond=lambda i, total: i < 9, func=lambda i, total: (S.broadcast_mul(total, i), [i + 1, total + i]),
        loop_vars=[i, total], max_iterations=9,
    )  # fmt: skip
    inputs = {"i": np.array([min(start, 8)], np.float32), "total": _floats(1)}
    assert "Loop" in _run(tmp_path, S.Group([outputs[0] if isinstance(outputs, list) else outputs, *last]), inputs)


@pytest.mark.parametrize("value", (-1.0, 1.0))
def test_cond(tmp_path, value):
    a, b = S.Variable("a"), S.Variable("b")
    chosen = C.cond(S.sum(a) > 0, lambda: S.broadcast_add(a, b), lambda: S.sin(a))
    assert "If" in _run(tmp_path, chosen, {"a": np.full((2, 3), value, np.float32), "b": _floats(1, 3)})


def test_unsupported_operators_inside_of_bodies_are_listed(tmp_path):
    outputs, _ = C.foreach(lambda x, s: (S.erfinv(x, name="inside"), s), S.Variable("data"), S.Variable("state"))
    with pytest.raises(mx.MXNetError, match="erfinv, node 'inside'"):
        mx.onnx.export(outputs, {}, tmp_path / "net.onnx", {"data": (4, 3), "state": (3,)})
