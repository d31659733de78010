"""Networks that the tools in this folder check: MXNet's model zoo, and networks with recurrence, attention and detection."""

import importlib.util
import pathlib
import sys

import numpy as np

import jmx as mx
from jmx import gluon
from jmx.gluon import nn, rnn
from jmx.gluon.model_zoo.vision import _MODELS as ZOO

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"


def zoo():
    """{name: (function that makes the network, shape of its input)} of gluon.model_zoo.vision."""
    names = sorted(ZOO)
    # Inception reduces an image too often for small ones; dense layers of AlexNet, VGG and SqueezeNet want theirs.
    sizes = {"inceptionv3": 299, "alexnet": 224, "squeezenet1.0": 224, "squeezenet1.1": 224}
    sizes.update({name: 224 for name in names if name.startswith("densenet")})
    return {name: (lambda name=name: _zoo_network(name), (2, 3, sizes.get(name, 64), sizes.get(name, 64))) for name in names}


def _zoo_network(name):
    net = gluon.model_zoo.vision.get_model(name, classes=10)
    net.initialize(mx.init.Xavier())
    return net


class Recurrent(gluon.HybridBlock):
    """Words to scores: an embedding, recurrent layers (time first), a dense layer for every step."""

    def __init__(self, layer):
        super().__init__()
        self.embedding, self.layer, self.dense = nn.Embedding(50, 16), layer, nn.Dense(50, flatten=False)

    def hybrid_forward(self, F, words):
        return self.dense(self.layer(self.embedding(words)))


class Unrolled(gluon.HybridBlock):
    """A stack of cells over seven steps."""

    def __init__(self, cells):
        super().__init__()
        self.cells, self.dense = rnn.HybridSequentialRNNCell(), nn.Dense(5)
        for cell in cells:
            self.cells.add(cell)

    def hybrid_forward(self, F, x):
        outputs, _ = self.cells.unroll(7, x, layout="NTC", merge_outputs=True)
        return self.dense(outputs)


class Encoder(gluon.HybridBlock):
    """Layers of a transformer as BERT has them, with the operators that attention is written with in GluonNLP."""

    def __init__(self, units=32, heads=4, layers=2):
        super().__init__()
        self._heads, self.layers = heads, nn.HybridSequential()
        self.words, self.norm = nn.Embedding(60, units), nn.LayerNorm()
        for _ in range(layers):
            layer = nn.HybridSequential()
            layer.add(nn.Dense(3 * units, flatten=False), nn.Dense(units, flatten=False), nn.LayerNorm())
            layer.add(nn.Dense(4 * units, flatten=False), nn.GELU(), nn.Dense(units, flatten=False), nn.LayerNorm())
            self.layers.add(layer)

    def hybrid_forward(self, F, words):
        x = F.transpose(self.norm(self.words(words)), axes=(1, 0, 2))
        for layer in self.layers:
            projection, out, norm, widen, gelu, narrow, last = layer
            mixed = projection(x)
            scores = F.softmax(F.contrib.interleaved_matmul_selfatt_qk(mixed, heads=self._heads))
            context = F.contrib.interleaved_matmul_selfatt_valatt(mixed, scores, heads=self._heads)
            x = norm(x + out(context))
            x = last(x + narrow(gelu(widen(x))))
        return F.transpose(x, axes=(1, 0, 2))


class Detector(gluon.HybridBlock):
    """SSD: features at three scales, classes and boxes for the anchors of each; anchors are an output."""

    def __init__(self, classes=3):
        super().__init__()
        self._classes = classes
        self.scales, self.scores, self.boxes = nn.HybridSequential(), nn.HybridSequential(), nn.HybridSequential()
        for channels in (16, 32, 32):
            scale = nn.HybridSequential()
            scale.add(nn.Conv2D(channels, 3, padding=1), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(2))
            self.scales.add(scale)
            self.scores.add(nn.Conv2D(4 * (classes + 1), 3, padding=1))
            self.boxes.add(nn.Conv2D(16, 3, padding=1))

    def hybrid_forward(self, F, x):
        anchors, scores, boxes = [], [], []
        for scale, score, box in zip(self.scales, self.scores, self.boxes):
            x = scale(x)
            anchors.append(F.contrib.MultiBoxPrior(x, sizes=(0.3, 0.5), ratios=(1, 2, 0.5)))
            scores.append(F.flatten(F.transpose(score(x), axes=(0, 2, 3, 1))))
            boxes.append(F.flatten(F.transpose(box(x), axes=(0, 2, 3, 1))))
        scores = F.reshape(F.concat(*scores, dim=1), shape=(0, -1, self._classes + 1))
        return F.concat(*anchors, dim=1), scores, F.concat(*boxes, dim=1)


