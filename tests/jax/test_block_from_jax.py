"""`jmx.nn.from_jax`: functions of JAX as Gluon blocks, trained with the rest of the network."""

import doctest

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx
import jmx as mx
from jmx import autograd, gluon
from jmx.base import MXNetError
from jmx.gluon import nn


def gated(params, x):
    return jnp.tanh(x @ params["value"]["kernel"] + params["value"]["bias"]) * jax.nn.sigmoid(x @ params["gate"])


def tree(seed=0):
    a, b = jax.random.split(jax.random.key(seed))
    return {"gate": jax.random.normal(a, (4, 3)), "value": {"kernel": jax.random.normal(b, (4, 3)), "bias": jnp.ones(3)}}


X = np.random.RandomState(0).uniform(-1, 1, (5, 4)).astype(np.float32)


@pytest.mark.parametrize("hybridize", [False, True])
def test_outputs_and_gradients(hybridize):
    block = jmx.nn.from_jax(gated, tree())
    if hybridize:
        block.hybridize()
    with autograd.record():
        out = block(mx.nd.array(X))
        loss = (out * out).sum()
    loss.backward()
    expected, grads = jax.value_and_grad(lambda p: (gated(p, X) ** 2).sum())(tree())
    np.testing.assert_allclose(loss.asscalar(), expected, rtol=1e-6)
    names = block._collect_params_with_prefix()
    assert sorted(names) == ["gate", "value_bias", "value_kernel"]
    np.testing.assert_allclose(names["value_kernel"].grad().asnumpy(), grads["value"]["kernel"], rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(names["gate"].grad().asnumpy(), grads["gate"], rtol=1e-5, atol=1e-6)


def test_it_trains_inside_of_a_network_and_gives_the_tree_back():
    params = tree()
    net = nn.HybridSequential()
    net.add(nn.Dense(4), jmx.nn.from_jax(gated, params), nn.Dense(1))
    net.initialize(mx.init.Xavier())
    np.testing.assert_array_equal(net[1].tree()["gate"], params["gate"])
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.05})
    x, y = mx.nd.array(X), mx.nd.array(X.sum(1, keepdims=True))
    losses = []
    for _ in range(60):
        with autograd.record():
            loss = ((net(x) - y) ** 2).mean()
        loss.backward()
        trainer.step(1)
        losses.append(float(loss.asscalar()))
    assert losses[-1] < 0.05 * losses[0]
    after = net[1].tree()
    assert jax.tree.structure(after) == jax.tree.structure(params)
    assert np.abs(np.asarray(after["gate"] - params["gate"])).max() > 0.01
    assert (np.asarray(params["value"]["bias"]) == 1).all()
    fn, values, state = jmx.to_jax(net, x)
    np.testing.assert_allclose(fn(values, state, X)[0], net(x).asnumpy(), rtol=1e-5, atol=1e-6)


def test_parameters_are_saved_and_loaded(tmp_path):
    one, other = jmx.nn.from_jax(gated, tree(0)), jmx.nn.from_jax(gated, tree(1))
    one.save_parameters(str(tmp_path / "block.params"))
    other.load_parameters(str(tmp_path / "block.params"))
    np.testing.assert_array_equal(other(mx.nd.array(X)).asnumpy(), one(mx.nd.array(X)).asnumpy())


def test_several_outputs():
    def both(params, x, y):
        return x * params, y + params

    block = jmx.nn.from_jax(both, jnp.full(4, 2.0), num_outputs=2)
    plain = block(mx.nd.array(X), mx.nd.array(X))
    block.hybridize()
    for one, other in zip(block(mx.nd.array(X), mx.nd.array(X)), plain):
        np.testing.assert_array_equal(one.asnumpy(), other.asnumpy())
    assert len(plain) == 2


def test_integers_are_not_trained():
    block = jmx.nn.from_jax(lambda p, x: x[:, p["columns"]] * p["scale"], {"columns": jnp.array([2, 0]), "scale": jnp.ones(2)})
    assert {n: p.grad_req for n, p in block._reg_params.items()} == {"columns": "null", "scale": "write"}
    np.testing.assert_array_equal(block(mx.nd.array(X)).asnumpy(), X[:, [2, 0]])


def test_flax_and_equinox():
    nnx, eqx = pytest.importorskip("flax.nnx"), pytest.importorskip("equinox")
    model = nnx.Linear(4, 2, rngs=nnx.Rngs(0))
    graphdef, state = nnx.split(model)
    block = jmx.nn.from_jax(lambda state, x: nnx.merge(graphdef, state)(x), state)
    assert sorted(block._reg_params) == ["bias", "kernel"]
    np.testing.assert_allclose(block(mx.nd.array(X)).asnumpy(), model(X), rtol=1e-6)
    layer = eqx.nn.Linear(4, 2, key=jax.random.key(0))
    arrays, static = eqx.partition(layer, eqx.is_array)
    block = jmx.nn.from_jax(lambda arrays, x: jax.vmap(eqx.combine(arrays, static))(x), arrays)
    assert sorted(block._reg_params) == ["bias", "weight"]
    np.testing.assert_allclose(block(mx.nd.array(X)).asnumpy(), jax.vmap(layer)(X), rtol=1e-6)


def test_what_is_no_array_is_named():
    with pytest.raises(MXNetError, match=r"\['act'\] is a str; parameters are arrays"):
        jmx.nn.from_jax(gated, {"gate": jnp.ones(2), "act": "relu"})
    with pytest.raises(TypeError, match=r"needs a function of \(params, \*inputs\), got dict"):
        jmx.nn.from_jax({}, {})


def test_errors_name_the_function():
    block = jmx.nn.from_jax(gated, tree())
    with pytest.raises(MXNetError, match="Error in jmx.jax.call of gated.*dot_general"):
        block(mx.nd.ones((5, 7)))


def test_example_of_the_docstring():
    names = {"mx": mx, "jmx": jmx, "jnp": jnp, "np": np, "jax": jax}
    (test,) = doctest.DocTestFinder(recurse=False).find(jmx.nn.from_jax, "from_jax", globs=names)
    assert doctest.DocTestRunner().run(test).failed == 0
