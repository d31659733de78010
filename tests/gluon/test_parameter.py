"""Parameters and dictionaries of them."""

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, gluon
from jmx.gluon import nn


def test_lives_on_several_contexts():
    param = gluon.Parameter("weight", shape=(2, 3))
    param.initialize(init="xavier", ctx=[mx.cpu(0), mx.cpu(1)])
    assert len(param.list_data()) == len(param.list_grad()) == 2
    assert param.data(mx.cpu(1)).context == mx.cpu(1)
    assert param.list_ctx() == [mx.cpu(0), mx.cpu(1)]
    assert param.var().name == "weight"
    np.testing.assert_array_equal(param.data(mx.cpu(0)).asnumpy(), param.data(mx.cpu(1)).asnumpy())
    with pytest.raises(RuntimeError, match="not initialized on context cpu.2."):
        param.data(mx.cpu(2))
    with mx.cpu(1):
        assert param.data().context == mx.cpu(1)
    param.reset_ctx([mx.cpu(1), mx.cpu(2)])
    assert param.list_ctx() == [mx.cpu(1), mx.cpu(2)]
    assert param.grad(mx.cpu(2)).context == mx.cpu(2)


def test_pinned_memory_counts_as_host():
    param = gluon.Parameter("weight", shape=(2,))
    param.initialize(ctx=mx.cpu(0))
    assert param.data(mx.cpu_pinned(0)) is param.data(mx.cpu(0))


def test_not_initialized():
    param = gluon.Parameter("weight", shape=(2, 0), allow_deferred_init=True)
    for call in (param.data, param.list_data, param.grad, param.list_ctx):
        with pytest.raises(RuntimeError, match="'weight' has not been initialized"):
            call()
    with pytest.raises(ValueError, match="weight"):
        param.reset_ctx(mx.cpu(1))
    param.initialize()
    with pytest.raises(gluon.DeferredInitializationError, match="'weight'.*deferred"):
        param.data()
    assert param.list_ctx() == [mx.cpu(0)]
    param.shape = (2, 3)
    param._finish_deferred_init()
    assert param.data().shape == (2, 3)
    with pytest.raises(ValueError, match="invalid shape"):
        gluon.Parameter("strict", shape=(2, 0)).initialize()


def test_initialize_twice():
    param = gluon.Parameter("weight", shape=(2,))
    param.initialize(init="ones")
    with pytest.warns(UserWarning, match="already initialized"):
        param.initialize(init="zeros")
    assert param.data().asnumpy().tolist() == [1, 1]
    param.initialize(init="zeros", force_reinit=True)
    assert param.data().asnumpy().tolist() == [0, 0]


def test_shape():
    param = gluon.Parameter("weight", shape=(2, 0))
    with pytest.raises(AssertionError, match="incompatible"):
        param.shape = (3, 4)
    with pytest.raises(AssertionError, match="incompatible"):
        param.shape = (2, 4, 1)
    assert param.shape == (2, 0)
    param.shape = (2, 4)
    assert repr(param) == "Parameter weight (shape=(2, 4), dtype=<class 'numpy.float32'>)"
    assert gluon.Parameter("one", shape=3).shape == (3,)


def test_gradient_request():
    param = gluon.Parameter("weight", shape=(2,))
    param.initialize(init="ones")
    x = mx.nd.array([1, 2])

    def gradient():
        with mx.autograd.record():
            out = param.data() * x
        out.backward()
        return param.grad().asnumpy().tolist()

    assert [gradient(), gradient()] == [[1, 2], [1, 2]]
    param.grad_req = "add"
    assert [gradient(), gradient()] == [[1, 2], [2, 4]]
    param.zero_grad()
    assert gradient() == [1, 2]
    param.grad_req = "null"
    for call in (param.grad, param.list_grad):
        with pytest.raises(RuntimeError, match="grad_req='null'"):
            call()
    param.grad_req = "write"
    assert gradient() == [1, 2]
    with pytest.raises(AssertionError, match="grad_req"):
        param.grad_req = "maybe"
    assert gluon.Parameter("p", differentiable=False).grad_req == "null"


