"""Gluon with the interface of MXNet 2.0: names of parameters, what blocks do with them, files."""

import copy

import mxnet as mx
import numpy as onp
import pytest
from mxnet import autograd, gluon, np, npx
from mxnet.gluon import nn, rnn


@pytest.fixture(autouse=True)
def v2():
    mx.v2()
    yield
    mx.v2(False)


def _net():
    net = nn.HybridSequential()
    net.add(nn.Dense(4, activation="relu", in_units=3), nn.Dense(2, in_units=4))
    net.initialize()
    return net


class Scaled(nn.HybridBlock):
    """A layer as MXNet 2.0's programs write them."""

    def __init__(self, units):
        super().__init__()
        self.weight = gluon.Parameter("weight", shape=(units, 0), allow_deferred_init=True)
        self.factor = gluon.Constant([1.0, 2.0])

    def forward(self, x):
        return npx.fully_connected(x, self.weight.data(), no_bias=True, num_hidden=2, flatten=False) * self.factor.data()

    def infer_shape(self, x, *args):
        self.weight.shape = (self.weight.shape[0], x.shape[1])


class TestNames:
    def test_parameters_are_named_by_their_place(self):
        net = _net()
        params = net.collect_params()
        assert type(params).__mro__[1] is dict
        assert list(params) == ["0.weight", "0.bias", "1.weight", "1.bias"]
        assert list(net.collect_params("1.*|.*bias")) == ["0.bias", "1.weight", "1.bias"]
        assert net[0].params == {"weight": net[0].weight, "bias": net[0].bias}
        assert net[0].weight.name == "weight"
        assert repr(net[0].weight) == "Parameter (shape=(4, 3), dtype=float32)"

    def test_layers_of_the_same_names_in_one_graph(self):
        net = nn.HybridSequential()
        net.add(Scaled(2), Scaled(2))
        net.initialize(mx.init.One())
        x = np.array([[1.0, 2.0, 3.0]])
        eager = net(x).asnumpy()
        onp.testing.assert_allclose(eager, [[18, 36]])
        net[1].weight.set_data(np.array([[1.0, 0.0], [0.0, 0.0]]))
        net.hybridize()
        for _ in range(2):
            onp.testing.assert_allclose(net(x).asnumpy(), [[6, 0]])
        assert list(net.collect_params()) == ["0.weight", "0.factor", "1.weight", "1.factor"]

    def test_a_copy_stands_beside_its_original(self):
        layer = nn.Dense(2, in_units=2)
        layer.initialize()
        net = nn.HybridSequential()
        net.add(layer, copy.deepcopy(layer))
        net[1].setattr("grad_req", "null")
        net[1].load_dict({"weight": onp.zeros((2, 2)), "bias": onp.ones(2)}, cast_dtype=True)
        net.hybridize()
        onp.testing.assert_array_equal(net(np.ones((1, 2))).asnumpy(), [[1, 1]])
        assert net[0].weight.data().asnumpy().any()

    def test_parameters_of_1x_say_what_2_0_has(self):
        net = _net()
        with pytest.raises(AttributeError, match=r"the interface of MXNet 2.0 is on .*net.initialize\(\) instead"):
            net.collect_params().initialize()
        with pytest.raises(TypeError, match=r"self.gamma = gluon.Parameter\('gamma', shape=\.\.\.\)"):
            net.params.get("gamma", shape=(2,))
        with pytest.raises(TypeError, match=r"block.share_parameters\(params\) shares"):
            nn.Dense(2, params=net[0].params)


