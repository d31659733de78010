"""Networks whose backward pass is several programs, as between machines, have the gradients of one program."""

import collections

import jax
import numpy as np
import pytest

import jmx as mx
from jmx import autograd, gluon
from jmx.core.graph import lower
from jmx.core.run import backward_segments

nn, rnn, zoo = gluon.nn, gluon.rnn, gluon.model_zoo.vision


class Attention(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        self.qkv, self.out, self.norm = nn.Dense(96, flatten=False), nn.Dense(32, flatten=False), nn.LayerNorm()
        self.drop = nn.Dropout(0.2)

    def hybrid_forward(self, F, x):
        q, k, v = F.split(self.qkv(x), 3, axis=2)
        weights = F.softmax(F.batch_dot(q, k, transpose_b=True) / 6)
        return self.norm(x + self.drop(self.out(F.batch_dot(weights, v))))


class Loop(gluon.HybridBlock):
    """A loop, a condition and an input that no gradient reaches."""

    def __init__(self):
        super().__init__()
        self.cell, self.last = nn.Dense(16, flatten=False), nn.Dense(5)

    def hybrid_forward(self, F, x):
        _, state = F.contrib.foreach(lambda row, s: (row, F.tanh(self.cell(F.concat(row, s, dim=1)))), x, F.zeros((2, 16)))
        return F.broadcast_add(self.last(state), F.BlockGrad(state.mean()))


def sequential(*layers):
    net = nn.HybridSequential()
    net.add(*layers)
    return net


NETWORKS = {
    "dense": lambda: (sequential(nn.Dense(64, activation="relu"), nn.Dense(64), nn.LeakyReLU(0.1), nn.Dense(4)), (3, 20)),
    "shared": lambda: (lambda a: sequential(a, nn.Activation("tanh"), nn.Dense(20, params=a.params)))(nn.Dense(20, in_units=20)),
    "convolutions": lambda: (
        sequential(nn.Conv2D(8, 3), nn.BatchNorm(), nn.MaxPool2D(), nn.Conv2DTranspose(6, 3), nn.GroupNorm(2), nn.Dense(4)),
        (2, 3, 12, 12),
    ),
    "resnet": lambda: (zoo.get_resnet(2, 18, thumbnail=True, classes=4), (2, 3, 8, 8)),
    "mobilenet": lambda: (zoo.mobilenet_v2_0_25(classes=4), (2, 3, 32, 32)),
    "lstm": lambda: (sequential(nn.Embedding(50, 24), rnn.LSTM(24, 2, layout="NTC", dropout=0.1), nn.Dense(50)), None),
    "gru": lambda: (sequential(nn.Embedding(50, 24), rnn.GRU(24, bidirectional=True, layout="NTC"), nn.Dense(9)), None),
    "attention": lambda: (sequential(nn.Dense(32, flatten=False), Attention(), Attention(), nn.Dense(4)), (2, 7, 5)),
    "loop": lambda: (Loop(), (4, 2, 8)),
}


def gradients(name, dtype, request):
    """By parameter and of the input, after two passes whose gradients are written or added up; "twice": of two calls each."""
    mx.random.seed(11)
    made = NETWORKS[name]()
    net, shape = made if isinstance(made, tuple) else (made, (3, 20))
    net.initialize(mx.init.Xavier())
    net.cast(dtype)
    net.hybridize()
    rng = np.random.RandomState(2)
    x = mx.nd.array(rng.rand(*shape), dtype=dtype) if shape else mx.nd.array(rng.randint(0, 50, (3, 6)))
    net(x)
    net.collect_params().setattr("grad_req", "write" if request == "twice" else request)
    if shape:
        x.attach_grad()
    for seed in (1, 2):
        mx.random.seed(seed)
        with autograd.record():
            cost = (net(x).astype("float32") ** 2).mean()
            if request == "twice":
                cost = cost + net(0.5 * x).astype("float32").mean()
        cost.backward()
    found = [p.grad().astype("float32").asnumpy() for p in net.collect_params().values() if p.grad_req != "null"]
    return [*found, *([x.grad.astype("float32").asnumpy()] if shape else [])]


OTHERS = [("add", "float32"), ("twice", "float32"), ("add", "float64"), ("write", "float64"), ("write", "float16")]
CASES = [(name, "write", "float32") for name in NETWORKS] + [
    (name, request, dtype) for name in ("dense", "convolutions", "attention") for request, dtype in OTHERS
]


@pytest.mark.parametrize("name, request_, dtype", CASES)
def test_gradients_are_those_of_one_program(monkeypatch, name, request_, dtype):
    expected = gradients(name, dtype, request_)
    parts, made = [], backward_segments.Segments.__init__

    def counting(self, closed, found, *rest):
        parts.append(len(found))
        made(self, closed, found, *rest)

    # else the network would be run by what was compiled for an equal one
    for programs in ("_by_structure", "_recent"):
        monkeypatch.setattr(lower, programs, collections.OrderedDict())
    monkeypatch.setattr(backward_segments.Segments, "__init__", counting)
    monkeypatch.setattr(backward_segments, "wanted", lambda: True)
    monkeypatch.setattr(backward_segments, "_LEAST", 1 << 10)
    found = gradients(name, dtype, request_)
    # a loop gives its gradients when it is over, and a layer that stands twice when both of it are
    assert name in ("loop", "shared") or min(parts) > 1
    assert len(found) == len(expected)
    tolerance = {"float32": 1e-4, "float64": 1e-9, "float16": 2e-2}[dtype]
    # a bias in front of a normalization has no gradient but rounding
    scale = max(np.abs(gradient).max() for gradient in expected)
    for one, other in zip(found, expected):
        np.testing.assert_allclose(one, other, rtol=tolerance, atol=tolerance * scale)


def test_what_no_gradient_needs_yet_is_computed_later():
    """A layer's weight has its gradient before that of the layer's input is computed, which stands first in the program."""

    def back(first, last, x, hidden, to_come):
        to_hidden = to_come @ last.T
        of_last = hidden.T @ to_come
        return x.T @ to_hidden, of_last

    arrays = [np.random.RandomState(i).rand(*shape).astype("float32") for i, shape in enumerate([(8, 8)] * 2 + [(4, 8)] * 3)]
    closed, shapes = jax.make_jaxpr(back, return_shape=True)(*arrays)
    parts = backward_segments._cut(closed, 8 * 8 * 4)
    products = [[v.aval.shape for e in part.equations for v in e.outvars if e.primitive.name == "dot_general"] for part in parts]
    assert products == [[(8, 8)], [(4, 8), (8, 8)]]
    for one, other in zip(backward_segments.Segments(closed, parts, shapes, "back")([], *arrays), back(*arrays)):
        np.testing.assert_allclose(one, other, rtol=1e-6)