def test_set_data():
    param = gluon.Parameter("weight", shape=(2, 0), allow_deferred_init=True)
    with pytest.raises(AssertionError, match="not been initialized"):
        param.set_data(mx.nd.ones((2, 3)))
    assert param.shape == (2, 0)
    param.initialize()
    param.set_data(mx.nd.ones((2, 3)))
    param._finish_deferred_init()
    assert param.data().asnumpy().tolist() == [[1, 1, 1]] * 2
    held = param.data()
    param.set_data(mx.nd.zeros((2, 3)))
    assert not held.asnumpy().any()
    with pytest.raises(AssertionError, match="incompatible"):
        param.set_data(mx.nd.ones((3, 2)))


def test_cast():
    param = gluon.Parameter("weight", shape=(2,))
    param.initialize()
    param.cast("float16")
    assert param.data().dtype == param.grad().dtype == np.float16
    with mx.autograd.record():
        (param.data() * 3).backward()
    assert param.grad().asnumpy().tolist() == [3, 3]
    param.dtype = "float64"
    assert param.data().dtype == np.float64
    with pytest.raises(TypeError):
        param.cast("float31")
    assert param.dtype == "float64"


def test_storage_types():
    for argument in ("stype", "grad_stype"):
        with pytest.raises(AssertionError, match=f"{argument}.*'invalid'"):
            gluon.Parameter("weight", **{argument: "invalid"})
    dense = gluon.Parameter("weight", shape=(2, 2))
    dense.initialize()
    for call in (dense.row_sparse_data, dense.list_row_sparse_data):
        with pytest.raises(RuntimeError, match="use data"):
            call(mx.nd.array([0]))


def test_row_sparse():
    param = gluon.Parameter("weight", shape=(4, 2), stype="row_sparse", grad_stype="row_sparse")
    rows = mx.nd.array([0, 2], dtype="int64")
    param.initialize(init="ones")
    for call in (param.data, param.list_data):
        with pytest.raises(RuntimeError, match="row_sparse_data"):
            call()
    with pytest.raises(RuntimeError, match="no Trainer"):
        param.row_sparse_data(rows)
    trainer = gluon.Trainer([param], "sgd")
    pulled = param.row_sparse_data(rows)
    assert pulled.stype == "row_sparse"
    assert pulled.asnumpy().tolist() == [[1, 1], [0, 0], [1, 1], [0, 0]]
    with pytest.raises(TypeError, match="row_id"):
        param.list_row_sparse_data([0, 2])
    with pytest.raises(RuntimeError, match="another trainer"):
        gluon.Trainer([param], "sgd")
    assert param._trainer is trainer


def test_sparse_gradients_train_like_dense_ones():
    weights = []
    for sparse in (False, True):
        layer = nn.Embedding(5, 3, sparse_grad=sparse)
        layer.initialize(mx.init.One())
        trainer = gluon.Trainer(layer.collect_params(), "sgd", {"learning_rate": 0.5})
        with mx.autograd.record():
            out = layer(mx.nd.array([1, 3, 3]))
        out.backward()
        assert layer.weight.grad().stype == ("row_sparse" if sparse else "default")
        trainer.step(1)
        weights.append(layer.weight.data().asnumpy())
    np.testing.assert_allclose(weights[0], weights[1], rtol=1e-6)
    assert weights[0][:, 0].tolist() == [1, 0.5, 1, 0, 1]


