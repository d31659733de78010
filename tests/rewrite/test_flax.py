"""Gluon networks as Flax NNX source: what is written computes the same, in a process without this package."""

import doctest
import importlib.util
import os

import jax
import numpy as np
import pytest

import jmx as mx
from jmx import gluon
from jmx.base import MXNetError
from jmx.cli import main
from jmx.gluon import nn

nnx = pytest.importorskip("flax.nnx")

from jmx.rewrite.twins import to_flax, write
from jmx.rewrite.twins.expressions import Call, written


def values(*shape, seed=0):
    return mx.nd.array(np.random.RandomState(seed).uniform(-1, 1, shape).astype(np.float32))


def sequence(*layers):
    net = nn.HybridSequential()
    net.add(*layers)
    return net


def loaded(path):
    spec = importlib.util.spec_from_file_location("twin", path)
    twin = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(twin)
    return twin, twin.load_weights(twin.make_model(nnx.Rngs(0)), str(path)[:-3] + ".npz")


def randomized(net, *inputs):
    """Every array of the network gets values of its own, so that one that is left out shows."""
    net.initialize(mx.init.Xavier())
    net(*inputs)
    random = np.random.RandomState(3)
    for name, param in net.collect_params().items():
        low, high = (0.5, 1.5) if name.endswith(("var", "gamma")) else (-0.5, 0.5)
        param.set_data(mx.nd.array(random.uniform(low, high, param.shape)))
    return net


def compare(tmp_path, net, *inputs):
    """The twin's outputs beside the network's, in this process; returns the twin's module."""
    randomized(net, *inputs)
    to_flax(net, tmp_path / "net.py", *inputs, check=False)
    twin, model = loaded(tmp_path / "net.py")
    model.eval()
    found, expected = model(*as_arrays(list(inputs))), net(*inputs)
    pairs = list(zip(jax.tree.leaves(found), leaves(expected), strict=True))
    for one, other in pairs:
        one = np.moveaxis(np.asarray(one), -1, 1) if np.ndim(one) == 4 else np.asarray(one)
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one, other.asnumpy(), rtol=2e-5, atol=2e-5)
    return twin


def as_arrays(x):
    """Nested arrays as NumPy's, images with channels last."""
    if isinstance(x, (list, tuple)):
        return [as_arrays(one) for one in x]
    return np.moveaxis(x.asnumpy(), 1, -1) if x.ndim == 4 else x.asnumpy()


def leaves(x):
    return [leaf for one in x for leaf in leaves(one)] if isinstance(x, (list, tuple)) else [x]


