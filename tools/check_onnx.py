#!/usr/bin/env python
"""Networks written as ONNX and run by onnxruntime: how far their outputs are from jmx's own.

    python tools/check_onnx.py                       all networks, a row of docs/leaving/onnx.md for each
    python tools/check_onnx.py zoo bench             the groups named: zoo, bench, recurrent, attention, detection, integers
    python tools/check_onnx.py zoo --only resnet18   those whose name contains the word
    python tools/check_onnx.py --opset 18            another version of ONNX's operators
    python tools/check_onnx.py --operators           the operators that can be written, as docs/leaving/onnx.md lists them

Parameters are drawn from a seed. The batch is open: every file is run on two sizes of it.
"""

import argparse
import os
import pathlib
import sys
import tempfile
import textwrap
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import numpy as np

import jmx as mx
import jmx.ops
from jmx.bench import registry
from jmx.core.declare.op import REGISTRY
from jmx.gluon import nn, rnn
from jmx.gluon.model_zoo import vision


def drawn(name, shape):
    """Values that depend on a parameter's name and shape only, of a size at which signals neither die out nor explode."""
    random = np.random.RandomState(zlib.crc32(name.encode()))
    if len(shape) > 1:
        return random.uniform(-1, 1, shape).astype("float32") * np.float32(np.sqrt(6 / np.prod(shape[1:])))
    if name.endswith("parameters"):
        return random.uniform(-0.05, 0.05, shape).astype("float32")
    low, high = (0.5, 1) if name.endswith(("gamma", "var")) else (-0.2, 0.2)
    return random.uniform(low, high, shape).astype("float32")


def filled(net, *shapes, dtype="float32"):
    """`net` with drawn parameters, run once on zeros of these shapes."""
    net.initialize()
    net(*[mx.nd.zeros(shape, dtype=dtype) for shape in shapes])
    for name, parameter in net.collect_params().items():
        parameter.set_data(mx.nd.array(drawn(name, parameter.shape)))
    return net


def zoo():
    """Every network of gluon.model_zoo.vision."""
    for name in vision._MODELS:
        size = 299 if name == "inceptionv3" else 224
        yield name, lambda name=name, size=size: (
            filled(vision.get_model(name, prefix="net_"), (1, 3, size, size)), None, {"data": ("batch", 3, size, size)}, None
        )  # fmt: skip


def bench():
    """Every network of `jmx bench`."""
    for name in registry.names():
        yield f"{name} (bench)", lambda name=name: _bench(name)


def _bench(name):
    model = registry.create({"model": name, "phase": "inference"})
    # before the softmax, of which often a single class is left
    symbol, shape = model.symbol().get_children()[0], (1, *model.data_shape)
    arguments, _, states = symbol.infer_shape(data=shape)
    shapes = dict(zip([*symbol.list_arguments(), *symbol.list_auxiliary_states()], [*arguments, *states]))
    parameters = {key: mx.nd.array(drawn(key, s)) for key, s in shapes.items() if key != "data"}
    return symbol, parameters, {"data": ("batch", *model.data_shape)}, None


def recurrent():
    """Fused layers with their states, and unrolled cells."""
    for kind, arguments in (("LSTM", {}), ("GRU", {}), ("RNN", {"activation": "relu"}), ("RNN", {"activation": "tanh"})):
        for both in (False, True):
            words = [kind, *arguments.values(), "both ways" if both else "", "2 layers"]
            title = " ".join(filter(None, words))
            options = {"num_layers": 2, "bidirectional": both, "input_size": 24, **arguments}
            yield title, lambda kind=kind, options=options: (
                filled(getattr(rnn, kind)(32, **options), (5, 2, 24)), None, {"data": ("time", "batch", 24)}, None
            )  # fmt: skip
    for cell in (rnn.LSTMCell, rnn.GRUCell, rnn.RNNCell):
        yield f"{cell.__name__}, unrolled", lambda cell=cell: _unrolled(cell)
    yield "word language model (Embedding, LSTM, Dense)", _language_model


