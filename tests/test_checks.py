"""JMX_DEBUG_NANS and JMX_CHECK_INDICES: who made the first NaN or infinity, and which index is out of range."""

import os
import subprocess
import sys

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, gluon, nd
from jmx.core.run import dispatch
from jmx.execution import checks
from jmx.gluon import nn
from jmx.ndarray import fusing


@pytest.fixture
def looking(monkeypatch):
    """Turns the checks on for one test."""
    for owner, name in ((dispatch, "run"), (fusing, "fused"), (checks, "nans"), (checks, "indices")):
        monkeypatch.setattr(owner, name, getattr(owner, name))
    monkeypatch.setenv("JMX_DEBUG_NANS", "1")
    monkeypatch.setenv("JMX_CHECK_INDICES", "1")
    checks.install()


def refuses(function, *words):
    """The call raises MXNetError with all of these words."""
    with pytest.raises(mx.MXNetError) as caught:
        function()
    for word in words:
        assert word in str(caught.value), str(caught.value)


class Net(gluon.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.first = nn.Dense(3)
            self.inner = nn.HybridSequential()
            with self.inner.name_scope():
                self.inner.add(Log())
            self.last = nn.Dense(2)

    def hybrid_forward(self, F, x):
        return self.last(self.inner(self.first(x)))


class Log(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.log(x)


class Root(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(F.sqrt(F.relu(x)) * 2)


def test_operator_by_itself(looking):
    refuses(
        lambda: nd.log(nd.array([1, -1, 0])), "operator log, output 0", "1 NaN and 1 infinite of 3", "(3,)",
        "data (3,) float32 (all finite, from -1.0 to 1.0)",
    )  # fmt: skip


def test_what_came_in_is_not_made(looking):
    """Constants that a program asks for, and what operators hand on, are no fault of theirs."""
    assert np.isnan((nd.array([np.nan]) * 2).asscalar())
    assert np.isinf((nd.full((2,), -np.inf) + 1).asnumpy()).all()
    assert np.isinf((nd.ones(2) * np.inf).asnumpy()).all()
    mask = nd.where(nd.array([1, 0]), nd.ones(2), nd.full((2,), -np.inf))
    assert nd.softmax(mask).asnumpy().tolist() == [1, 0]


def test_infinity_less_infinity_is_made(looking):
    infinite = nd.array([np.inf])
    refuses(lambda: infinite - infinite, "sub", "1 NaN of 1", "1 infinite")


@pytest.mark.parametrize("hybridized", [False, True])
def test_layer_of_a_network(looking, hybridized):
    net = Net(prefix="net_")
    net.initialize(mx.init.One())
    net.hybridize(hybridized)
    x = nd.array([[1, 2], [-1, -3]])
    words = ["operator log", "3 NaN of 6", "(2, 3)", "from -4.0 to 3.0", "in block net"]
    refuses(lambda: net(x), *words, *(["net_hybridsequential0_log0"] if hybridized else ["net_hybridsequential0 >"]))
    with autograd.record():
        refuses(lambda: net(x), *words)


def test_states_stay_as_they_were(looking, monkeypatch):
    monkeypatch.setenv("JMX_BATCHNORM_STATISTICS", "forward")
    net = nn.HybridSequential()
    net.add(nn.BatchNorm())
    net.initialize()
    net.hybridize()
    net(nd.ones((2, 3)))
    state = net[0].running_var
    with autograd.record():
        refuses(lambda: net(nd.array([[1e30, 1, 1], [-1e30, 2, 2]])), "operator BatchNorm", "new value of", "running_var")
    assert state.data().asnumpy().tolist() == [1, 1, 1]


def test_input_of_a_graph(looking):
    net = Root()
    net.hybridize()
    refuses(lambda: net(nd.array([1, np.nan])), "NaN comes into the graph by its input data", "1 NaN")


@pytest.mark.parametrize("hybridized", [False, True])
def test_gradients(looking, hybridized):
    net = Root()
    net.hybridize(hybridized)
    x = nd.array([-1, 4])
    x.attach_grad()
    with autograd.record():
        y = net(x)
    refuses(y.backward, "backward", "sqrt", "1 infinite of 2 elements")
    assert x.grad.asnumpy().tolist() == [0, 0]


def test_update(looking):
    net = nn.Dense(1, use_bias=False)
    net.initialize(mx.init.One())
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1e38})
    with autograd.record():
        loss = net(nd.array([[100, 2]])).sum()
    loss.backward()
    refuses(lambda: trainer.step(1), "operator sgd_update", "weight (1, 2)", "grad (1, 2)")
    assert net.weight.data().asnumpy().tolist() == [[1, 1]]


def module(graph):
    made = mx.mod.Module(graph)
    made.bind([("data", (2, 2))], [("softmax_label", (2,))])
    made.init_params(mx.init.One())
    return made


def batch(data, label):
    return mx.io.DataBatch([nd.array(data)], [nd.array(label)])


def test_module(looking):
    data = mx.sym.var("data")
    net = module(mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.log(data), num_hidden=3, name="fc"), name="softmax"))
    good = [[1, 2], [3, 1]]
    for train in (False, True):
        refuses(lambda t=train: net.forward(batch([[1, 2], [-1, 1]], [0, 1]), is_train=t), "operator log (node log", "1 NaN of 4")
    net.forward(batch(good, [0, 2]), is_train=True)
    net.backward()
    refuses(lambda: net.forward(batch(good, [0, 3]), is_train=True), "SoftmaxOutput (node softmax)", "label", "3.0", "0 to 2")