def test_constant():
    class Net(gluon.HybridBlock):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            self.value = np.array([[1, 2], [3, 4]])
            self.const = self.params.get_constant("const", self.value)

        def hybrid_forward(self, F, x, const):
            return x + const

    net = Net()
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1.0, "momentum": 0.5})
    for _ in range(2):
        with mx.autograd.record():
            x = mx.nd.ones((2, 2))
            x.attach_grad()
            y = net(x)
        y.backward()
        assert (y.asnumpy() == net.value + 1).all()
        trainer.step(1)
        assert (net.const.data().asnumpy() == net.value).all()
        assert (x.grad.asnumpy() == 1).all()
        net.hybridize()
    assert repr(net.const) == "Constant net0_const (shape=(2, 2), dtype=<class 'numpy.float32'>)"
    with pytest.warns(UserWarning, match="does not support grad_req"):
        net.const.grad_req = "write"
    assert net.const.grad_req == "null"


class TestDict:
    """ParameterDict."""

    def test_get(self):
        params = gluon.ParameterDict("net_")
        weight = params.get("w", shape=(10, 0), dtype="float32")
        assert params.get("w", shape=(0, 4), dtype=np.float32) is weight
        assert weight.shape == (10, 4)
        assert list(params) == list(params.keys()) == ["net_w"]
        assert params["net_w"] is weight
        with pytest.raises(AssertionError, match="shape.*'net_w'|'net_w'.*shape"):
            params.get("w", shape=(9, 4))
        with pytest.raises(AssertionError, match="dtype"):
            params.get("w", dtype="float16")
        with pytest.raises(KeyError):
            params["w"]
        params.get("w", init="zeros")
        assert weight.init == "zeros"

    def test_shared(self):
        base = gluon.ParameterDict("base_")
        weight = base.get("w", shape=(2,))
        sharing = gluon.ParameterDict("base_", shared=base)
        assert sharing.get("w") is weight
        assert sharing.get("b", shape=(1,)) is not None
        assert "base_b" not in base.keys()

    def test_constants(self):
        params = gluon.ParameterDict()
        constant = params.get_constant("c", mx.nd.array([1, 2]))
        assert params.get_constant("c", np.array([1, 2])) is constant
        with pytest.raises(AssertionError, match="doesn't match"):
            params.get_constant("c", np.array([1, 3]))
        with pytest.raises(KeyError, match="'d'"):
            params.get_constant("d")
        params.get("p", shape=(2,))
        with pytest.raises(AssertionError, match="not a constant"):
            params.get_constant("p", np.array([1, 2]))

    def test_update(self):
        left, right = gluon.ParameterDict(), gluon.ParameterDict()
        left.get("a", shape=(1,))
        right.get("b", shape=(1,))
        left.update(right)
        assert list(left) == ["a", "b"]
        clash = gluon.ParameterDict()
        clash.get("c", shape=(1,))
        clash.get("a", shape=(1,))
        with pytest.raises(AssertionError, match="'a'"):
            left.update(clash)
        assert list(left) == ["a", "b"]

    def test_all_at_once(self):
        params = gluon.ParameterDict("net_")
        for name in "ab":
            params.get(name, shape=(2,))
        params.initialize(mx.init.One(), ctx=[mx.cpu(0), mx.cpu(1)])
        assert set(params.list_ctx()) == {mx.cpu(0), mx.cpu(1)}
        params.reset_ctx(mx.cpu(2))
        assert params.list_ctx() == [mx.cpu(2)]
        with mx.autograd.record():
            (params["net_a"].data() * params["net_b"].data()).backward()
        assert params["net_a"].grad().asnumpy().all()
        params.zero_grad()
        assert not params["net_a"].grad().asnumpy().any()
        params.setattr("lr_mult", 0.5)
        assert [param.lr_mult for param in params.values()] == [0.5, 0.5]
        assert repr(gluon.ParameterDict()) == "(\n\n)"

    def test_save_and_load(self, tmp_path):
        file = str(tmp_path / "dict.params")
        params = gluon.ParameterDict("net_")
        params.get("w", shape=(2, 2))
        params.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
        params["net_w"].list_data()[1][:] = params["net_w"].list_data()[0] + 2
        params.save(file, strip_prefix="net_")
        with pytest.raises(ValueError, match="'other_'"):
            params.save(str(tmp_path / "none.params"), strip_prefix="other_")
        assert not (tmp_path / "none.params").exists()
        assert list(mx.nd.load(file)) == ["w"]
        copy = gluon.ParameterDict("copy_")
        copy.get("w", shape=(0, 0))
        copy.load(file, ctx=mx.cpu(1), restore_prefix="copy_")
        # several contexts are saved as their mean
        np.testing.assert_allclose(copy["copy_w"].data().asnumpy(), params["net_w"].data(mx.cpu(0)).asnumpy() + 1, rtol=1e-6)
        with pytest.raises(AssertionError, match="not present"):
            gluon.ParameterDict("copy_").load(file, restore_prefix="copy_")
        gluon.ParameterDict("copy_").load(file, restore_prefix="copy_", ignore_extra=True)
        copy.get("v", shape=(1,))
        with pytest.raises(AssertionError, match="'v' is missing"):
            copy.load(file, restore_prefix="copy_")
        copy.load(file, restore_prefix="copy_", allow_missing=True)
        with pytest.raises(AssertionError, match="restore_prefix"):
            copy.load(file, restore_prefix="net_")

    def test_failed_load_changes_nothing(self):
        params = gluon.ParameterDict()
        for name in "ab":
            params.get(name, shape=(2,))
        params.initialize(mx.init.One())
        for wrong in (mx.nd.zeros((3,)), mx.nd.zeros((2,), dtype="float16")):
            with pytest.raises(AssertionError, match="'b'"):
                params.load_dict({"a": mx.nd.zeros((2,)), "b": wrong})
            assert params["a"].data().asnumpy().tolist() == [1, 1]

    def test_types_of_files(self):
        def loaded(**kwargs):
            params = gluon.ParameterDict()
            params.get("a", shape=(2,), dtype="float32")
            params.load_dict({"arg:a": mx.nd.ones((2,), dtype="float16")}, **kwargs)
            return np.dtype(params["a"].dtype).name, np.dtype(params["a"].data().dtype).name

        with pytest.raises(AssertionError, match="dtype"):
            loaded()
        assert loaded(cast_dtype=True) == ("float32", "float32")
        assert loaded(cast_dtype=True, dtype_source="saved") == ("float16", "float16")
        with pytest.raises(AssertionError, match="dtype_source"):
            loaded(cast_dtype=True, dtype_source="both")


