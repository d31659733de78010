"""The kernel of CTCLoss: values and gradients are those of XLA's form, at the ends of sequences and of what floats hold, too."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
import jmx.ops  # declares the operators
from jmx.core.declare import op as declare
from jmx.native import kernels

pytestmark = pytest.mark.skipif(not kernels.usable("ctc"), reason=f"kernels: {kernels._load('ctc')}")
CTC = declare.find("CTCLoss")


def random(steps, batch, classes, length, scale=1, last=False, kind="float32", seed=0):
    """Scores, labels of random lengths, and these lengths."""
    rng = np.random.default_rng(seed)
    lengths = rng.integers(0, length + 1, batch)
    labels = rng.integers(0 if last else 1, classes - 1 if last else classes, (batch, length))
    labels[np.arange(length) >= lengths[:, None]] = -1 if last else 0
    return scale * rng.standard_normal((steps, batch, classes), "f"), labels.astype(kind), lengths.astype(kind)


def both(data, label, lengths=None, steps=None, **attributes):
    """(costs, gradient of their weighted sum) by the kernel and by XLA."""
    weights = 1 + jnp.arange(data.shape[1], dtype="float32")
    label, lengths, steps = (None if x is None else jnp.asarray(x) for x in (label, lengths, steps))
    given = {"label_lengths": lengths, "data_lengths": steps}
    attributes |= {f"use_{name}": True for name, value in given.items() if value is not None}
    for platform in ("cpu", "gpu"):

        def function(data, platform=platform):
            costs = CTC.fn(data, label, **given, **attributes, platform=platform)
            return (costs * weights).sum(), costs

        (_, costs), slopes = jax.jit(jax.value_and_grad(function, has_aux=True))(data)
        yield np.asarray(costs), np.asarray(slopes)


def expect_same(*arguments, rtol=2e-5, atol=2e-4, **more):
    ours, plain = both(*arguments, **more)
    for one, other in zip(ours, plain, strict=True):
        np.testing.assert_allclose(one, other, rtol=rtol, atol=atol)
    return ours


@pytest.mark.parametrize("kind", ["float32", "int32", "float64", "int64"])
@pytest.mark.parametrize("last", [False, True])
def test_values_and_gradients(kind, last):
    data, label, lengths = random(20, 6, 7, 6, 3, last, kind)
    attributes = {"blank_label": "last" if last else "first"}
    expect_same(data, label, **attributes)
    expect_same(data, label, lengths[::-1], np.arange(15, 21).astype(kind), **attributes)


@pytest.mark.parametrize("shape", [(1, 1, 2, 1), (1, 2, 3, 1), (2, 1, 2, 1), (40, 33, 2, 17), (300, 2, 500, 100), (5, 3, 17, 0)])
def test_shapes(shape):
    expect_same(*random(*shape)[:2], atol=5e-4)


@pytest.mark.parametrize("scale", [100, 1e4, 1e9, 1e20])
def test_improbable_paths(scale):
    """What would be 0 in a float, or in a double, is none here."""
    data, label, _ = random(60, 4, 3, 20, scale)
    (costs, slopes), _ = both(data, label)
    with jax.enable_x64(True):
        plain, exact = jax.vjp(lambda data: CTC.fn(data, label, platform="gpu"), jnp.asarray(data, "float64"))
        exact = exact(1.0 + jnp.arange(4))[0]
    np.testing.assert_allclose(costs, plain, rtol=1e-6)
    np.testing.assert_allclose(slopes, exact, atol=1e-3)
    assert costs.max() > scale


def test_strange_scores():
    data, label, _ = random(12, 6, 5, 3, seed=3)
    label[:] = [1, 2, 0]
    data[2, 0, 1], data[3, 1, 0], data[4, 2] = np.nan, np.inf, -np.inf
    data[:, 3, 1] = -np.inf
    data[8:, 4] = np.nan  # behind the end
    (costs, slopes), _ = both(data, label, None, np.full(6, 8, "f"))
    assert np.isnan(costs[:3]).all() and np.isinf(costs[3]) and np.isfinite(costs[4:]).all()
    assert np.isnan(slopes[:8, :3]).all() and np.isfinite(slopes[:, 3:]).all() and not slopes[8:].any()


def test_strange_labels_and_lengths():
    data, label, _ = random(12, 8, 5, 3, seed=4)
    label[:] = [1, 2, 1]
    label[0, 1], label[1, 1], label[2, 1], label[3, 1] = 99, -2, np.inf, -np.inf
    lengths, steps = np.array([3, 3, 3, 3, 2, -5, 3, 3], "f"), np.array([12, 12, 12, 12, 99, 12, -3, 0], "f")
    costs, _ = expect_same(data, label, lengths, steps)
    assert (costs[6:] == 0).all()
    lengths[4:6] = 4, 2**31
    (costs, slopes), _ = both(data, label, lengths, np.full(8, 12, "f"))
    assert np.isnan(costs[4]) and costs[5] == 0 and np.isfinite(np.delete(slopes, 4, 1)).all()
    expect_same(data, np.zeros_like(label), np.zeros_like(lengths), np.zeros_like(lengths))


def test_gluon_eager_hybridized_and_symbol():
    data, label, _ = random(9, 4, 6, 3, seed=5)
    loss, x, y = mx.gluon.loss.CTCLoss(layout="TNC"), mx.nd.array(data), mx.nd.array(label - 1)
    x.attach_grad()
    found = []
    for hybrid in (False, True):
        loss.hybridize(hybrid)
        with mx.autograd.record():
            costs = loss(x, y)
        costs.backward()
        found.append((costs.asnumpy(), x.grad.asnumpy()))
    bound = loss(mx.sym.Variable("x"), mx.sym.Variable("y")).bind(mx.cpu(), {"x": x, "y": y}, {"x": mx.nd.zeros_like(x)})
    bound.forward(is_train=True)
    bound.backward(mx.nd.ones(4))
    found.append((bound.outputs[0].asnumpy(), bound.grad_dict["x"].asnumpy()))
    plain = jax.vjp(lambda data: CTC.fn(data, label - 1, blank_label="last", platform="gpu"), data)
    for costs, slopes in found:
        np.testing.assert_allclose(costs, plain[0], rtol=1e-5)
        np.testing.assert_allclose(slopes, plain[1](jnp.ones(4))[0], atol=1e-5)