class TestBlocks:
    def test_training(self):
        net = _net()
        net.hybridize()
        trainer = gluon.Trainer(net.collect_params(), "adamw", {"learning_rate": 0.1})
        losses = []
        for _ in range(20):
            with autograd.record():
                loss = ((net(np.ones((5, 3))) - 3) ** 2).mean()
            loss.backward()
            trainer.step(1)
            losses.append(loss.item())
        assert losses[-1] < losses[0] / 2
        assert net[1].bias.grad().asnumpy().any()
        net.zero_grad()
        assert not net[1].bias.grad().asnumpy().any()

    def test_shared_parameters_are_updated_once(self):
        a, b = nn.Dense(3, in_units=3), nn.Dense(3, in_units=3)
        assert b.share_parameters(a.collect_params()) is b
        net = nn.HybridSequential()
        net.add(a, b)
        net.initialize(mx.init.One())
        assert b.weight is a.weight and list(net.collect_params()) == ["0.weight", "0.bias", "1.weight", "1.bias"]
        trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1})
        with autograd.record():
            y = net(np.ones((1, 3))).sum()
        y.backward()
        before, grad = a.bias.data().asnumpy(), a.bias.grad().asnumpy()
        trainer.step(1)
        onp.testing.assert_allclose(a.bias.data().asnumpy(), before - grad)

    def test_share_parameters_of_other_names(self):
        with pytest.warns(UserWarning, match="Parameter name gamma is not in the current model!"):
            nn.Dense(2).share_parameters({"gamma": gluon.Parameter("gamma", shape=(2,))})
        with pytest.raises(ValueError, match="'shared' must be a dict"):
            nn.Dense(2).share_parameters([1])

    def test_load_dict(self):
        net = _net()
        values = {name: param.data() * 2 for name, param in net.collect_params().items()}
        net.load_dict({"arg:" + name: value for name, value in values.items()})
        onp.testing.assert_array_equal(net[0].weight.data().asnumpy(), values["0.weight"].asnumpy())
        with pytest.raises(AssertionError, match="Parameter '0.bias' is missing in param_dict"):
            net.load_dict({"0.weight": values["0.weight"]})
        with pytest.raises(ValueError, match="Parameter 'x' loaded from param_dict is not present"):
            net.load_dict({**values, "x": values["0.bias"]})
        with pytest.raises(AssertionError, match="shape incompatible"):
            net.load_dict({**values, "0.weight": values["0.weight"].T, "0.bias": values["0.bias"] + 1})
        onp.testing.assert_array_equal(net[0].bias.data().asnumpy(), values["0.bias"].asnumpy())

    def test_devices_and_attributes(self):
        net = _net()
        net.reset_device([mx.cpu(0), mx.cpu(1)])
        assert net[0].weight.list_device() == [mx.cpu(0), mx.cpu(1)]
        net.reset_ctx(mx.cpu(1))
        assert net[0].weight.list_device() == [mx.cpu(1)]
        net.setattr("lr_mult", 0.5)
        assert {param.lr_mult for param in net.collect_params().values()} == {0.5}

    def test_children_may_be_called_for_themselves(self):
        class Own(nn.HybridBlock):
            def __init__(self):
                super().__init__()
                self.one = nn.Dense(2, in_units=2)

            def forward(self, x):
                for child in self._children.values():
                    x = child()(x)
                return x

        net = Own()
        net.initialize()
        assert net(np.ones((1, 2))).shape == (1, 2)

    def test_an_unknown_shape_without_infer_shape(self):
        class Own(nn.HybridBlock):
            def __init__(self):
                super().__init__()
                self.weight = gluon.Parameter(shape=(2, 0), allow_deferred_init=True)

            def forward(self, x):
                return np.dot(x, self.weight.data())

        net = Own()
        net.initialize()
        with pytest.raises(RuntimeError, match=r"Own has parameters with unknown shape: .*define Own.infer_shape"):
            net(np.ones((1, 2)))

    def test_constants_need_a_value(self):
        assert gluon.Constant([[1, 2]]).shape == (1, 2)
        with pytest.raises(TypeError, match=r"Constant\(\) needs a value"):
            gluon.Constant()