IMAGES, ROWS = (2, 6, 9, 8), (3, 5)
LAYERS = {
    "dense": (lambda: nn.Dense(4), ROWS),
    "dense, activation": (lambda: nn.Dense(4, activation="tanh", use_bias=False), ROWS),
    "dense of images": (lambda: nn.Dense(4), IMAGES),
    "dense of each place": (lambda: nn.Dense(4, flatten=False), IMAGES),
    "dense of steps": (lambda: nn.Dense(4, flatten=False), (2, 3, 5)),
    "conv": (lambda: nn.Conv2D(4, 3, padding=1), IMAGES),
    "conv, strides": (lambda: nn.Conv2D(4, (3, 2), (2, 1), (1, 0), use_bias=False, activation="sigmoid"), IMAGES),
    "conv, dilated": (lambda: nn.Conv2D(4, 2, dilation=2), IMAGES),
    "conv, groups": (lambda: nn.Conv2D(6, 3, groups=3), IMAGES),
    "conv, depthwise": (lambda: nn.Conv2D(6, 3, groups=6), IMAGES),
    "conv of sequences": (lambda: nn.Conv1D(4, 3), (2, 6, 9)),
    "conv of volumes": (lambda: nn.Conv3D(4, 2, 2), (2, 3, 5, 6, 4)),
    "transposed": (lambda: nn.Conv2DTranspose(4, 3, 2, 1, 1), IMAGES),
    "transposed, uneven": (lambda: nn.Conv2DTranspose(4, (4, 2), (2, 3)), IMAGES),
    "batch norm of images": (lambda: nn.BatchNorm(), IMAGES),
    "batch norm of rows": (lambda: nn.BatchNorm(epsilon=1e-3), ROWS),
    "batch norm of sequences": (lambda: nn.BatchNorm(), (2, 6, 9)),
    "batch norm without scale": (lambda: nn.BatchNorm(scale=False, center=False), IMAGES),
    "layer norm": (lambda: nn.LayerNorm(), (2, 3, 5)),
    "layer norm of images": (lambda: nn.LayerNorm(), IMAGES),
    "max pool": (lambda: nn.MaxPool2D(3, 2, 1), IMAGES),
    "max pool, ceil": (lambda: nn.MaxPool2D(2, 2, ceil_mode=True), IMAGES),
    "avg pool": (lambda: nn.AvgPool2D(3, 2, 1), IMAGES),
    "avg pool without padding": (lambda: nn.AvgPool2D(3, 2, 1, count_include_pad=False), IMAGES),
    "global pools": (lambda: sequence(nn.GlobalAvgPool2D(), nn.Flatten()), IMAGES),
    "global max pool": (lambda: nn.GlobalMaxPool2D(), IMAGES),
    "leaky": (lambda: nn.LeakyReLU(0.1), IMAGES),
    "elu, selu, gelu, swish": (lambda: sequence(nn.ELU(0.5), nn.SELU(), nn.GELU(), nn.Swish()), ROWS),
    "softrelu, softsign": (lambda: sequence(nn.Activation("softrelu"), nn.Activation("softsign")), ROWS),
    "mish, log_sigmoid": (lambda: sequence(nn.Activation("mish"), nn.Activation("log_sigmoid")), ROWS),
    "dropout": (lambda: sequence(nn.Dropout(0.5), nn.Dense(3)), ROWS),
    "one in another": (lambda: sequence(sequence(sequence(nn.Dense(3))), nn.Dense(2)), ROWS),
    "lambda": (lambda: nn.HybridLambda("relu"), ROWS),
    "group norm": (lambda: nn.GroupNorm(3), IMAGES),
    "group norm of sequences": (lambda: nn.GroupNorm(2, epsilon=1e-3), (2, 6, 9)),
    "instance norm": (lambda: nn.InstanceNorm(), IMAGES),
    "instance norm of sequences": (lambda: nn.InstanceNorm(epsilon=1e-3, scale=True), (2, 6, 9)),
    "batch norm, relu": (lambda: nn.BatchNormReLU(), IMAGES),
    "prelu": (lambda: nn.PReLU(), ROWS),
    "prelu of channels": (lambda: nn.PReLU(in_channels=6), IMAGES),
    "pools of sequences": (lambda: sequence(nn.MaxPool1D(3, 2, 1), nn.AvgPool1D(2)), (2, 6, 9)),
    "pools of volumes": (lambda: sequence(nn.AvgPool3D(2, 1), nn.MaxPool3D(2)), (2, 3, 5, 6, 4)),
    "global pools of sequences": (lambda: sequence(nn.GlobalAvgPool1D(), nn.Flatten()), (2, 6, 9)),
    "global pools of volumes": (lambda: sequence(nn.GlobalMaxPool3D(), nn.Flatten()), (2, 3, 5, 6, 4)),
    "lstm": (lambda: gluon.rnn.LSTM(4), (5, 2, 3)),
    "lstm, two layers both ways": (lambda: gluon.rnn.LSTM(4, 2, layout="NTC", bidirectional=True, dropout=0.5), (5, 2, 3)),
    "gru": (lambda: sequence(gluon.rnn.GRU(4, 2), nn.Dense(2, flatten=False)), (5, 2, 3)),
    "gru both ways": (lambda: gluon.rnn.GRU(4, bidirectional=True), (5, 2, 3)),
    "rnn, relu": (lambda: gluon.rnn.RNN(4), (5, 2, 3)),
    "rnn, tanh": (lambda: gluon.rnn.RNN(4, activation="tanh"), (5, 2, 3)),
}  # fmt: skip


@pytest.mark.parametrize("name", LAYERS)
def test_layers(tmp_path, name):
    make, shape = LAYERS[name]
    compare(tmp_path, make(), values(*shape))


def test_embedding(tmp_path):
    compare(tmp_path, nn.Embedding(7, 3), mx.nd.array([[0, 6], [2, 3]]))


class Residual(gluon.HybridBlock):
    """What programs write: attributes, parameters of its own, operators on images."""

    def __init__(self, project):
        super().__init__()
        with self.name_scope():
            self.body = sequence(nn.Conv2D(6, 3, padding=1), nn.BatchNorm())
            self.project = nn.Conv2D(6, 1) if project else None
            self.scale = self.params.get("scale", shape=(1, 6, 1, 1))

    def hybrid_forward(self, F, x, scale):
        other = x if self.project is None else self.project(x)
        joined = F.concat(F.broadcast_mul(self.body(x), scale), other, dim=1)
        halves = F.split(joined, num_outputs=2, axis=1)
        return F.Activation(halves[0] + halves[1], act_type="relu") - 0.5