def test_deferred_parameters_come_with_the_first_batch():
    net = nn.Sequential()
    net.add(nn.Dense(4), nn.Dense(2))
    net.initialize(ctx=mx.cpu(1))
    assert net[0].weight.shape == (4, 0)
    assert net(mx.nd.ones((3, 5), ctx=mx.cpu(1))).shape == (3, 2)
    assert net[0].weight.shape == (4, 5)
    assert net[1].weight.data().context == mx.cpu(1)


def test_parameter_that_makes_its_array_anew_at_every_call():
    class Scaled(gluon.Parameter):
        factor = 1.0

        def data(self, ctx=None):
            return self._check_and_get(self._data, ctx) * self.factor

    net = gluon.nn.Dense(2, in_units=3, use_bias=False)
    kept = net.weight
    made = Scaled(kept.name, shape=(2, 3))
    # As libraries make such a parameter of another one: by taking over its arrays.
    kept.initialize(mx.init.One())
    for name in ("_var", "_data", "_grad", "_ctx_list", "_ctx_map", "_trainer"):
        setattr(made, name, getattr(kept, name))
    net._params._params[kept.name] = net._reg_params["weight"] = made
    net.hybridize()
    found = []
    for made.factor in (1.0, 5.0, 0.0):
        with autograd.record():
            out = net(mx.nd.ones((1, 3)))
        out.backward()
        found.append((out.asnumpy().tolist(), kept.grad().asnumpy()[0, 0].item()))
    assert found == [([[3.0, 3.0]], 1.0), ([[15.0, 15.0]], 5.0), ([[0.0, 0.0]], 0.0)]
