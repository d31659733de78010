"""Programs that meet a new size at each step: pictures, batches and sentences as they come."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn, rnn
from mxnet.gluon.model_zoo import vision as zoo

from . import text, vision

_SIZES = range(10)


def _draw(*shape):
    return nd.array(np.random.RandomState(0).rand(*shape).astype("float32"))


def _labels(count, *shape):
    return nd.array(np.random.RandomState(1).randint(0, count, shape))


def _infer(make, inputs, hybrid=True):
    """One step of inference for each of the inputs."""
    yield
    net = make()
    net.initialize(mx.init.Xavier())
    if hybrid:
        net.hybridize()
    for x in inputs:
        yield net(x).asnumpy()


def _train(make, batches, optimizer="sgd", hybrid=True, **options):
    """One step of training for each of the batches."""
    yield
    net, measure = make(), gluon.loss.SoftmaxCrossEntropyLoss()
    net.initialize(mx.init.Xavier())
    if hybrid:
        net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), optimizer, {"learning_rate": 0.01, **options})
    for x, y in batches:
        with autograd.record():
            loss = measure(net(x), y)
        loss.backward()
        trainer.step(len(x))
        yield loss.mean().asscalar()


def _pictures(batch, smallest):
    return [_draw(batch, 3, smallest + 8 * i, smallest + 8 * i) for i in _SIZES]


def _labelled(batch, smallest):
    return [(x, _labels(1000, batch)) for x in _pictures(batch, smallest)]


def resnet18_infer():
    yield from _infer(zoo.resnet18_v1, _pictures(1, 96))


def resnet50_infer():
    yield from _infer(zoo.resnet50_v1, _pictures(1, 96))


def mobilenet_infer():
    yield from _infer(zoo.mobilenet1_0, _pictures(1, 96))


def mobilenet_train():
    yield from _train(zoo.mobilenet1_0, _labelled(2, 64), momentum=0.9)


def resnet18_eager():
    yield from _infer(zoo.resnet18_v1, _pictures(1, 96), hybrid=False)


def resnet18_train():
    yield from _train(zoo.resnet18_v1, _labelled(2, 64), momentum=0.9)


def resnet50_train():
    yield from _train(zoo.resnet50_v1, _labelled(2, 64), momentum=0.9)


def ssd_infer():
    pictures = [_draw(1, 3, 96 + 16 * i, 96 + 16 * i) for i in _SIZES]
    yield
    net = vision.detector()
    for x in pictures:
        anchors, scores, boxes = net(x)
        chances = nd.transpose(nd.softmax(scores), (0, 2, 1))
        yield nd.contrib.MultiBoxDetection(chances, boxes, anchors, nms_threshold=0.5, threshold=0.1).asnumpy()


def ssd_train():
    pictures = [_draw(4, 3, 96 + 16 * i, 96 + 16 * i) for i in _SIZES]
    corner = np.random.RandomState(1).uniform(0, 0.5, (4, 3, 2))
    y = nd.array(np.concatenate([np.arange(3)[None, :, None].repeat(4, 0) % 2, corner, corner + 0.4], -1))
    yield
    net, measure = vision.detector(), gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "wd": 5e-4})
    for x in pictures:
        with autograd.record():
            anchors, scores, boxes = net(x)
            targets, mask, classes = nd.contrib.MultiBoxTarget(anchors, y, nd.transpose(scores, (0, 2, 1)))
            loss = measure(scores, classes) + nd.mean(nd.smooth_l1((boxes - targets) * mask, scalar=1.0), axis=1)
        loss.backward()
        trainer.step(4)
        yield loss.mean().asscalar()


def unet_train():
    pictures = _pictures(2, 64)
    wanted = [x[:, :1] > 0.5 for x in pictures]
    mx.nd.waitall()
    yield
    yield from vision.train_unet(zip(pictures, wanted))


def lstm_buckets():
    yield from text.buckets_one_by_one()


class _Tagger(gluon.HybridBlock):
    """A label for every word."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.words, self.layers = nn.Embedding(1000, 64), rnn.LSTM(64, 2, layout="NTC", input_size=64)
            self.labels = nn.Dense(20, flatten=False, in_units=64)

    def hybrid_forward(self, F, words):
        return self.labels(self.layers(self.words(words)))


def lstm_layer_train():
    yield from _train(_Tagger, [(_labels(1000, 8, 10 + 3 * i), _labels(20, 8, 10 + 3 * i)) for i in _SIZES], "adam")


def beam_search():
    yield from text.beam_search(False, [8 + i for i in _SIZES], steps=20)


def beam_search_hybrid():
    yield from text.beam_search(True, [8 + i for i in _SIZES], steps=20)


class _Layers(gluon.HybridBlock):
    """Encoder layers without a mask, and a score of every word."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.words, self.norm = nn.Embedding(1000, 256), nn.LayerNorm(in_channels=256)
            self.layers = [text.EncoderLayer(256, 1024, 4, nn.GELU) for _ in range(2)]
            for layer in self.layers:
                self.register_child(layer)
            self.out = nn.Dense(1000, flatten=False, in_units=256)

    def hybrid_forward(self, F, words):
        x = self.norm(self.words(words))
        for layer in self.layers:
            x = layer(x, F.zeros((1, 1, 1, 1)))
        return self.out(x)


def bert_layer_infer():
    yield from _infer(_Layers, [_labels(1000, 4, 16 + 4 * i) for i in _SIZES])


def bert_layer_train():
    yield from _train(_Layers, [(_labels(1000, 4, 16 + 4 * i), _labels(1000, 4, 16 + 4 * i)) for i in _SIZES], "adam")


def _digits():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(20, 5, activation="relu"), nn.MaxPool2D(2), nn.Conv2D(50, 5, activation="relu"), nn.MaxPool2D(2),
            nn.Flatten(), nn.Dense(128, activation="relu"), nn.Dense(10))  # fmt: skip
    return net


def digits_infer():
    yield from _infer(_digits, [_draw(50 + 10 * i, 1, 28, 28) for i in _SIZES])


def digits_train():
    yield from _train(_digits, [(_draw(50 + 10 * i, 1, 28, 28), _labels(10, 50 + 10 * i)) for i in _SIZES])


def digits_eager():
    yield from _train(_digits, [(_draw(50 + 10 * i, 1, 28, 28), _labels(10, 50 + 10 * i)) for i in _SIZES], hybrid=False)
