"""`jmx.to_jax` and `jmx.from_jax`: a network's function computes what the network does, with gradients and state."""

import doctest
import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx
import jmx as mx
from jmx import autograd, gluon
from jmx.base import MXNetError
from jmx.gluon import nn


def values(shape, seed=0):
    return mx.nd.array(np.random.RandomState(seed).uniform(-1, 1, shape).astype(np.float32))


def small_network():
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Conv2D(4, 3, padding=1), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(), nn.Dense(3))
    net.initialize(mx.init.Xavier())
    return net


class Arrays(gluon.HybridBlock):
    """MXNet 2's style: forward on arrays, with what depends on the shape in Python."""

    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(3, flatten=False)
        self.norm = nn.BatchNorm()
        self.initialize()

    def forward(self, x):
        return self.norm(self.dense(x)) * x.shape[0] + mx.nd.arange(3)


class Nested(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        self.cell = gluon.rnn.LSTMCell(5)

    def hybrid_forward(self, F, x, states, mask=None):
        out, states = self.cell(x, states)
        return [out if mask is None else out * mask, states]


class Shared(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.first = nn.Dense(4, in_units=4)
            self.second = nn.Dense(4, in_units=4, params=self.first.params)
            self.scale = self.params.get_constant("scale", mx.nd.array([1.0, 2.0, 3.0, 4.0]))
        self.initialize()

    def hybrid_forward(self, F, x, scale):
        return F.broadcast_mul(self.second(self.first(x)), scale)


def block_results(net, x, train):
    """Outputs, gradients and state of the hybridized network, by structural names."""
    net.hybridize()
    with autograd.record(train):
        out = net(x)
        loss = (out * out * out).sum()
    loss.backward()
    params = net._collect_params_with_prefix()
    grads = {name: p.grad().asnumpy() for name, p in params.items() if p.grad_req != "null"}
    return out.asnumpy(), grads, {name: p.data().asnumpy() for name, p in params.items() if p.grad_req == "null"}


def flat(tree, prefix=""):
    out = {}
    for name, value in tree.items():
        out.update(flat(value, f"{prefix}{name}.") if isinstance(value, dict) else {prefix + name: np.asarray(value)})
    return out


@pytest.mark.parametrize("train", [False, True])
@pytest.mark.parametrize(
    "make, shape", [(small_network, (2, 3, 8, 8)), (Arrays, (4, 5)), (Shared, (3, 4))], ids=["layers", "on_arrays", "shared"]
)
def test_outputs_gradients_and_state_are_the_blocks(make, shape, train):
    net, x = make(), values(shape)
    fn, params, state = jmx.to_jax(net, x)

    def loss(params, state, x):
        out, state = fn(params, state, x, train=train)
        return (out * out * out).sum(), (out, state)

    (_, (out, new_state)), grads = jax.jit(jax.value_and_grad(loss, has_aux=True))(params, state, x.asjax())
    expected, expected_grads, expected_state = block_results(net, x, train)
    np.testing.assert_allclose(out, expected, rtol=1e-6, atol=1e-6)
    found = flat(grads)
    trainable = {name for name, yes in flat(fn.trainable).items() if yes}
    assert trainable == {name for name in expected_grads if name in found}
    largest = max(np.abs(expected_grads[name]).max() for name in trainable)
    for name in trainable:  # a bias before a normalization has the gradient zero, but for rounding
        assert np.abs(found[name] - expected_grads[name]).max() <= 2e-6 * largest, name
    for name, value in flat(new_state).items():
        np.testing.assert_allclose(value, expected_state[name], rtol=1e-6, atol=1e-6, err_msg=name)
    assert bool(state) == (make is not Shared)
    if train and state:
        assert any(np.abs(value - flat(state)[name]).max() > 0 for name, value in flat(new_state).items())


def test_names_are_structural_and_shared_parameters_are_there_once():
    net = Shared()
    fn, params, state = jmx.to_jax(net, values((1, 4)))
    assert set(flat(params)) == {"first.weight", "first.bias", "scale"} and state == {}
    assert fn.trainable == {"first": {"weight": True, "bias": True}, "scale": False}
    assert fn.names["first"]["weight"] == net.first.weight.name


def test_frozen_parameters_are_marked():
    net = small_network()
    net[0].weight.grad_req = "null"
    fn, params, _ = jmx.to_jax(net, values((1, 3, 4, 4)))
    assert fn.trainable["0"] == {"weight": False, "bias": True}
    assert jax.tree.structure(fn.trainable) == jax.tree.structure(params)


def test_what_the_network_does_not_use_is_left_out():
    class Unused(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.used, self.other = nn.Dense(2, in_units=2), nn.Dense(2, in_units=2)

        def hybrid_forward(self, F, x):
            return self.used(x)

    net = Unused()
    net.initialize()
    with pytest.warns(UserWarning, match="not used by any computation"):
        assert list(jmx.to_jax(net, values((1, 2)))[1]) == ["used"]


def test_nested_inputs_and_outputs():
    net = Nested()
    net.initialize()
    x, states = values((2, 4)), [values((2, 5), 1), values((2, 5), 2)]
    fn, params, state = jmx.to_jax(net, x, states)
    (out, new), _ = jax.jit(fn)(params, state, x.asjax(), [s.asjax() for s in states])
    expected, expected_new = net(x, states)
    np.testing.assert_allclose(out, expected.asnumpy(), rtol=1e-6, atol=1e-6)
    for one, other in zip(new, expected_new):
        np.testing.assert_allclose(one, other.asnumpy(), rtol=1e-6, atol=1e-6)
    with pytest.raises(MXNetError, match=r"takes inputs nested as \(array, \(array, array\)\), got \(array, array\)"):
        fn(params, state, jnp.ones((2, 4)), jnp.ones((2, 5)))


def test_dropout_by_key():
    net = nn.HybridSequential()
    net.add(nn.Dropout(0.5), nn.Dense(1, in_units=8, use_bias=False))
    net.initialize(mx.init.One())
    fn, params, state = jmx.to_jax(net, mx.nd.ones((4, 8)))
    train = jax.jit(functools.partial(fn, train=True))
    first = train(params, state, jnp.ones((4, 8)), key=jax.random.key(1))[0]
    assert (first == train(params, state, jnp.ones((4, 8)), key=jax.random.key(1))[0]).all()
    assert (first == train(params, state, jnp.ones((4, 8)), key=jax.random.PRNGKey(1))[0]).all()
    assert (first != train(params, state, jnp.ones((4, 8)), key=jax.random.key(2))[0]).any()
    assert set(np.unique(first)) <= set(np.arange(0, 17, 2)) and len(set(np.unique(first))) > 1
    assert (fn(params, state, jnp.ones((4, 8)))[0] == 8).all()
    with pytest.raises(MXNetError, match=r"key=jax.random.key"):
        fn(params, state, jnp.ones((4, 8)), train=True)
    with pytest.raises(TypeError, match="key is a int"):
        fn(params, state, jnp.ones((4, 8)), train=True, key=3)


def test_vmap_and_gradients_of_examples():
    net = small_network()
    x = values((4, 3, 6, 6))
    fn, params, state = jmx.to_jax(net, x)

    def loss(params, x):
        return (fn(params, state, x[None])[0] ** 2).sum()

    grads = jax.jit(jax.vmap(jax.grad(loss), (None, 0)))(params, x.asjax())
    for i in range(4):
        one = flat(jax.grad(loss)(params, x[i].asjax()))
        for name, value in flat(grads).items():
            np.testing.assert_allclose(value[i], one[name], rtol=1e-5, atol=1e-5, err_msg=name)


def test_symbol_with_parameters_and_a_label_left_out():
    data = mx.sym.var("data")
    out = mx.sym.SoftmaxOutput(mx.sym.BatchNorm(mx.sym.FullyConnected(data, num_hidden=3, name="fc"), name="bn"), name="softmax")
    args, _, aux = out.infer_shape(data=(4, 5))
    params = {
        f"arg:{n}": values(s, i) for i, (n, s) in enumerate(zip(out.list_arguments(), args)) if n not in ("data", "softmax_label")
    }
    params |= {f"aux:{n}": mx.nd.ones(s) for n, s in zip(out.list_auxiliary_states(), aux)}
    fn, tree, state = jmx.to_jax(out, params=params)
    assert set(tree) == {"fc_weight", "fc_bias", "bn_gamma", "bn_beta"} and set(state) == {"bn_moving_mean", "bn_moving_var"}
    x, label = values((4, 5), 9), mx.nd.array([0, 1, 2, 1])
    executor = out.bind(
        mx.cpu(), {"data": x, "softmax_label": label} | {n[4:]: v for n, v in params.items() if n.startswith("arg")},
        args_grad={"fc_weight": mx.nd.zeros((3, 5))},
        aux_states={n[4:]: v.copy() for n, v in params.items() if n.startswith("aux")},
    )  # fmt: skip
    expected = executor.forward(is_train=True)[0].asnumpy()
    executor.backward()

    def loss(tree):
        outs, new = fn(tree, state, x.asjax(), label.asjax(), train=True)
        return outs.sum(), (outs, new)

    grads, (outs, new) = jax.grad(loss, has_aux=True)(tree)
    np.testing.assert_allclose(outs, expected, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(grads["fc_weight"], executor.grad_dict["fc_weight"].asnumpy(), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(new["bn_moving_mean"], executor.aux_dict["bn_moving_mean"].asnumpy(), rtol=1e-6, atol=1e-6)
    predicted = executor.forward(is_train=False)[0].asnumpy()
    np.testing.assert_allclose(fn(tree, new, x.asjax())[0], predicted, rtol=1e-6, atol=1e-6)
    arg_params, aux_params = jmx.from_jax(out, tree, new)
    assert set(arg_params) == set(tree) and set(aux_params) == set(state)
    with pytest.raises(MXNetError, match=r"needs values of bn_moving_mean, bn_moving_var"):
        jmx.to_jax(out, params={n: v for n, v in params.items() if n.startswith("arg")})


def module():
    data = mx.sym.var("data")
    out = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(data, num_hidden=3, name="fc"), name="softmax")
    made = mx.mod.Module(out, fixed_param_names=["fc_bias"])
    made.bind([("data", (4, 5))], [("softmax_label", (4,))])
    made.init_params(mx.init.Xavier())
    return made


def test_module():
    made = module()
    fn, params, state = jmx.to_jax(made)
    assert fn.trainable == {"fc_weight": True, "fc_bias": False} and state == {}
    x = values((4, 5))
    made.forward(mx.io.DataBatch([x]), is_train=False)
    np.testing.assert_allclose(fn(params, state, x.asjax())[0], made.get_outputs()[0].asnumpy(), rtol=1e-6)
    jmx.from_jax(made, {"fc_weight": params["fc_weight"] * 2})
    np.testing.assert_allclose(made.get_params()[0]["fc_weight"].asnumpy(), np.asarray(params["fc_weight"]) * 2)
    with pytest.raises(MXNetError, match=r"call bind\(\) and init_params\(\)"):
        jmx.to_jax(mx.mod.Module(made.symbol))


def test_symbol_block(tmp_path):
    net, x = small_network(), values((2, 3, 8, 8))
    net.hybridize()
    expected = net(x).asnumpy()
    net.export(str(tmp_path / "net"))
    block = gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params"))
    fn, params, state = jmx.to_jax(block, x)
    np.testing.assert_allclose(fn(params, state, x.asjax())[0], expected, rtol=1e-6, atol=1e-6)
    assert set(state) == {"batchnorm0_running_mean", "batchnorm0_running_var"}


def test_network_of_the_numpy_interface():
    class Net(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.dense = nn.Dense(3)

        def hybrid_forward(self, F, x):
            return F.np.tanh(self.dense(x))

    with mx.util.np_shape(True), mx.util.np_array(True):
        net = Net()
        net.initialize()
        x = mx.np.ones((2, 4))
        fn, params, state = jmx.to_jax(net, x)
        np.testing.assert_allclose(fn(params, state, jnp.ones((2, 4)))[0], net(x).asnumpy(), rtol=1e-6)


@pytest.mark.parametrize("dtype", ["float16", "float64"])
def test_element_types(dtype):
    net = nn.Dense(3, in_units=4)
    net.initialize(mx.init.Xavier())
    net.cast(dtype)
    x = values((2, 4)).astype(dtype)
    fn, params, state = jmx.to_jax(net, x)
    assert params["weight"].dtype == dtype
    if dtype == "float64":
        with pytest.raises(MXNetError, match=r"jax.enable_x64\(True\)"):
            fn(params, state, np.ones((2, 4)))
    with jax.enable_x64(dtype == "float64"):
        out = jax.jit(fn)(params, state, x.asjax())[0]
    assert out.dtype == dtype
    np.testing.assert_allclose(
        np.asarray(out, np.float64), net(x).asnumpy().astype(np.float64), rtol=1e-3 if dtype == "float16" else 1e-14
    )


def test_values_go_back():
    net, other = small_network(), small_network()
    x = values((2, 3, 8, 8))
    fn, params, state = jmx.to_jax(net, x)
    other(x)
    assert np.abs(other(x).asnumpy() - net(x).asnumpy()).max() > 1e-3
    assert jmx.from_jax(other, params, state) is other
    np.testing.assert_array_equal(other(x).asnumpy(), net(x).asnumpy())
    # the arrays are the network's own: what JAX takes over the memory of is not
    other[0].weight.data()[:] = 0
    assert np.abs(np.asarray(params["0"]["weight"])).max() > 0


def test_what_does_not_fit_is_refused_and_nothing_written():
    net = nn.Dense(2, in_units=3)
    net.initialize(mx.init.One())
    good = jnp.zeros((2, 3))
    cases = [
        ({"weight": good, "bais": jnp.zeros(2)}, r"has no \['bais'\]. Its names are \['weight'\], \['bias'\]"),
        ({"weight": good, "bias": jnp.zeros(3)}, r"\['bias'\] has the shape \(3,\), and the network's has \(2,\)"),
        ({"weight": good, "bias": jnp.zeros(2, jnp.float16)}, r"is float16, and the network's is float32; convert it"),
    ]
    for params, message in cases:
        with pytest.raises(MXNetError, match=message):
            jmx.from_jax(net, params)
        assert (net.weight.data().asnumpy() == 1).all()
    with pytest.raises(TypeError, match="nested dictionaries"):
        jmx.from_jax(net, [good])
    with pytest.raises(MXNetError, match="not initialized"):
        jmx.from_jax(nn.Dense(2), {"weight": good})


def test_parameters_of_another_nesting_are_named():
    net = small_network()
    fn, params, state = jmx.to_jax(net, values((1, 3, 4, 4)))
    del params["4"]["bias"]
    with pytest.raises(MXNetError, match=r"params has no \['4'\]\['bias'\], which net needs"):
        fn(params, state, jnp.ones((1, 3, 4, 4)))
    with pytest.raises(MXNetError, match=r"state has no \['1'\]\['running_mean'\]"):
        fn(params, {}, jnp.ones((1, 3, 4, 4)))


def test_shapes_that_do_not_fit_name_the_operator():
    net = nn.Dense(2, in_units=3)
    net.initialize()
    fn, params, state = jmx.to_jax(net, values((1, 3)))
    with pytest.raises(MXNetError, match="Error in operator dense.*fwd"):
        fn(params, state, jnp.ones((1, 4)))


def test_train_must_be_known():
    net = nn.Dense(2, in_units=3)
    net.initialize()
    fn, params, state = jmx.to_jax(net, values((1, 3)))
    with pytest.raises(TypeError, match="static_argnames='train'"):
        jax.jit(lambda train: fn(params, state, jnp.ones((1, 3)), train=train))(True)


class Doubled(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0] * 2)


@mx.operator.register("to_jax_doubled")
class DoubledProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return Doubled()


class Custom(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Custom(x, op_type="to_jax_doubled", name="twice")


class Detached(gluon.HybridBlock):
    def forward(self, x):
        return x * float(x.sum().asscalar())


@pytest.mark.parametrize(
    "net, error, message",
    [
        (Custom(), MXNetError, r"Custom \(custom0_twice\) run Python of the user's.*jmx.jax.call"),
        (Detached(), MXNetError, "cannot be a function of JAX. The function has no graph: it looks at the values"),
        (nn.Sequential(), TypeError, "Sequential is a Block, .*HybridSequential"),
        (lambda x: x, TypeError, "expected a HybridBlock, SymbolBlock, Symbol or Module, got function"),
    ],
    ids=["custom", "looks", "block", "function"],
)
def test_what_has_no_function(net, error, message):
    with pytest.raises(error, match=message):
        fn, params, state = jmx.to_jax(net, values((2, 2)))
        fn(params, state, jnp.ones((2, 2)))


def test_examples_are_asked_for():
    with pytest.raises(MXNetError, match=r"give example inputs, jmx.to_jax\(net, x\)"):
        jmx.to_jax(small_network())


def test_examples_of_many_kinds():
    for x in (np.ones((2, 3, 8, 8), np.float32), jnp.ones((2, 3, 8, 8)), jax.ShapeDtypeStruct((2, 3, 8, 8), jnp.float32)):
        fn, params, state = jmx.to_jax(small_network(), x)
        assert params["0"]["weight"].shape == (4, 3, 3, 3)


def test_the_function_does_not_change_with_the_network():
    net = nn.Dense(1, in_units=2, use_bias=False)
    net.initialize(mx.init.One())
    fn, params, state = jmx.to_jax(net, values((1, 2)))
    net.weight.data()[:] = 5
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1.0})
    with autograd.record():
        out = net(mx.nd.ones((1, 2)))
    out.backward()
    trainer.step(1)
    assert (np.asarray(params["weight"]) == 1).all()
    assert fn(params, state, jnp.ones((1, 2)))[0] == 2


@pytest.mark.parametrize("make, shape", [(small_network, (2, 3, 8, 8)), (Arrays, (4, 5))], ids=["layers", "on_arrays"])
def test_bound_networks(make, shape):
    net, x = make(), values(shape)
    fn, params, state = jmx.to_jax(net, x)
    predict = fn.bind(params, state)
    net(x)
    for batch in (shape[0], shape[0] + 3):
        given = values((batch, *shape[1:]), 4)
        for _ in range(3):  # copies of weights are kept from the second call on
            np.testing.assert_allclose(predict(given.asjax()), fn(params, state, given.asjax())[0], rtol=1e-6, atol=1e-6)
    other = jax.tree.map(lambda p: p * 0, params)
    zeros = fn.bind(other, state)(x.asnumpy())
    np.testing.assert_allclose(zeros, fn(other, state, x.asnumpy())[0], rtol=1e-6, atol=1e-6)
    assert np.abs(np.asarray(predict(x)) - np.asarray(zeros)).max() > 1e-3
    with pytest.raises(MXNetError, match="not for functions that JAX traces"):
        jax.jit(predict)(x.asjax())
    with pytest.raises(MXNetError, match="takes inputs nested as"):
        predict()
    with pytest.raises(MXNetError, match="params has no"):
        fn.bind({}, state)


@pytest.mark.parametrize("thing", [jmx.to_jax, jmx.from_jax, jmx.jax.Network, jmx.jax.Network.bind])
def test_examples_of_docstrings(thing):
    names = {"mx": mx, "jmx": jmx, "jnp": jnp, "np": np, "jax": jax}
    found = [test for test in doctest.DocTestFinder(recurse=False).find(thing, thing.__name__, globs=names) if test.examples]
    assert found
    for test in found:
        assert doctest.DocTestRunner().run(test).failed == 0
