"""Shapes that operators' rules give without tracing: the same as tracing gives, for all that tracing takes."""

import itertools

import jax
import numpy as np
import pytest

import jmx as mx
import jmx.ops  # declares the operators
from jmx import nd
from jmx.core.declare.op import REGISTRY, any_layout, find
from jmx.core.graph import nodes, shape_rules

ELEMENTWISE = sorted({op.name for op in REGISTRY.values() if op.same_shape and op.layout_rule is any_layout})
SHAPES = [(3,), (2, 4), (5, 1, 2), (2, 3, 4, 5), (1, 2, 3, 2, 2)]
_CONVOLUTION = {"num_filter": 6, "kernel": (3, 2)}
#: operator, attributes, shapes of the inputs; those that do not fit among them
CASES = [
    ("Convolution", _CONVOLUTION, [(2, 4, 9, 8), (6, 4, 3, 2), (6,)]),
    ("Convolution", {**_CONVOLUTION, "stride": (2, 3), "pad": (1, 2), "dilate": (2, 1)}, [(2, 4, 9, 8), (6, 4, 3, 2), (6,)]),
    ("Convolution", {**_CONVOLUTION, "num_group": 2, "no_bias": True}, [(2, 4, 9, 8), (6, 2, 3, 2)]),
    ("Convolution", {**_CONVOLUTION, "layout": "NHWC"}, [(2, 9, 8, 4), (6, 3, 2, 4), (6,)]),
    ("Convolution", {"num_filter": 3, "kernel": (2,)}, [(2, 4, 9), (3, 4, 2), (3,)]),
    ("Convolution", {"num_filter": 3, "kernel": (2, 1, 3)}, [(2, 4, 9, 5, 6), (3, 4, 2, 1, 3), (3,)]),
    ("Convolution", _CONVOLUTION, [(2, 4, 2, 1), (6, 4, 3, 2), (6,)]),
    ("Convolution", _CONVOLUTION, [(2, 4, 9, 8), (6, 4, 3, 3), (6,)]),
    ("Convolution", _CONVOLUTION, [(2, 4, 9, 8), (6, 4, 3, 2), (5,)]),
    ("Convolution", _CONVOLUTION, [(2, 4, 9), (6, 4, 3, 2), (6,)]),
    ("Convolution", {**_CONVOLUTION, "stride": (2,)}, [(2, 4, 9, 8), (6, 4, 3, 2), (6,)]),
    ("Convolution_v1", _CONVOLUTION, [(2, 4, 9, 8), (6, 4, 3, 2), (6,)]),
    ("FullyConnected", {"num_hidden": 3}, [(2, 3, 4), (3, 12), (3,)]),
    ("FullyConnected", {"num_hidden": 3, "flatten": False}, [(2, 3, 4), (3, 4), (3,)]),
    ("FullyConnected", {"num_hidden": 3, "no_bias": True}, [(5,), (3, 1)]),
    ("FullyConnected", {"num_hidden": 3}, [(2, 4), (3, 5), (3,)]),
    ("FullyConnected", {"num_hidden": 3}, [(2, 4), (3, 4), (3, 1)]),
    ("BatchNorm", {}, [(2, 3, 4), (3,), (3,), (3,), (3,)]),
    ("BatchNorm", {"axis": -1, "output_mean_var": True}, [(2, 3, 4), (4,), (4,), (4,), (4,)]),
    ("BatchNorm", {}, [(2, 3, 4), (3, 1), (3,), (3,), (3,)]),
    ("BatchNorm", {"axis": 3}, [(2, 3, 4), (3,), (3,), (3,), (3,)]),
    *[
        (
            "Pooling",
            {"kernel": (3, 2), "stride": (2, 2), "pad": (1, 0), "pool_type": kind, "pooling_convention": way},
            [(2, 3, 8, 7)],
        )
        for kind in ("max", "avg", "sum")
        for way in ("valid", "full")
    ],
    ("Pooling", {"kernel": (3,), "stride": (2,), "pooling_convention": "same"}, [(2, 3, 8)]),
    ("Pooling", {"global_pool": True, "layout": "NHWC", "pool_type": "avg"}, [(2, 8, 7, 3)]),
    ("Pooling", {"kernel": (2, 2), "pool_type": "lp", "p_value": 2}, [(2, 3, 8, 7)]),
    ("Pooling", {"kernel": (9, 2)}, [(2, 3, 8, 7)]),
    ("Pooling", {}, [(2, 3, 8, 7)]),
    *[
        (
            "RNN",
            {"mode": mode, "state_size": 4, "num_layers": 2, **more},
            [(5, 2, 3), (size,), state, *[state] * (mode == "lstm")],
        )
        for mode, more, size, state in [
            ("gru", {}, 276, (2, 2, 4)),
            ("lstm", {"state_outputs": True, "bidirectional": True}, 928, (4, 2, 4)),
            ("rnn_tanh", {"state_outputs": True, "p": 0.5}, 92, (2, 2, 4)),
            ("lstm", {"state_outputs": True}, 368, (2, 2, 4)),
            ("lstm", {}, 367, (2, 2, 4)),
            ("lstm", {}, 368, (2, 1, 4)),
            ("lstm", {"projection_size": 2}, 368, (2, 2, 4)),
            ("lstm", {"lstm_state_clip_min": 1}, 368, (2, 2, 4)),
        ]
    ],
    ("Embedding", {"input_dim": 7, "output_dim": 3}, [(2, 5), (7, 3)]),
    ("Embedding", {"input_dim": 7, "output_dim": 3}, [(2, 5), (3, 7)]),
    ("Embedding", {"input_dim": 7, "output_dim": 3}, [(2, 5), (7,)]),
    ("Flatten", {}, [(2, 3, 8, 7)]),
    ("Flatten", {}, [(5,)]),
    ("Dropout", {"p": 0.3}, [(2, 3)]),
    ("Dropout", {"axes": (1,)}, [(2, 3)]),
    ("Dropout", {"axes": (2,)}, [(2, 3)]),
    *[("SoftmaxOutput", {}, [(2, 3, 4), label]) for label in ((2, 3), (2, 3, 4), (2,))],
    *[
        ("SoftmaxOutput", {"multi_output": True}, [(2, 3, 4, 5), label])
        for label in ((2, 20), (2, 4, 5), (2, 1, 4, 5), (2, 5, 4))
    ],
]