def _unrolled(cell):
    made = cell(32, input_size=24)
    made.initialize()
    for name, parameter in made.collect_params().items():
        parameter.set_data(mx.nd.array(drawn(name, parameter.shape)))
    outputs, _ = made.unroll(6, mx.sym.Variable("data"), layout="NTC", merge_outputs=True)
    values = {name: parameter.data() for name, parameter in made.collect_params().items()}
    return outputs, values, {"data": ("batch", 6, 24)}, None


def _language_model():
    net = nn.HybridSequential()
    net.add(nn.Embedding(100, 24), rnn.LSTM(32, layout="NTC", input_size=24), nn.Dense(100, flatten=False))
    words = np.random.RandomState(3).randint(0, 100, (2, 7)).astype("float32")
    return filled(net, (2, 7)), None, {"data": ("batch", "time")}, {"data": words}


class Attention(mx.gluon.HybridBlock):
    """Attention of a sequence to itself: on interleaved projections, or by batch_dot."""

    def __init__(self, units, heads, interleaved, **kwargs):
        super().__init__(**kwargs)
        self.units, self.heads, self.interleaved = units, heads, interleaved
        with self.name_scope():
            self.project = nn.Dense(3 * units, flatten=False, in_units=units)
            self.out = nn.Dense(units, flatten=False, in_units=units)

    def hybrid_forward(self, F, x, lengths):
        if self.interleaved:
            qkv = self.project(F.swapaxes(x, 0, 1))
            scores = F.contrib.interleaved_matmul_selfatt_qk(qkv, heads=self.heads)
            weights = F.softmax(self._masked(F, scores, lengths))
            mixed = F.contrib.interleaved_matmul_selfatt_valatt(qkv, weights, heads=self.heads)
            return self.out(F.swapaxes(mixed, 0, 1))
        parts = F.split(self.project(x), num_outputs=3, axis=2)
        queries, keys, values = [self._apart(F, part) for part in parts]
        scores = F.batch_dot(queries, keys, transpose_b=True) / float(np.sqrt(self.units / self.heads))
        mixed = F.batch_dot(F.softmax(self._masked(F, scores, lengths)), values)
        mixed = F.reshape(mixed, shape=(-1, self.heads, 0, 0), reverse=True)
        return self.out(F.reshape(F.transpose(mixed, axes=(0, 2, 1, 3)), shape=(0, 0, -1)))

    def _apart(self, F, x):
        x = F.transpose(F.reshape(x, shape=(0, 0, self.heads, -1)), axes=(0, 2, 1, 3))
        return F.reshape(x, shape=(-1, 0, 0), reverse=True)

    def _masked(self, F, scores, lengths):
        """Scores (batch * heads, queries, keys), very low behind each sequence's end."""
        steps = F.contrib.arange_like(scores, axis=2)
        ends = F.reshape(F.broadcast_axis(F.expand_dims(lengths, 1), axis=1, size=self.heads), shape=(-1, 1))
        outside = F.broadcast_greater_equal(F.expand_dims(steps, 0), ends)
        return F.broadcast_sub(scores, F.expand_dims(outside * 1e4, 1))