class TestFiles:
    def test_parameters_are_npz(self, tmp_path):
        net, other = _net(), _net()
        net.save_parameters(str(tmp_path / "net.params"))
        with onp.load(tmp_path / "net.params") as arrays:
            assert sorted(arrays) == ["0.bias", "0.weight", "1.bias", "1.weight"]
        other.load_parameters(str(tmp_path / "net.params"))
        x = np.ones((2, 3))
        onp.testing.assert_array_equal(other(x).asnumpy(), net(x).asnumpy())

    def test_files_of_1x_are_read(self, tmp_path):
        net = _net()
        arrays = {name: param.data().as_nd_ndarray() for name, param in net.collect_params().items()}
        mx.nd.save(str(tmp_path / "net.params"), arrays)
        other = _net()
        other.load_parameters(str(tmp_path / "net.params"))
        onp.testing.assert_array_equal(other[0].weight.data().asnumpy(), net[0].weight.data().asnumpy())

    def test_export_and_import(self, tmp_path):
        net = nn.HybridSequential()
        net.add(nn.BatchNorm(in_channels=3), Scaled(2), nn.Dense(2, in_units=2))
        net.initialize()
        net.hybridize()
        x = np.array([[1.0, 2.0, 3.0]])
        net(x)
        expected = net(x).asnumpy()
        names = net.export(str(tmp_path / "m"))
        assert names == (str(tmp_path / "m-symbol.json"), str(tmp_path / "m-0000.params"))
        symbol, arrays = net.export(None)
        assert "1.weight" in symbol.list_arguments() and "0.running_var" in symbol.list_auxiliary_states()
        assert {"arg:2.bias", "aux:0.running_mean"} <= arrays.keys()
        first = gluon.SymbolBlock.imports(names[0], ["data"], names[1])
        second = gluon.SymbolBlock.imports(names[0], ["data"], names[1])
        for block in (first, second):
            onp.testing.assert_allclose(block(x).asnumpy(), expected, rtol=1e-6)
        assert "1.weight" in first.collect_params()
        second.collect_params()["1.weight"].set_data(np.zeros((2, 3)))
        onp.testing.assert_allclose(first(x).asnumpy(), expected, rtol=1e-6)

    def test_save_and_load(self, tmp_path):
        net, other = _net(), _net()
        net.hybridize()
        x = np.ones((2, 3))
        expected = net(x).asnumpy()
        net.save(str(tmp_path / "model"))
        other.load(str(tmp_path / "model"))
        onp.testing.assert_allclose(other(x).asnumpy(), expected, rtol=1e-6)
        with pytest.raises(mx.MXNetError, match="another structure"):
            nn.Dense(2).load(str(tmp_path / "model"))


class TestRecurrent:
    @pytest.mark.parametrize("hybridize", [False, True])
    @pytest.mark.parametrize(
        ("make", "size"),
        [
            (lambda: rnn.LSTMCell(5), 5),
            (lambda: rnn.GRUCell(5, activation="relu"), 5),
            (lambda: rnn.LSTMPCell(5, 3), 3),
            (lambda: rnn.BidirectionalCell(rnn.RNNCell(5), rnn.RNNCell(5)), 10),
            (lambda: rnn.VariationalDropoutCell(rnn.GRUCell(4), 0.1, 0.1, 0.1), 4),
        ],
    )
    def test_cells_take_numpy_arrays(self, make, size, hybridize):
        cell = make()
        cell.initialize()
        if hybridize:
            cell.hybridize()
        x = np.random.uniform(size=(2, 3, 4))
        x.attach_grad()
        with autograd.record():
            outputs, states = cell.unroll(3, x, merge_outputs=True)
            outputs.sum().backward()
        assert type(outputs) is mx.np.ndarray and outputs.shape == (2, 3, size)
        assert all(type(state) is mx.np.ndarray for state in states)
        assert x.grad.asnumpy().any()

    def test_layers_have_one_parameter(self):
        layer = rnn.LSTM(4, 2, bidirectional=True, i2h_bias_initializer="ones")
        layer.initialize(mx.init.Xavier())
        x = np.random.uniform(size=(3, 2, 5))
        outputs, _ = layer(x, layer.begin_state(2))
        assert outputs.shape == (3, 2, 8)
        assert list(layer.collect_params()) == ["rnn_param"]
        parts = gluon.utils.split_rnn_params(layer.rnn_param.data(), "lstm", 2, 5, 4, True)
        assert parts["l0_i2h_weight"].shape == (16, 5) and parts["r1_i2h_weight"].shape == (16, 8)
        assert (parts["r0_i2h_bias"].asnumpy() == 1).all() and not parts["r0_h2h_bias"].asnumpy().any()
        with pytest.raises(ValueError, match="a layer like this has"):
            gluon.utils.split_rnn_params(layer.rnn_param.data(), "lstm", 2, 5, 5, True)

    def test_layers_compute_as_their_cells(self):
        layer, cell = rnn.GRU(4, input_size=3), rnn.GRUCell(4, input_size=3)
        layer.initialize()
        cell.initialize()
        parts = gluon.utils.split_rnn_params(layer.rnn_param.data(), "gru", 1, 3, 4)
        cell.load_dict({name.removeprefix("l0_"): value for name, value in parts.items()})
        x = np.random.uniform(size=(5, 2, 3))
        expected, _ = cell.unroll(5, x, layout="TNC", merge_outputs=True)
        onp.testing.assert_allclose(layer(x).asnumpy(), expected.asnumpy(), rtol=1e-5, atol=1e-6)
        net = nn.HybridSequential()
        net.add(rnn.GRU(4), nn.Dense(2, flatten=False))
        net.initialize()
        net.hybridize()
        assert net(x).shape == (5, 2, 2)