_RANGE = ((1,), "float32")
_CALIBRATED = {"min_calib_range": -1, "max_calib_range": 2}
#: of operators on integers: operator, attributes, shapes and types of the inputs
INTEGERS = [
    ("_contrib_quantize", {"out_type": "int8"}, [((2, 3), "float32"), _RANGE, _RANGE]),
    ("_contrib_quantize", {"out_type": "uint8"}, [((2, 3), "float32"), _RANGE, _RANGE]),
    ("_contrib_quantize_v2", {"out_type": "auto", **_CALIBRATED}, [((2, 3, 4, 5), "float32")]),
    ("_contrib_quantize_v2", {"out_type": "auto", "min_calib_range": 0, "max_calib_range": 2}, [((2, 3), "float32")]),
    ("_contrib_quantize_v2", {"out_type": "uint8"}, [((2, 3), "float32")]),
    ("_contrib_dequantize", {}, [((2, 3), "int8"), _RANGE, _RANGE]),
    ("_contrib_dequantize", {}, [((2, 3), "int32"), _RANGE, _RANGE]),
    ("_contrib_requantize", _CALIBRATED, [((2, 3), "int32"), _RANGE, _RANGE]),
    ("_contrib_requantize", {}, [((2, 3), "int8"), _RANGE, _RANGE]),
    *[
        ("_contrib_quantized_pooling", {"pool_type": "avg", **more}, [((2, 3, 8, 7), "uint8"), _RANGE, _RANGE])
        for more in (
            {"kernel": (3, 2), "stride": (2, 2), "pad": (1, 0)},
            {"kernel": (3, 2), "stride": (2, 2), "pooling_convention": "full"},
            {"global_pool": True},
            {"kernel": (9, 2)},
        )
    ],
    ("_contrib_quantized_act", {"act_type": "relu"}, [((2, 3), "uint8"), _RANGE, _RANGE]),
    ("_contrib_quantized_flatten", {}, [((2, 3, 4), "int8"), _RANGE, _RANGE]),
    ("_contrib_quantized_flatten", {}, [((2, 3, 4), "float32"), _RANGE, _RANGE]),
    ("_contrib_quantized_concat", {"dim": 1}, [((2, 3), "int8"), ((2, 4), "uint8"), *[_RANGE] * 4]),
    ("_contrib_quantized_concat", {"dim": 1}, [((2, 3), "uint8"), ((3, 4), "uint8"), *[_RANGE] * 4]),
]
FUSED = ["_sg_mkldnn_conv", "_sg_mkldnn_fully_connected"]


def _node(name, attrs, count):
    op = find(name)
    words = {k: str(v) for k, v in attrs.items()}
    if op.count:
        words[op.count] = str(count)
    node = nodes.atomic(op, words)
    return nodes.compose([(node, 0)], [[(nodes.Node(None, f"i{i}"), 0)] for i in range(count)], {}, "q")[0][0]


def _traced(node, shapes, dtypes):
    """What tracing gives, or None where the operator refuses."""
    try:
        outs, _ = node.op.infer(node.parsed, [jax.ShapeDtypeStruct(s, t) for s, t in zip(shapes, dtypes)])
    except shape_rules.REFUSALS:
        return None
    return [(tuple(o.shape), np.dtype(o.dtype)) for o in outs]


@pytest.mark.parametrize("dtype", ["float32", "float16", "float64"])
@pytest.mark.parametrize("name, attrs, shapes", CASES)
def test_rules_of_operators(name, attrs, shapes, dtype):
    node, dtypes = _node(name, attrs, len(shapes)), (np.dtype(dtype),) * len(shapes)
    found = shape_rules.trace(node, tuple(shapes), dtypes)
    assert found.specs == _traced(node, shapes, dtypes)
    assert (found.error is None) == (found.specs is not None)