class Encoder(mx.gluon.HybridBlock):
    """A transformer's encoder as BERT has it: embeddings of words, segments and places, layers, and a pooler."""

    def __init__(self, layers=2, units=64, heads=4, words=200, length=32, interleaved=True, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.words, self.segments, self.places = (
                nn.Embedding(words, units),
                nn.Embedding(2, units),
                nn.Embedding(length, units),
            )
            self.norm = nn.LayerNorm(in_channels=units, epsilon=1e-12)
            self.layers = []
            for i in range(layers):
                layer = Attention(units, heads, interleaved), nn.LayerNorm(in_channels=units), nn.Dense(4 * units, flatten=False)
                layer += nn.GELU(), nn.Dense(units, flatten=False), nn.LayerNorm(in_channels=units)
                for j, block in enumerate(layer):
                    self.register_child(block, f"layer{i}_{j}")
                self.layers.append(layer)
            self.pooler = nn.Dense(units, activation="tanh", flatten=False)

    def hybrid_forward(self, F, words, segments, lengths):
        places = self.places(F.contrib.arange_like(words, axis=1))
        x = F.broadcast_add(self.words(words) + self.segments(segments), F.expand_dims(places, 0))
        x = self.norm(x)
        for attention, first, wide, activation, narrow, second in self.layers:
            x = first(x + attention(x, lengths))
            x = second(x + narrow(activation(wide(x))))
        return x, self.pooler(F.squeeze(F.slice_axis(x, axis=1, begin=0, end=1), axis=1))


def attention():
    """Transformers, with both forms of attention."""
    for title, interleaved in (("BERT encoder (interleaved attention)", True), ("transformer encoder (batch_dot)", False)):
        yield title, lambda interleaved=interleaved: _encoder(interleaved)


def _encoder(interleaved):
    random = np.random.RandomState(4)
    inputs = {
        "words": random.randint(0, 200, (2, 9)).astype("float32"),
        "segments": random.randint(0, 2, (2, 9)).astype("float32"),
        "lengths": np.array([9, 5], "float32"),
    }
    shapes = {"words": ("batch", "time"), "segments": ("batch", "time"), "lengths": ("batch",)}
    return filled(Encoder(interleaved=interleaved), (2, 9), (2, 9), (2,)), None, shapes, inputs


def detection():
    """Detectors, with suppression in the file."""
    yield "SSD (MultiBoxPrior, MultiBoxDetection)", lambda: _detector(mx.sym.contrib.MultiBoxDetection, nms_topk=100)
    yield (
        "SSD (suppression across classes)",
        lambda: _detector(mx.sym.contrib.MultiBoxDetection, force_suppress=True, nms_topk=50),
    )
    yield "regions (ROIAlign, ROIPooling, box_nms)", _regions


def _detector(detect, **options):
    """A small SSD: a trunk, three feature maps, anchors, predictions and detections of 5 classes."""
    classes, x, maps = 5, mx.sym.Variable("data"), []
    for i, filters in enumerate((16, 32, 32, 32)):
        x = mx.sym.Convolution(x, num_filter=filters, kernel=(3, 3), pad=(1, 1), name=f"conv{i}")
        x = mx.sym.Activation(mx.sym.BatchNorm(x, fix_gamma=False, name=f"norm{i}"), act_type="relu")
        x = mx.sym.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type="max")
        maps.append(x)
    anchors, scores, moves = [], [], []
    for i, (feature, sizes) in enumerate(zip(maps[1:], ((0.2, 0.27), (0.37, 0.45), (0.7, 0.8)))):
        anchors.append(mx.sym.Flatten(mx.sym.contrib.MultiBoxPrior(feature, sizes=sizes, ratios=(1, 2, 0.5))))
        for parts, width, name in ((scores, classes + 1, "scores"), (moves, 4, "moves")):
            head = mx.sym.Convolution(feature, num_filter=4 * width, kernel=(3, 3), pad=(1, 1), name=f"{name}{i}")
            parts.append(mx.sym.Flatten(mx.sym.transpose(head, axes=(0, 2, 3, 1))))
    anchors = mx.sym.reshape(mx.sym.concat(*anchors, dim=1), shape=(0, -1, 4))
    scores = mx.sym.reshape(mx.sym.concat(*scores, dim=1), shape=(0, -1, classes + 1))
    probabilities = mx.sym.softmax(mx.sym.transpose(scores, axes=(0, 2, 1)), axis=1)
    symbol = detect(probabilities, mx.sym.concat(*moves, dim=1), anchors, **options)
    return symbol, _drawn_for(symbol, data=(2, 3, 64, 64)), {"data": ("batch", 3, 64, 64)}, None


def _drawn_for(symbol, **inputs):
    arguments, _, states = symbol.infer_shape(**inputs)
    shapes = dict(zip([*symbol.list_arguments(), *symbol.list_auxiliary_states()], [*arguments, *states]))
    return {key: mx.nd.array(drawn(key, shape)) for key, shape in shapes.items() if key not in inputs}