class Heads(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.body = sequence(Residual(False), Residual(True))
            self.heads = sequence(nn.Dense(2), nn.Dense(3))

    def hybrid_forward(self, F, x):
        x = self.body(x)
        pooled = F.mean(x, axis=(2, 3))
        flat = F.flatten(F.transpose(x, axes=(0, 2, 3, 1)))
        return [F.softmax(self.heads[0](pooled)), self.heads[1](flat), F.slice_axis(x, axis=2, begin=1, end=4)]


def test_blocks_with_a_computation_of_their_own(tmp_path):
    compare(tmp_path, Heads(), values(2, 6, 5, 4))
    text = (tmp_path / "net.py").read_text()
    assert "class Residual(nnx.Module)" in text and "class Residual_2(nnx.Module)" in text
    assert "jnp.concatenate([" in text and "axis=3)" in text
    assert "mean(channels_first(x_2)" in text or "channels_first(" in text


def test_other_batch_sizes(tmp_path):
    net = Heads()
    compare(tmp_path, net, values(2, 6, 5, 4))
    _, model = loaded(tmp_path / "net.py")
    model.eval()
    x = values(5, 6, 5, 4, seed=2)
    np.testing.assert_allclose(model(np.moveaxis(x.asnumpy(), 1, -1))[1], net(x)[1].asnumpy(), rtol=1e-5, atol=2e-5)


class Attention(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.query, self.key, self.value = (nn.Dense(8, flatten=False) for _ in range(3))
            self.norm = nn.LayerNorm()

    def hybrid_forward(self, F, x, other):
        q, k, v = (F.reshape(y, shape=(0, 0, 2, 4)) for y in (self.query(x), self.key(other), self.value(other)))
        q, k, v = (F.reshape(F.transpose(y, axes=(0, 2, 1, 3)), shape=(-3, 0, 0)) for y in (q, k, v))
        weights = F.softmax(F.batch_dot(q, k, transpose_b=True) / 2)
        mixed = F.reshape(F.batch_dot(weights, v), shape=(-4, -1, 2, 0, 0))
        return self.norm(F.reshape(F.transpose(mixed, axes=(0, 2, 1, 3)), shape=(0, 0, -3)))


def test_attention(tmp_path):
    net = Attention()
    compare(tmp_path, net, values(3, 5, 8), values(3, 7, 8, seed=1))
    _, model = loaded(tmp_path / "net.py")
    x, other = values(4, 5, 8, seed=3), values(4, 7, 8, seed=4)
    np.testing.assert_allclose(model(x.asnumpy(), other.asnumpy()), net(x, other).asnumpy(), rtol=1e-4, atol=2e-5)


def test_it_is_run_in_a_process_without_this_package(tmp_path):
    net = sequence(nn.Dense(4, activation="relu"), nn.Dense(2))
    net.initialize(mx.init.Xavier())
    report = to_flax(net, tmp_path / "net.py", mx.nd.ones((3, 5)))
    assert report.difference < 1e-6 < report.scale
    assert "largest difference from the Gluon network" in report.text()
    assert sorted(os.listdir(tmp_path)) == ["net.npz", "net.py"]


def test_what_computes_something_else_is_not_written(tmp_path, monkeypatch):
    net = sequence(nn.Dense(4, activation="relu"), nn.Dense(2))
    net.initialize(mx.init.Xavier())
    written_source = write.network_source

    def wrong(*args):
        source = written_source(*args)
        return source._replace(text=source.text.replace("nnx.relu", "nnx.tanh"))

    monkeypatch.setattr(write, "network_source", wrong)
    with pytest.raises(MXNetError, match="computes something else"):
        to_flax(net, tmp_path / "net.py", mx.nd.ones((3, 5)))
    assert os.listdir(tmp_path) == []


class NoSource(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.pool, self.swish = nn.AvgPool2D(2, 2, ceil_mode=True), nn.Swish(2)

    def hybrid_forward(self, F, x):
        return F.LRN(self.swish(self.pool(x)), nsize=3) + F.smooth_l1(x, scalar=1)[0, 0, 0, 0]


class NoSourceEither(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.LRN(x, nsize=3)


def test_everything_without_a_twin_is_listed_at_once(tmp_path):
    net = sequence(nn.AvgPool2D(2, 2, ceil_mode=True), NoSourceEither(), nn.Swish(2))
    net.initialize()
    with pytest.raises(MXNetError) as caught:
        to_flax(net, tmp_path / "net.py", values(2, 3, 5, 5))
    text = str(caught.value)
    assert "0: AvgPool2D with ceil_mode" in text and "1: the operator LRN" in text and "2: Swish with beta 2" in text
    assert os.listdir(tmp_path) == []


def test_what_recurrent_layers_cannot_be_is_listed(tmp_path):
    net = sequence(gluon.rnn.LSTM(4, projection_size=3), nn.Dense(2))
    net.initialize()
    with pytest.raises(MXNetError, match="(?s)no twin in Flax:.*  0: LSTM with a projection"):
        to_flax(net, tmp_path / "net.py", mx.nd.ones((5, 2, 3)))
    assert os.listdir(tmp_path) == []


class Words(gluon.HybridBlock):
    """A language model with its states as an input, and the embedding's table as the last layer's weight."""

    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.embed = nn.Embedding(7, 4)
            self.rnn = gluon.rnn.LSTM(4, 2, input_size=4)
            self.out = nn.Dense(7, in_units=4, flatten=False, params=self.embed.params)

    def hybrid_forward(self, F, words, states):
        y, states = self.rnn(self.embed(words), states)
        return self.out(y), states


def test_states_and_tied_weights(tmp_path):
    net, states = Words(), [values(2, 3, 4, seed=1), values(2, 3, 4, seed=2)]
    words = mx.nd.array([[0, 6, 2], [2, 3, 1]])
    twin = compare(tmp_path, net, words, states)
    text = (tmp_path / "net.py").read_text()
    assert "def __call__(self, words, states):" in text and "model.out.embedding = model.embed" in text
    model = twin.load_weights(twin.make_model(nnx.Rngs(0)), tmp_path / "net.npz")
    assert model.out.embedding is model.embed.layers[1].embedding
    longer = mx.nd.array(np.arange(12).reshape(4, 3) % 7)
    np.testing.assert_allclose(
        model(longer.asnumpy(), as_arrays(states))[0], net(longer, states)[0].asnumpy(), rtol=1e-4, atol=1e-5
    )


def test_nested_inputs_in_a_process_of_its_own(tmp_path):
    net = Words()
    net.initialize(mx.init.Xavier())
    report = to_flax(net, tmp_path / "net.py", mx.nd.zeros((2, 3)), [mx.nd.zeros((2, 3, 4)), mx.nd.zeros((2, 3, 4))])
    assert report.difference < 1e-6 < report.scale


class Unrolled(gluon.HybridBlock):
    def __init__(self, *cells):
        super().__init__()
        with self.name_scope():
            self.cells, self.dense = gluon.rnn.HybridSequentialRNNCell(), nn.Dense(3)
            for cell in cells:
                self.cells.add(cell)

    def hybrid_forward(self, F, x):
        outputs, states = self.cells.unroll(4, x, layout="NTC", merge_outputs=True)
        return self.dense(outputs), states[0]


@pytest.mark.parametrize(
    "make",
    [
        lambda: Unrolled(gluon.rnn.LSTMCell(5), gluon.rnn.GRUCell(4)),
        lambda: Unrolled(gluon.rnn.ResidualCell(gluon.rnn.RNNCell(3)), gluon.rnn.DropoutCell(0.5)),
    ],
)
def test_cells_that_are_unrolled(tmp_path, make):
    net = make()
    compare(tmp_path, net, values(2, 4, 3))
    _, model = loaded(tmp_path / "net.py")
    model.eval()
    x = values(5, 4, 3, seed=4)
    np.testing.assert_allclose(model(x.asnumpy())[0], net(x)[0].asnumpy(), rtol=1e-4, atol=1e-5)


def test_dropout_as_an_operator_is_a_module(tmp_path):
    class Dropped(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.dense = nn.Dense(200)

        def hybrid_forward(self, F, x):
            return F.broadcast_add(F.Dropout(self.dense(x), p=0.5), F.Dropout(F.slice_axis(x, axis=1, begin=0, end=1), p=0.25))

    compare(tmp_path, Dropped(), values(3, 5))
    _, model = loaded(tmp_path / "net.py")
    model.train()
    zeros = float((np.asarray(model.dropout(np.ones((50, 200), np.float32))) == 0).mean())
    assert 0.4 < zeros < 0.6 and model.dropout.rate == 0.5 and model.dropout2.rate == 0.25


def test_layers_with_the_parameters_of_another(tmp_path):
    one = nn.Dense(5, in_units=5, activation="tanh")
    net = sequence(one, nn.Dense(5, in_units=5, params=one.params), nn.BatchNorm())
    twin = compare(tmp_path, net, values(*ROWS))
    model = twin.make_model(nnx.Rngs(0))
    assert model.layers[2].kernel is model.layers[0].kernel and model.layers[2].bias is model.layers[0].bias
    assert list(np.load(tmp_path / "net.npz")) == list(twin.WEIGHTS) and "1.weight" not in twin.WEIGHTS


def test_a_block_in_several_places(tmp_path):
    one = sequence(nn.Dense(5), nn.Activation("tanh"))
    twin = compare(tmp_path, sequence(one, nn.Dense(5), one, nn.Flatten()), values(*ROWS))
    model = twin.make_model(nnx.Rngs(0))
    assert model.layers[2] is model.layers[0]


def test_parameters_shared_in_different_layouts_are_listed(tmp_path):
    one = nn.Dense(5, in_units=5, use_bias=False)

    class Both(gluon.HybridBlock):
        def __init__(self):
            super().__init__(params=one.params)
            self.one, self.weight = one, one.weight

        def hybrid_forward(self, F, x, weight):
            return F.dot(self.one(x), weight)

    net = Both()
    net.initialize()
    with pytest.raises(MXNetError, match="weight: is shared by layers that have it in different layouts"):
        to_flax(net, tmp_path / "net.py", values(*ROWS))


class Plain(gluon.Block):
    def forward(self, x):
        return x


class OnArrays(gluon.HybridBlock):
    def forward(self, x):
        return x + 1


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: Plain(), "the network is a Plain, which is no HybridBlock"),
        (lambda: OnArrays(), "defines forward on arrays; write hybrid_forward"),
    ],
)
def test_networks_that_cannot_be_written(tmp_path, make, message):
    net = make()
    net.initialize()
    with pytest.raises(MXNetError, match=message):
        to_flax(net, tmp_path / "net.py", mx.nd.ones((2, 3)))


def test_arguments(tmp_path):
    net = nn.Dense(2)
    net.initialize()
    with pytest.raises(MXNetError, match="expected the path of a Python file"):
        to_flax(net, tmp_path / "net", mx.nd.ones((2, 3)))
    with pytest.raises(MXNetError, match="example inputs are needed"):
        to_flax(net, tmp_path / "net.py")


def test_without_flax_it_says_so_before_the_work(tmp_path, monkeypatch):
    monkeypatch.setattr(write.importlib.util, "find_spec", lambda name: None)
    net = nn.Dense(2)
    net.initialize()
    with pytest.raises(MXNetError, match="Flax is not installed, which runs what is written: pip install flax"):
        to_flax(net, tmp_path / "net.py", mx.nd.ones((2, 3)))
    to_flax(net, tmp_path / "net.py", mx.nd.ones((2, 3)), check=False)
    assert (tmp_path / "net.py").exists()


def test_the_network_is_as_before(tmp_path):
    net = Heads()
    x = values(2, 6, 5, 4)
    randomized(net, x)
    net.hybridize()
    before = [out.asnumpy() for out in net(x)]
    to_flax(net, tmp_path / "net.py", x, check=False)
    assert type(net.body[0]) is Residual and net._active and net.body[0]._active
    for one, other in zip(net(x), before):
        np.testing.assert_array_equal(one.asnumpy(), other)


def test_weights_that_do_not_fit_are_refused(tmp_path):
    net = sequence(nn.Dense(4), nn.Dense(2))
    randomized(net, values(2, 3))
    to_flax(net, tmp_path / "net.py", values(2, 3), check=False)
    twin, _ = loaded(tmp_path / "net.py")
    arrays = dict(np.load(tmp_path / "net.npz"))
    np.savez(tmp_path / "less.npz", **{k: v for k, v in arrays.items() if k != "1.bias"})
    with pytest.raises(KeyError, match="has no 1.bias"):
        twin.load_weights(twin.make_model(nnx.Rngs(0)), tmp_path / "less.npz")
    np.savez(tmp_path / "other.npz", **{**arrays, "0.weight": arrays["0.weight"][:, :1]})
    with pytest.raises(ValueError, match=r"0.weight has the shape \(1, 4\) here"):
        twin.load_weights(twin.make_model(nnx.Rngs(0)), tmp_path / "other.npz")


def test_expressions_are_wrapped():
    inner = Call("f", *range(20), name=None, other="x")
    assert written(Call("g", 1, a=(2, 3))) == "g(1, a=(2, 3))"
    text = written(Call("sequence", inner, inner))
    assert eval(text, {"sequence": lambda *a: a, "f": lambda *a, other: (a, other), "x": 5}) == ((tuple(range(20)), 5),) * 2
    assert max(map(len, text.splitlines())) <= 120


def test_example_of_the_docstring(tmp_path):
    names = {"mx": mx, "to_flax": to_flax, "folder": tmp_path}
    (test,) = doctest.DocTestFinder(recurse=False).find(to_flax, "to_flax", globs=names)
    assert doctest.DocTestRunner().run(test).failed == 0


PROGRAM = """
import mxnet as mx
from mxnet.gluon import nn

def make_net():
    net = nn.HybridSequential()
    net.add(nn.Dense(4, activation="relu"), nn.Dense(2))
    return net

number = 3
"""


@pytest.fixture
def program(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    net = sequence(nn.Dense(4, activation="relu"), nn.Dense(2))
    randomized(net, values(2, 3))
    net.save_parameters(str(tmp_path / "net.params"))
    return net, str(tmp_path / "program.py")


def test_the_command(program, tmp_path, capsys):
    net, path = program
    command = ["rewrite", f"{path}:make_net", "--to", "flax", "--input", "2,3", "--params", str(tmp_path / "net.params")]
    assert main(command) == 0
    assert "largest difference from the Gluon network" in capsys.readouterr().out
    _, model = loaded(tmp_path / "program_flax.py")
    np.testing.assert_allclose(model(values(5, 3).asnumpy()), net(values(5, 3)).asnumpy(), rtol=1e-5, atol=1e-6)
    assert main(command) == 1
    assert "exists already; --force overwrites" in capsys.readouterr().err
    assert main([*command, "--force", "--no-check"]) == 0


def test_the_command_takes_states(tmp_path, capsys):
    (tmp_path / "program.py").write_text("""
from mxnet import gluon

class Net(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        self.rnn = gluon.rnn.GRU(4, input_size=3)

    def hybrid_forward(self, F, x, states):
        return self.rnn(x, states)
""")
    command = ["rewrite", f"{tmp_path}/program.py:Net", "--to", "flax", "--input", "5,2,3", "--input", "1,2,4;"]
    assert main(command) == 0
    assert "largest difference from the Gluon network" in capsys.readouterr().out
    _, model = loaded(tmp_path / "program_flax.py")
    y, states = model(np.ones((5, 2, 3), np.float32), [np.zeros((1, 2, 4), np.float32)])
    assert y.shape == (5, 2, 4) and states[0].shape == (1, 2, 4)


def test_weights_by_jmx_convert(program, tmp_path):
    net, path = program
    assert main(["rewrite", f"{path}:make_net", "--to", "flax", "--input", "2,3", "-o", str(tmp_path / "twin.py")]) == 0
    assert main(["convert", str(tmp_path / "net.params"), str(tmp_path / "net.npz")]) == 0
    twin, model = loaded(tmp_path / "twin.py")
    twin.load_weights(model, tmp_path / "net.npz")
    np.testing.assert_allclose(model(values(5, 3).asnumpy()), net(values(5, 3)).asnumpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    "target, words, message",
    [
        ("program.py", ["--input", "2,3"], "expected FILE.py:NAME"),
        ("program.py:make_net", [], "the shapes of the network's inputs are needed"),
        ("program.py:make_net", ["--input", "2x3"], "expected SIZES or SIZES:TYPE"),
        ("program.py:nothing", ["--input", "2,3"], "has no nothing"),
        ("program.py:number", ["--input", "2,3"], "gives a int; expected a HybridBlock"),
        ("absent.py:make_net", ["--input", "2,3"], "absent.py"),
    ],
)
def test_the_command_refuses(program, tmp_path, capsys, target, words, message):
    assert main(["rewrite", str(tmp_path / target), "--to", "flax", *words]) == 1
    error = capsys.readouterr().err
    assert message in error and "Traceback" not in error
    assert not (tmp_path / "program_flax.py").exists()