@pytest.mark.parametrize("hybridize", [False, True])
@pytest.mark.parametrize(
    ("make", "shape", "expected"),
    [
        (lambda: nn.PixelShuffle1D(2), (1, 4, 3), (1, 2, 6)),
        (lambda: nn.PixelShuffle2D((2, 3)), (1, 12, 2, 2), (1, 2, 4, 6)),
        (lambda: nn.PixelShuffle3D(2), (1, 8, 2, 2, 2), (1, 1, 4, 4, 4)),
        (lambda: nn.Identity(), (2, 3), (2, 3)),
        (lambda: nn.SiLU(), (2, 3), (2, 3)),
        (lambda: nn.SyncBatchNorm(num_devices=1), (2, 3, 4, 4), (2, 3, 4, 4)),
        (lambda: nn.DeformableConvolution(3, (3, 3), padding=(1, 1)), (1, 2, 5, 5), (1, 3, 5, 5)),
        (lambda: nn.ModulatedDeformableConvolution(3, (3, 3), padding=(1, 1)), (1, 2, 5, 5), (1, 3, 5, 5)),
    ],
)
def test_layers_that_moved(make, shape, expected, hybridize):
    layer = make()
    layer.initialize()
    if hybridize:
        layer.hybridize()
    y = layer(np.ones(shape))
    assert type(y) is mx.np.ndarray and y.shape == expected


def test_concatenate():
    net = nn.HybridConcatenate()
    net.add(nn.Identity(), nn.Dense(3, in_units=2))
    net.initialize()
    assert net(np.ones((1, 2))).shape == (1, 5)


class TestLosses:
    def test_one_number_for_each_sample(self):
        pred, label = np.array([[0.5, 1.0], [2.0, 0.1]]), np.array([[1.0, 2.0], [0.0, 3.0]])
        p, t = pred.asnumpy().astype(float), label.asnumpy().astype(float)
        poisson = gluon.loss.PoissonNLLLoss()(pred, label)
        onp.testing.assert_allclose(poisson.asnumpy(), (onp.exp(p) - t * p).mean(1), rtol=1e-5)
        divergence = gluon.loss.KLDivLoss()(pred, label)
        onp.testing.assert_allclose(divergence.asnumpy(), (t * (onp.log(t + 1e-12) - p)).mean(1), rtol=1e-5)
        cosine = gluon.loss.CosineEmbeddingLoss(margin=0.1)(pred, label, np.array([1, -1]))
        angles = (p * t).sum(1) / onp.linalg.norm(p, axis=1) / onp.linalg.norm(t, axis=1)
        onp.testing.assert_allclose(cosine.asnumpy(), [1 - angles[0], max(0, angles[1] - 0.1)], rtol=1e-5, atol=1e-6)

    @pytest.mark.parametrize("hybridize", [False, True])
    def test_losses_that_are_written_with_operators_of_nd(self, hybridize):
        pred, label = np.array([[0.5, -1.0], [2.0, 0.1]]), np.array([[1.0, -1.0], [-1.0, 1.0]])
        product = (pred * label).asnumpy()
        for make, expected in [
            (gluon.loss.HingeLoss, onp.maximum(0, 1 - product).mean(1)),
            (gluon.loss.SquaredHingeLoss, (onp.maximum(0, 1 - product) ** 2).mean(1)),
            (gluon.loss.LogisticLoss, onp.log1p(onp.exp(-product)).mean(1)),
        ]:
            loss = make()
            if hybridize:
                loss.hybridize()
            onp.testing.assert_allclose(loss(pred, label).asnumpy(), expected, rtol=1e-5)
        triplet = gluon.loss.TripletLoss()(pred, label, -label, np.array([2.0, 1.0]))
        distances = ((label - pred) ** 2 - (-label - pred) ** 2).asnumpy().sum(1)
        onp.testing.assert_allclose(triplet.asnumpy(), onp.maximum(0, distances + 1) * [2, 1], rtol=1e-5)