@pytest.mark.parametrize("name, attrs, inputs", INTEGERS)
def test_rules_of_operators_on_integers(name, attrs, inputs):
    if find(name).count:
        attrs = {**attrs, find(name).count: len(inputs) // 3}
    shapes, dtypes = [shape for shape, _ in inputs], tuple([np.dtype(dtype) for _, dtype in inputs])
    words = {key: str(value) for key, value in attrs.items()}
    variables = [[(nodes.Node(None, f"i{i}"), 0)] for i in range(len(inputs))]
    node = nodes.compose([(nodes.atomic(find(name), words), 0)], variables, {}, "q")[0][0]
    found = shape_rules.trace(node, tuple(shapes), dtypes)
    assert found.specs == _traced(node, shapes, dtypes)
    assert (found.error is None) == (found.specs is not None)


@pytest.mark.parametrize("integers", [False, True])
def test_rules_of_fused_operators(integers, monkeypatch):
    net = mx.sym.Convolution(mx.sym.var("data"), num_filter=4, kernel=(3, 3), name="c")
    net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="relu"), num_hidden=3, name="f")
    shapes, _, _ = net.infer_shape(data=(2, 3, 9, 8))
    values = {name: nd.ones(shape) for name, shape in zip(net.list_arguments(), shapes)}
    if integers:
        data = mx.io.NDArrayIter(values.pop("data"), batch_size=2)
        net, _, _ = mx.contrib.quantization.quantize_model_mkldnn(
            net, values, {}, label_names=None, calib_mode="naive", calib_data=data
        )
    else:
        net = net.get_backend_symbol("MKLDNN")
    fused = [node for node in nodes.topo(net._entries) if node.op is not None and node.op.name in FUSED]
    assert sorted(node.op.name for node in fused) == FUSED
    internals = net.get_internals()
    shapes, types = (dict(zip(internals.list_outputs(), found)) for found in (
        internals.infer_shape(data=(2, 3, 9, 8))[1], internals.infer_type(data="float32")[1]
    ))  # fmt: skip
    for node in fused:
        names = [nodes.output_name((source, index)) for source, index, _ in node.inputs]
        given = tuple([shapes[n] for n in names]), tuple([np.dtype(types[n]) for n in names])
        expected = _traced(node, *given)
        shape_rules._cache.clear()
        with monkeypatch.context() as patch:
            patch.setattr(type(node.op), "infer", None)
            assert shape_rules.trace(node, *given).specs == expected


def test_operators_with_a_rule_are_tried():
    ruled = {op.name for op in REGISTRY.values() if op.traits.output_shapes is not None}
    assert ruled == {find(name).name for name, *_ in CASES + INTEGERS} | set(FUSED)


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_elementwise_operators(name):
    op = find(name)
    count = 2 if op.variadic else len(op.inputs)
    needed = {"act_type": "tanh", "dtype": "float16", "a_min": -1, "a_max": 2}
    node = _node(name, {key: value for key, value in needed.items() if key in op.schema}, count)
    for dtype, shape in itertools.product(("float32", "int32", "float64"), SHAPES):
        dtypes = (np.dtype(dtype),) * count
        assert shape_rules.trace(node, (shape,) * count, dtypes).specs == _traced(node, [shape] * count, dtypes)


def test_rules_are_used_without_tracing(monkeypatch):
    data = mx.sym.var("data")
    net = mx.sym.Activation(mx.sym.Convolution(data, num_filter=4, kernel=(3, 3), name="c"), act_type="relu")
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=3, name="f"), name="softmax")
    net.infer_shape(data=(2, 3, 30, 31))
    monkeypatch.setattr(type(find("Convolution")), "infer", None)
    shapes, outputs, _ = net.infer_shape(data=(2, 3, 29, 37))
    assert outputs == [(2, 3)] and (3, 4 * 27 * 35) in shapes


def test_an_executor_knows_its_outputs_without_a_program():
    x = mx.sym.var("x")
    net = mx.sym.Group([mx.sym.cast(x, "int32"), mx.sym.sum(x, axis=0), x, mx.sym.shape_array(x)])
    executor = net.bind(mx.cpu(), {"x": nd.ones((2, 3), dtype="float64")})
    assert [(o.shape, np.dtype(o.dtype).name) for o in executor.outputs] == [
        ((2, 3), "int32"), ((3,), "float64"), ((2, 3), "float64"), ((2,), "int64"),
    ]  # fmt: skip
    larger = executor.reshape(x=(4, 3), allow_up_sizing=True)
    assert [o.shape for o in larger.outputs] == [(4, 3), (3,), (4, 3), (2,)]
    assert [o.asnumpy().tolist() for o in larger.forward(x=nd.ones((4, 3), dtype="float64"))][1] == [4, 4, 4]
