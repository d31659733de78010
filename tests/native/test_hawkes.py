"""The kernel of hawkesll: likelihoods, states and gradients are those of XLA's form; gradients of gradients are that form's."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
import jmx.ops  # declares the operators
from jmx.core.declare import op as declare
from jmx.native import kernels

pytestmark = pytest.mark.skipif(not kernels.usable("hawkes"), reason=f"kernels: {kernels._load('hawkes')}")


def drawn(n=5, k=3, points=12, seed=0):
    rng = np.random.default_rng(seed)
    arrays = [
        rng.uniform(0.5, 1, (n, k)), rng.uniform(0.1, 0.5, k), rng.uniform(0.5, 2, k), rng.uniform(0, 1, (n, k)),
        rng.exponential(1, (n, points)), rng.integers(0, k, (n, points)), rng.integers(0, points + 3, n),
        rng.uniform(points, 50, n),
    ]  # fmt: skip
    return [jnp.asarray(x, "int32" if i == 5 else "float32") for i, x in enumerate(arrays)]


def everything(arrays, platform):
    weights = 1 + jnp.arange(len(arrays[0]), dtype="float32")

    def function(*first):
        return declare.find("_contrib_hawkesll").fn(*first, *arrays[3:], platform=platform)

    def total(*first):
        likelihood, state = function(*first)
        return (weights * likelihood).sum() + state.sum()

    def again(*first):
        return sum((slope**2).sum() for slope in jax.grad(total, (0, 1, 2))(*first))

    program = jax.jit(lambda *first: (function(*first), jax.grad(total, (0, 1, 2))(*first), jax.grad(again, (0, 1, 2))(*first)))
    assert ("jmx_hawkes" in program.lower(*arrays[:3]).as_text()) == (platform == "cpu")
    return program(*arrays[:3])


def expect_same(arrays):
    for one, other in zip(*(jax.tree.leaves(everything(arrays, platform)) for platform in ("cpu", "gpu")), strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one, other, rtol=2e-4, atol=1e-4)


@pytest.mark.parametrize("shape", [(5, 3, 12), (1, 1, 1), (7, 20, 40)])
def test_values_and_gradients(shape):
    expect_same(drawn(*shape))


def test_strange_marks_and_numbers():
    arrays = drawn()
    arrays[5] = arrays[5].at[0, :2].set(jnp.array([-1, 2])).at[1, 0].set(99).at[2, 1].set(-(2**31))
    arrays[6] = arrays[6].at[3].set(jnp.nan).at[4].set(-2)
    expect_same(arrays)
    arrays[4], arrays[6] = arrays[4].at[0, 1].set(jnp.nan), arrays[6].at[0].set(12)
    (likelihood, _), slopes, _ = everything(arrays, "cpu")
    assert np.isnan(likelihood[0]) and np.isfinite(likelihood[1:]).all() and np.isnan(slopes[0][0]).any()


def test_eager_hybridized_and_symbol():
    arrays = drawn()
    given = [mx.nd.array(x, dtype=str(x.dtype)) for x in arrays]
    given[0].attach_grad()

    class Net(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, *arrays):
            return F.contrib.hawkesll(*arrays)[0]

    found = []
    for hybrid in (False, True):
        net = Net()
        net.hybridize(hybrid)
        with mx.autograd.record():
            out = net(*given)
        out.backward()
        found.append((out.asnumpy(), given[0].grad.asnumpy()))
    names = [f"x{i}" for i in range(8)]
    bound = Net()(*map(mx.sym.Variable, names)).bind(mx.cpu(), dict(zip(names, given)), {"x0": mx.nd.zeros_like(given[0])})
    bound.forward(is_train=True)
    bound.backward(mx.nd.ones_like(out))
    found.append((bound.outputs[0].asnumpy(), bound.grad_dict["x0"].asnumpy()))
    function = declare.find("_contrib_hawkesll").fn
    plain, pull = jax.vjp(lambda base: function(base, *arrays[1:], platform="gpu")[0], arrays[0])
    for out, slope in found:
        np.testing.assert_allclose(out, plain, rtol=1e-5)
        np.testing.assert_allclose(slope, pull(jnp.ones(5))[0], rtol=1e-5)