def _regions():
    image, rois, boxes = (mx.sym.Variable(name) for name in ("image", "rois", "boxes"))
    x = mx.sym.Convolution(image, num_filter=8, kernel=(3, 3), pad=(1, 1), name="conv")
    aligned = mx.sym.contrib.ROIAlign(x, rois, pooled_size=(3, 3), spatial_scale=0.5, sample_ratio=2)
    pooled = mx.sym.ROIPooling(x, rois, pooled_size=(3, 3), spatial_scale=0.5)
    kept = mx.sym.contrib.box_nms(boxes, overlap_thresh=0.5, coord_start=2, score_index=1, id_index=0, topk=20)
    random = np.random.RandomState(6)
    corners = np.sort(random.uniform(0, 30, (7, 2, 2)), 1).reshape(7, 4)
    values = {
        "image": random.uniform(-1, 1, (2, 3, 16, 16)),
        "rois": np.concatenate([random.randint(0, 2, (7, 1)), corners], 1),
        "boxes": np.concatenate([random.randint(0, 3, (2, 40, 1)), random.uniform(0, 1, (2, 40, 1)),
                                 np.sort(random.uniform(0, 1, (2, 40, 2, 2)), 2).reshape(2, 40, 4)], 2),
    }  # fmt: skip
    values = {name: array.astype("float32") for name, array in values.items()}
    symbol = mx.sym.Group([aligned, pooled, kept])
    parameters = _drawn_for(symbol, **{name: array.shape for name, array in values.items()})
    return symbol, parameters, {}, values


def integers():
    """Networks of gluon.model_zoo.vision on 8-bit integers, calibrated ("naive", "auto")."""
    for name in ("resnet18_v1", "resnet50_v1", "mobilenetv2_1.0", "squeezenet1.0", "vgg11", "inceptionv3"):
        yield f"{name} (int8)", lambda name=name: _on_integers(name, 299 if name == "inceptionv3" else 224)


def _on_integers(name, size):
    net = filled(vision.get_model(name, prefix="net_"), (1, 3, size, size))
    examples = mx.nd.array(np.random.RandomState(8).uniform(-1, 1, (8, 3, size, size)))
    batches = mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(examples, mx.nd.zeros(8)), batch_size=4)
    made = mx.contrib.quantization.quantize_net_v2(net, calib_mode="naive", calib_data=batches, quantized_dtype="auto")
    inputs = {"data": np.random.RandomState(9).uniform(-0.5, 0.5, (4, 3, size, size)).astype("float32")}
    return made, None, {"data": ("batch", 3, size, size)}, inputs


GROUPS = {
    "zoo": zoo,
    "bench": bench,
    "recurrent": recurrent,
    "attention": attention,
    "detection": detection,
    "integers": integers,
}


def operators():
    """The canonical names of all operators that can be written, in lines."""
    names = sorted({op.name for op in REGISTRY.values() if op.traits.onnx is not None}, key=str.lower)
    return textwrap.fill(", ".join(f"`{name}`" for name in names), 130, break_on_hyphens=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("groups", nargs="*", help="which networks: " + ", ".join(GROUPS) + "; all by default")
    parser.add_argument("--only", default="", help="a word that the network's name contains")
    parser.add_argument("--opset", type=int, help="the version of ONNX's operators")
    parser.add_argument("--operators", action="store_true", help="only list the operators that can be written")
    arguments = parser.parse_args()
    if arguments.operators:
        print(operators())
        return 0
    print("| network | ONNX nodes | largest difference | relative to the largest output |\n|---|---|---|---|")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "net.onnx")
        for group in arguments.groups or GROUPS:
            for name, make in GROUPS[group]():
                if arguments.only not in name:
                    continue
                try:
                    network, parameters, shapes, inputs = make()
                    report = mx.onnx.export(network, parameters, path, shapes, opset=arguments.opset, inputs=inputs)
                except mx.MXNetError as error:
                    failed += 1
                    print(f"| {name} | | {str(error).splitlines()[0][:200]} | |", flush=True)
                    continue
                differences = f"{report.largest_difference:.1e} | {report.largest_relative_difference:.1e}"
                print(f"| {name} | {report.nodes} | {differences} |", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