def test_gradients_of_a_module(looking):
    root = mx.sym.sqrt(mx.sym.var("data"), name="root")
    net = module(mx.sym.SoftmaxOutput(mx.sym.FullyConnected(root, num_hidden=3, name="fc"), name="softmax"))
    net = mx.mod.Module(net.symbol)
    net.bind([("data", (2, 2))], [("softmax_label", (2,))], inputs_need_grad=True)
    net.init_params(mx.init.Uniform(1))
    net.forward(batch([[0, 2], [3, 1]], [0, 2]), is_train=True)
    refuses(net.backward, "root_backward", "infinite")


class Twice(gluon.HybridBlock):
    """An index that the graph computes."""

    def __init__(self):
        super().__init__()
        self.rows = nn.Embedding(10, 3)

    def hybrid_forward(self, F, x):
        return self.rows(x * 2)


@pytest.mark.parametrize("hybridized", [False, True])
def test_embedding(looking, hybridized):
    rows, twice = nn.Embedding(10, 3), Twice()
    for net in (rows, twice):
        net.initialize()
        net.hybridize(hybridized)
    assert rows(nd.array([[0, 9]])).shape == (1, 2, 3)
    words = ["operator Embedding", "input data", "valid are 0 to 9", "1 of 4"]
    refuses(lambda: rows(nd.array([[1, 2], [3, 10]])), "given 10.0 at position (1, 1)", *words)
    refuses(lambda: rows(nd.array([[1, -1], [3, 1]])), "given -1.0 at position (0, 1)", *words)
    refuses(lambda: twice(nd.array([1, 5])), "given 10.0 at position (1,)", *words[:3])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: nd.take(nd.ones((4, 2)), nd.array([0, 4])), ("take", "4.0", "(1,)", "0 to 3")),
        (lambda: nd.take(nd.ones((4, 2)), nd.array([2]), axis=1), ("take", "2.0", "(0,)", "0 to 1")),
        (lambda: nd.pick(nd.ones((2, 3)), nd.array([0, 3])), ("pick", "3.0", "(1,)", "0 to 2")),
        (lambda: nd.batch_take(nd.ones((2, 3)), nd.array([0, -1], dtype="int32")), ("batch_take", "-1", "(1,)", "0 to 2")),
        (lambda: nd.gather_nd(nd.ones((2, 3)), nd.array([[0, 1], [1, 3]])), ("gather_nd", "3.0", "(1, 1)", "-3 to 2")),
        (lambda: nd.scatter_nd(nd.ones(2), nd.array([[0, 5]]), shape=(4,)), ("scatter_nd", "5.0", "(0, 1)", "-4 to 3")),
        (lambda: nd.one_hot(nd.array([1, 4]), depth=4), ("one_hot", "4.0", "(1,)", "0 to 3")),
        (lambda: nd.unravel_index(nd.array([5, 6]), shape=(2, 3)), ("_unravel_index", "6.0", "(1,)", "0 to 5")),
        (
            lambda: nd.SequenceLast(nd.ones((2, 2)), nd.array([1, 0]), use_sequence_length=True),
            ("SequenceLast", "0.0", "(1,)", "1 to 2"),
        ),
        (
            lambda: nd.SequenceMask(nd.ones((2, 1)), nd.array([3]), use_sequence_length=True),
            ("SequenceMask", "3.0", "(0,)", "0 to 2"),
        ),
        (lambda: gluon.loss.SoftmaxCELoss()(nd.ones((2, 3)), nd.array([0, 3])), ("pick", "3.0", "(1,)", "0 to 2")),
        (lambda: nd.softmax_cross_entropy(nd.ones((1, 3)), nd.array([7])), ("softmax_cross_entropy", "7.0", "(0,)", "0 to 2")),
        (lambda: nd.SoftmaxOutput(nd.ones((1, 3)), nd.array([-1])), ("SoftmaxOutput", "-1.0", "(0,)", "0 to 2")),
    ],
)
def test_indices(looking, call, words):
    name, value, place, valid = words
    refuses(call, "JMX_CHECK_INDICES", f"operator {name}", f"given {value} at position {place} of", f"valid are {valid}.")


def test_indices_that_are_asked_for(looking):
    assert nd.take(nd.ones((4, 2)), nd.array([0, -1]), mode="wrap").shape == (2, 2)
    assert nd.gather_nd(nd.array([1, 2, 3]), nd.array([[-1]])).asscalar() == 3
    assert nd.SoftmaxOutput(nd.ones((1, 3)), nd.array([-1]), use_ignore=True).shape == (1, 3)
    assert nd.SoftmaxOutput(nd.ones((1, 3)), nd.array([[0, 0, 9]])).shape == (1, 3)


def test_off_by_default():
    assert not checks.nans
    assert nd.take(nd.array([1, 2]), nd.array([5])).asscalar() == 2
    assert np.isnan(nd.log(nd.array([-1])).asscalar())


def test_the_environment_turns_it_on():
    program = "import jmx as mx\ntry:\n    mx.nd.log(mx.nd.array([-1]))\nexcept mx.MXNetError as error:\n    print(error)"
    found = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "JMX_DEBUG_NANS": "1"}, capture_output=True, text=True
    )
    assert "JMX_DEBUG_NANS: operator log" in found.stdout, found.stderr


def test_inputs_on_several_devices():
    program = "import jmx as mx\nx = mx.nd.array([1]) + mx.nd.array([2], ctx=mx.cpu(1))\nprint(x.asscalar(), x.context)"
    env = {**os.environ, "JMX_DEBUG_NANS": "1", "XLA_FLAGS": "--xla_force_host_platform_device_count=2"}
    found = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True)
    assert found.stdout == "3.0 cpu(0)\n", found.stderr