class Detections(gluon.HybridBlock):
    """A detector with what picks boxes from its outputs."""

    def __init__(self):
        super().__init__()
        self.detector = Detector()

    def hybrid_forward(self, F, x):
        anchors, scores, boxes = self.detector(x)
        chances = F.transpose(F.softmax(scores), axes=(0, 2, 1))
        return F.contrib.MultiBoxDetection(chances, boxes, anchors, nms_threshold=0.5, nms_topk=50)


class Regions(gluon.HybridBlock):
    """The second stage of a region network: features of boxes, and their classes."""

    def __init__(self):
        super().__init__()
        self.features, self.head = nn.Conv2D(8, 3, strides=2, padding=1), nn.Dense(4)

    def hybrid_forward(self, F, x, regions):
        return self.head(F.contrib.ROIAlign(self.features(x), regions, pooled_size=(4, 4), spatial_scale=0.5, sample_ratio=2))


class Segments(gluon.HybridBlock):
    """A small U-net: down, up by a transposed convolution, with a bridge."""

    def __init__(self):
        super().__init__()
        self.down, self.up, self.out = nn.Conv2D(8, 3, strides=2, padding=1), nn.Conv2DTranspose(8, 4, 2, 1), nn.Conv2D(3, 1)

    def hybrid_forward(self, F, x):
        return F.log_softmax(self.out(F.concat(x, F.relu(self.up(F.relu(self.down(x)))), dim=1)), axis=1)


def example(module, make):
    """A function that makes a network of a program in examples/, initialized."""
    return lambda: _initialized(_example(module, make))


def _example(module, make):
    if str(EXAMPLES) not in sys.path:
        sys.path.append(str(EXAMPLES))
    spec = importlib.util.spec_from_file_location(module, EXAMPLES / f"{module}.py")
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return make(loaded)


def _boxes(count):
    corner = np.random.RandomState(1).uniform(0, 20, (count, 2))
    return np.concatenate([np.zeros((count, 1)), corner, corner + 10], 1).astype(np.float32)


def _images(size=32, batch=2):
    return np.random.RandomState(0).uniform(-1, 1, (batch, 3, size, size)).astype(np.float32)


def _words(shape, count=50):
    return np.random.RandomState(0).randint(0, count, shape).astype(np.float32)


def others():
    """{name: (function that makes the network, function that makes its inputs)} of networks that are not in the zoo."""
    numbers = np.random.RandomState(0).uniform(-1, 1, (3, 7, 6)).astype(np.float32)
    made = {
        "lstm language model": (lambda: Recurrent(rnn.LSTM(24, num_layers=2)), lambda: [_words((6, 3))]),
        "gru, bidirectional": (lambda: Recurrent(rnn.GRU(12, bidirectional=True)), lambda: [_words((6, 3))]),
        "rnn, relu": (lambda: Recurrent(rnn.RNN(20, activation="relu")), lambda: [_words((6, 3))]),
        "lstm cells, unrolled": (lambda: Unrolled([rnn.LSTMCell(9), rnn.LSTMCell(8)]), lambda: [numbers]),
        "gru cells with residuals": (lambda: Unrolled([rnn.ResidualCell(rnn.GRUCell(6))]), lambda: [numbers]),
        "transformer encoder (BERT)": (Encoder, lambda: [_words((3, 8), 60)]),
        "ssd": (Detector, lambda: [_images()]),
        "ssd with detections": (Detections, lambda: [_images()]),
        "region head": (Regions, lambda: [_images(batch=1), _boxes(5)]),
        "u-net": (Segments, lambda: [_images()]),
        "examples/transformer_classifier.py": (
            lambda: _example("transformer_classifier", lambda m: m.Classifier(60, 32, 2, 4, 0.0)),
            lambda: [_words((3, 8), 60), np.array([8, 3, 5], np.int32)],
        ),
        "examples/word_language_model.py": (
            lambda: _example("word_language_model", lambda m: m.WordModel(50, 16, 2, "lstm", 0.0, True)),
            lambda: [_words((6, 3)), [np.zeros((2, 3, 16), np.float32)] * 2],
        ),
    }  # fmt: skip
    return {name: (lambda make=make: _initialized(make()), inputs) for name, (make, inputs) in made.items()}


def _initialized(net):
    net.initialize(mx.init.Xavier())
    return net
