"""Graphs of convolutions that run with channels last on CPU: the same numbers as operator by operator, which do not."""

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, gluon
from jmx.core.graph import passes
from jmx.core.graph.passes import layout
from jmx.core.graph.passes.calls import InternalCall
from jmx.native import onednn


class Net(gluon.HybridBlock):
    """Every operator that has a rule, and some that have none between them."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.conv1 = gluon.nn.Conv2D(8, 3, padding=1, in_channels=4)
            self.conv2 = gluon.nn.Conv2D(8, 3, strides=2, padding=1, in_channels=8, use_bias=False)
            self.point = gluon.nn.Conv2D(16, 1, strides=2, in_channels=8)
            self.wide = gluon.nn.Conv2D(16, (3, 1), padding=(1, 0), in_channels=8)
            self.depth = gluon.nn.Conv2D(16, 3, padding=1, groups=16, in_channels=16)
            self.grouped = gluon.nn.Conv2D(8, 3, padding=1, groups=2, in_channels=16)
            self.gate = gluon.nn.Conv2D(8, 1, in_channels=8)
            self.whole = gluon.nn.Conv2D(8, 4, in_channels=16)
            self.norm1 = gluon.nn.BatchNorm(in_channels=8)
            self.norm2 = gluon.nn.BatchNorm(in_channels=16, scale=False)
            self.slope = gluon.nn.PReLU()
            self.out = gluon.nn.Dense(3, in_units=8 * 4 * 4 + 8)

    def hybrid_forward(self, F, x):
        x = F.relu(self.norm1(self.conv1(x)))
        x = F.Pooling(x, kernel=(3, 3), stride=(1, 1), pad=(1, 1), pool_type="max")
        y = F.clip(self.norm1(self.conv2(x)), 0, 6)
        z = F.LeakyReLU(self.norm2(self.point(x)), slope=0.1) + F.sigmoid(self.wide(y)) * 2
        z = self.depth(z) + z
        y = self.slope(self.grouped(z)) - y
        scale = F.sigmoid(self.gate(F.Pooling(y, global_pool=True, pool_type="avg")))
        y = F.broadcast_mul(y, scale)
        z = F.concat(y, F.BlockGrad(y), dim=1)
        z = F.Pooling(z, kernel=(2, 2), stride=(2, 2), pool_type="avg", pooling_convention="full")
        tail = self.whole(F.concat(z, z, dim=2).slice_axis(axis=2, begin=0, end=4))
        return self.out(F.concat(F.flatten(z.slice_axis(axis=1, begin=4, end=12)), F.flatten(tail), dim=1)), y


def results(net, x, hybrid):
    """Outputs, gradients and running statistics of a training step, and the output afterwards."""
    net.hybridize(hybrid)
    with autograd.record():
        out, inner = net(x)
        cost = (out * out).sum() + (inner * 0.1).sum()
    cost.backward()
    found = [out, inner, x.grad]
    found += [p.grad() if p.grad_req != "null" else p.data() for p in net.collect_params().values()]
    found.append(net(x)[0])
    return [a.asnumpy() for a in found]


def made(seed=0):
    mx.random.seed(seed)
    np.random.seed(seed)
    net = Net(prefix="net_")
    net.initialize(mx.init.Normal(0.3))
    x = mx.nd.array(np.random.RandomState(seed).randn(8, 4, 16, 16))
    x.attach_grad()
    return net, x


def laid_out(net, *inputs):
    """The program of a hybridized block for inputs, after the pass; and how many transpositions the pass has put in."""
    graph = net._cached_op.program.graph
    arrays = {"data": inputs[0], **{name: p.data() for name, p in net.collect_params().items()}}
    prepared = passes.prepare(graph, passes.Facts(graph, "cpu", [arrays[node.name] for node in graph.inputs]))
    return prepared, sum(isinstance(step, InternalCall) for step in prepared.steps)


@pytest.fixture(params=["with oneDNN", "without"])
def with_onednn(request, monkeypatch):
    """Whether oneDNN computes convolutions in this test."""
    if request.param == "without":
        monkeypatch.setattr(onednn, "_loaded", "a test")
    elif not onednn.usable():
        pytest.skip(onednn.describe())
    return request.param == "with oneDNN"


def test_numbers_are_those_of_the_operators(with_onednn):
    net, x = made()
    expected = results(net, x, False)
    net, x = made()
    found = results(net, x, True)
    graph, transpositions = laid_out(net, x)
    changed = [step.node.op.name for step in graph.steps if not isinstance(step, InternalCall) and step.changes]
    wanted = ["Convolution"] * (8 if with_onednn else 4) + ["BatchNorm"] * 3 + ["Pooling"] * 3 + ["Concat"] * 2
    assert sorted(changed) == sorted(wanted), "XLA's grouped and very small convolutions keep MXNet's order"
    assert len({step.sources[0] for step in graph.steps if isinstance(step, InternalCall)}) == transpositions
    for a, b in zip(found, expected):
        assert a.shape == b.shape and a.dtype == b.dtype
        scale = max(np.abs(b).max(), 1)  # the gradient of a bias before BatchNorm is zero but for rounding
        assert np.abs(a - b).max() <= 2e-4 * scale


def small(count):
    net = gluon.nn.HybridSequential(prefix="")
    net.add(*(gluon.nn.Conv2D(16, 3, in_channels=16) for _ in range(count)))
    net.initialize()
    net.hybridize()
    assert net(mx.nd.ones((4, 16, 9, 9))).shape == (4, 16, 9 - 2 * count, 9 - 2 * count)
    return laid_out(net, mx.nd.ones((4, 16, 9, 9)))


def test_small_graphs_run_as_they_are(monkeypatch):
    monkeypatch.setattr(onednn, "_loaded", "a test")
    graph, transpositions = small(2)
    assert transpositions == 0
    graph, transpositions = small(4)
    assert transpositions == 2, "the one of large enough size: its image and its result, not its kernel"


def test_the_setting_is_part_of_what_is_lowered(monkeypatch):
    assert small(4)[1] > 0
    monkeypatch.setenv("JMX_CHANNELS_LAST", "0")
    assert small(4)[1] == 0


def test_other_platforms_keep_the_layout():
    net, x = made()
    net.hybridize()
    net(x)
    graph = net._cached_op.program.graph
    facts = passes.Facts(graph, "gpu", [])
    assert layout.channels_last(graph, facts) is graph and graph.needs_platform


@pytest.mark.parametrize(
    "kernel, stride, pad, dilate, size",
    [((3, 3), (1, 1), (1, 1), (1, 1), (7, 6)), ((3, 2), (2, 1), (0, 1), (1, 2), (9, 8)), ((1, 1), (2, 2), (0, 0), (1, 1), (7, 8)),
     ((1, 1), (2, 1), (1, 1), (1, 1), (5, 6)), ((5, 4), (1, 1), (0, 0), (1, 1), (5, 4))],
)  # fmt: skip
def test_layout_nhwc(kernel, stride, pad, dilate, size):
    draw = np.random.RandomState(1)
    x, w = draw.randn(2, 3, *size), draw.randn(4, 3, *kernel)
    attrs = {"kernel": kernel, "stride": stride, "pad": pad, "dilate": dilate, "num_filter": 4, "no_bias": True}
    found = []
    for order, there, back in (("NCHW", (0, 1, 2, 3), (0, 1, 2, 3)), ("NHWC", (0, 2, 3, 1), (0, 3, 1, 2))):
        data, weight = mx.nd.array(x.transpose(there)), mx.nd.array(w.transpose(there))
        data.attach_grad()
        weight.attach_grad()
        with autograd.record():
            out = mx.nd.Convolution(data, weight, layout=order, **attrs)
            cost = (out * out).sum()
        cost.backward()
        found.append([a.asnumpy().transpose(back) for a in (out, data.grad, weight.grad)])
    for a, b in zip(*found):
        assert a.shape == b.shape
        np.testing.assert_allclose(b, a, rtol=1e-4, atol=1e-4)