class TestMore:
    def test_group_normalization_has_a_scale_for_each_channel(self):
        layer = nn.GroupNorm(num_groups=2)
        layer.initialize()
        x = np.random.uniform(size=(2, 4, 3))
        layer(x)
        assert layer.gamma.shape == (4,)
        layer.gamma.set_data(np.array([1.0, 2.0, 3.0, 4.0]))
        grouped = x.asnumpy().reshape(2, 2, -1)
        normal = (grouped - grouped.mean(2, keepdims=True)) / onp.sqrt(grouped.var(2, keepdims=True) + 1e-5)
        expected = normal.reshape(2, 4, 3) * onp.arange(1, 5)[:, None]
        onp.testing.assert_allclose(layer(x).asnumpy(), expected, rtol=1e-3, atol=1e-4)

    def test_functions_as_layers(self):
        net = nn.HybridSequential()
        net.add(nn.HybridLambda("tanh"), nn.HybridLambda(lambda x: npx.relu(x) + 1), nn.HybridLambda("relu"))
        net.hybridize()
        onp.testing.assert_allclose(net(np.array([-1.0, 1.0])).asnumpy(), [1, 1 + onp.tanh(1)], rtol=1e-6)
        assert nn.Lambda("relu")(np.array([-1.0])).item() == 0

    def test_export_after_one_call(self, tmp_path):
        net = Scaled(2)
        net.initialize(mx.init.One())
        net.hybridize()
        x = np.ones((1, 3))
        expected = net(x).asnumpy()
        names = net.export(str(tmp_path / "m"))
        onp.testing.assert_allclose(gluon.SymbolBlock.imports(names[0], ["data"], names[1])(x).asnumpy(), expected)

    def test_gradients_are_clipped(self):
        arrays = [np.ones((3, 3)), np.ones((4, 4))]
        assert gluon.utils.clip_global_norm(arrays, 1.0) == 5
        onp.testing.assert_allclose(arrays[1].asnumpy(), onp.full((4, 4), 0.2), rtol=1e-6)

    def test_layers_without_numpy_semantics(self):
        layer = nn.Conv2D(2, 1, in_channels=1)
        npx.reset_np()
        try:
            layer.initialize(mx.init.One())
            y = layer(mx.np.ones((1, 1, 2, 2)))
            assert type(y) is mx.np.ndarray and type(layer.weight.data()) is mx.np.ndarray
        finally:
            npx.set_np()

    def test_devices_of_networks_and_estimators(self):
        net = gluon.model_zoo.vision.squeezenet1_0(classes=3, device=mx.cpu(1))
        estimator = gluon.contrib.estimator.Estimator(net, gluon.loss.SoftmaxCrossEntropyLoss(), device=mx.cpu(1))
        assert estimator.context == [mx.cpu(1)]

    def test_conditions_with_inputs(self):
        a, b = np.array([1.0]), np.array([2.0])
        y = npx.cond(lambda a, b: a * b < 5, lambda a, b: a + b, lambda a, b: a - b, [a, b])
        assert y.item() == 3


def test_batches_of_nd_arrays():
    samples = gluon.data.SimpleDataset([mx.nd.full((2,), i) for i in range(4)])
    for batch in gluon.data.DataLoader(samples, 2, sampler=gluon.data.IntervalSampler(4, 2)):
        assert type(batch) is mx.np.ndarray and batch.shape == (2, 2)


class Plain(mx.optimizer.Optimizer):
    """A user's optimizer as in MXNet 2.0."""

    def create_state(self, index, weight):
        return None

    def step(self, indices, weights, grads, states):
        for index, weight, grad in zip(indices, weights, grads):
            self._update_count(index)
            weight[:] -= self._get_lr(index) * grad * self.rescale_grad


class Fused(Plain):
    def fused_step(self, indices, weights, grads, states):
        for weight in weights:
            weight[:] = 7


@pytest.mark.parametrize(("optimizer", "expected"), [(Plain, 0), (Fused, 0), (lambda **k: Fused(use_fused_step=True, **k), 7)])
def test_optimizers_of_users_define_step(optimizer, expected):
    param = gluon.Parameter(shape=(2,))
    param.initialize(mx.init.One())
    trainer = gluon.Trainer([param], optimizer(learning_rate=0.5))
    with autograd.record():
        loss = (param.data() ** 2).sum()
    loss.backward()
    trainer.step(1)
    onp.testing.assert_array_equal(param.data().asnumpy(), [expected] * 2)
