"""ONNX models for the tests of reading them: how they are put together, and networks."""

import numpy as np
import onnx
from onnx import helper, numpy_helper

RANDOM = np.random.RandomState(0)


def floats(*shape, scale=0.5):
    return (RANDOM.standard_normal(shape) * scale).astype(np.float32)


def model_of(nodes, inputs, outputs, weights=(), opset=17, **more):
    """A model; inputs and outputs are {name: shape} or {name: (element type, shape)}."""

    def described(items):
        for name, shape in items.items():
            kind, dims = shape if isinstance(shape, tuple) and len(shape) == 2 and isinstance(shape[1], list) else (1, shape)
            yield helper.make_tensor_value_info(name, kind, dims)

    tensors = [numpy_helper.from_array(np.asarray(array), name) for name, array in dict(weights).items()]
    graph = helper.make_graph(nodes, "net", list(described(inputs)), list(described(outputs)), tensors, **more)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)


def saved(model, tmp_path, name="net.onnx"):
    path = str(tmp_path / name)
    onnx.save(model, path)
    return path


def node(kind, inputs, outputs, **attributes):
    return helper.make_node(kind, inputs.split(), outputs.split(), **attributes)


def convolutional(batch="N"):
    """Convolution, batch normalization, pooling, residual sum, dense layer: as PyTorch writes them."""
    weights = {
        "c1.weight": floats(8, 3, 3, 3),
        "bn.weight": np.abs(floats(8)) + 0.5,
        "bn.bias": floats(8),
        "bn.running_mean": floats(8),
        "bn.running_var": np.abs(floats(8)) + 0.5,
        "c2.weight": floats(8, 8, 3, 3, scale=0.2),
        "c2.bias": floats(8),
        "fc.weight": floats(5, 8),
        "fc.bias": floats(5),
    }
    nodes = [
        node("Conv", "x c1.weight", "c1", kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2]),
        node("BatchNormalization", "c1 bn.weight bn.bias bn.running_mean bn.running_var", "bn", epsilon=1e-5),
        node("Relu", "bn", "r1"),
        node("MaxPool", "r1", "p1", kernel_shape=[3, 3], strides=[2, 2], pads=[0, 0, 1, 1]),
        node("Conv", "p1 c2.weight c2.bias", "c2", kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
        node("Add", "c2 p1", "sum"),
        node("GlobalAveragePool", "sum", "mean"),
        node("Flatten", "mean", "flat"),
        node("Gemm", "flat fc.weight fc.bias", "logits", transB=1),
        node("Softmax", "logits", "y", axis=-1),
    ]
    return model_of(nodes, {"x": [batch, 3, 16, 16]}, {"y": [batch, 5]}, weights)


def attention(heads=2, size=4):
    """Self attention of open batch and length, with the chains of Shape, Gather and Concat that PyTorch writes."""
    width = heads * size
    weights = {"qkv": floats(width, 3 * width), "out": floats(width, width), "scale": np.float32(size**-0.5)}
    weights |= {"zero": np.int64(0), "one": np.int64(1), "g": np.ones(width, np.float32), "b": floats(width)}
    weights |= {"heads": np.array([3, heads, size]), "merged": np.array([width]), "axes0": np.array([0])}
    nodes = [
        node("LayerNormalization", "x g b", "n", axis=-1),
        node("MatMul", "n qkv", "p"),
        node("Shape", "x", "s"),
        node("Gather", "s zero", "batch"),
        node("Gather", "s one", "length"),
        node("Unsqueeze", "batch axes0", "batch1"),
        node("Unsqueeze", "length axes0", "length1"),
        node("Concat", "batch1 length1 heads", "split", axis=0),
        node("Reshape", "p split", "p5"),
        node("Transpose", "p5", "p5t", perm=[2, 0, 3, 1, 4]),
        node("Gather", "p5t zero", "q", axis=0),
        node("Gather", "p5t one", "k", axis=0),
        node("Constant", "", "two", value_int=2),
        node("Gather", "p5t two", "v", axis=0),
        node("Transpose", "k", "kt", perm=[0, 1, 3, 2]),
        node("MatMul", "q kt", "qk"),
        node("Mul", "qk scale", "scaled"),
        node("Softmax", "scaled", "weights", axis=-1),
        node("MatMul", "weights v", "mixed"),
        node("Transpose", "mixed", "mt", perm=[0, 2, 1, 3]),
        node("Concat", "batch1 length1 merged", "joint", axis=0),
        node("Reshape", "mt joint", "m"),
        node("MatMul", "m out", "o"),
        node("Add", "o x", "y"),
    ]
    return model_of(nodes, {"x": ["N", "T", width]}, {"y": ["N", "T", width]}, weights)


def recurrent(kind, gates, direction, states):
    count = 2 if direction == "bidirectional" else 1
    weights = {"w": floats(count, gates * 4, 3), "r": floats(count, gates * 4, 4), "b": floats(count, 2 * gates * 4)}
    names = " h" + (" c" if kind == "LSTM" else "") if states else ""
    inputs = {"x": [5, "N", 3], **{name: [count, "N", 4] for name in names.split()}}
    outputs = ["y", "yh", "yc"] if kind == "LSTM" else ["y", "yh"]
    blank = ["x", "w", "r", "b", "", *names.split()]
    more = {"linear_before_reset": 1} if kind == "GRU" else {}
    made = helper.make_node(kind, blank, outputs, hidden_size=4, direction=direction, **more)
    shapes = {"y": [5, count, "N", 4], **{name: [count, "N", 4] for name in outputs[1:]}}
    return model_of([made], inputs, shapes, weights)
