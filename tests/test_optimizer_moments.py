"""AdamW, AdaBelief and LANS, which MXNet 1.9.1 lacks: against their definitions, in NumPy."""

import mxnet as mx
import numpy as np
import pytest

RATE, DECAY, SCALE, B1, B2, EPS = 0.1, 0.01, 0.5, 0.9, 0.999, 1e-6


def _lans(w, g, m, v, t):
    g = g / np.linalg.norm(g)
    m, v = B1 * m + (1 - B1) * g, B2 * v + (1 - B2) * g * g
    root = np.sqrt(v / (1 - B2**t)) + EPS
    new = w
    for share, step in ((B1, m / (1 - B1**t) / root + DECAY * w), (1 - B1, g / root + DECAY * w)):
        new = new - RATE * share * np.linalg.norm(w) / np.linalg.norm(step) * step
    return new, m, v


def _adamw(w, g, m, v, t):
    m, v = B1 * m + (1 - B1) * g, B2 * v + (1 - B2) * g * g
    rate = RATE * np.sqrt(1 - B2**t) / (1 - B1**t)
    return w - rate * (m / (np.sqrt(v) + EPS) + DECAY * w), m, v


def _adabelief(w, g, m, v, t):
    g = g + DECAY * w
    m = B1 * m + (1 - B1) * g
    v = B2 * v + (1 - B2) * (g - m) ** 2 + EPS
    rate = RATE * np.sqrt(1 - B2**t) / (1 - B1**t)
    return w - rate * m / (np.sqrt(v) + EPS), m, v


@pytest.mark.parametrize(("name", "rule"), [("adamw", _adamw), ("adabelief", _adabelief), ("lans", _lans)])
@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_three_steps(name, rule, dtype):
    rng = np.random.RandomState(1)
    start, grads = rng.randn(3, 4), rng.randn(3, 3, 4).astype(dtype)
    optimizer = mx.optimizer.create(name, learning_rate=RATE, wd=DECAY, rescale_grad=SCALE, multi_precision=True)
    weight = mx.nd.array(start, dtype=dtype)
    updater = mx.optimizer.get_updater(optimizer)
    w = weight.asnumpy().astype(float)
    m = v = np.zeros_like(w)
    for t, grad in enumerate(grads, 1):
        updater(0, mx.nd.array(grad, dtype=dtype), weight)
        w, m, v = rule(w, grad.astype(float) * SCALE, m, v, t)
    np.testing.assert_allclose(weight.asnumpy(), w, rtol=1e-5 if dtype == "float32" else 2e-3, atol=1e-5)


def test_names_of_2_0():
    assert mx.optimizer.create("adagrad", epsilon=0.5).float_stable_eps == 0.5
    rmsprop = mx.optimizer.RMSProp(rho=0.5, momentum=0.25)
    assert (rmsprop.gamma1, rmsprop.gamma2) == (0.5, 0.25)
    with pytest.raises(TypeError, match="got both gamma1 and rho"):
        mx.optimizer.RMSProp(rho=0.5, gamma1=0.5)


def test_a_gradient_of_zeros():
    weight = mx.nd.ones(3)
    mx.optimizer.get_updater(mx.optimizer.create("lans"))(0, mx.nd.zeros(3), weight)
    np.testing.assert_array_equal(weight.asnumpy(), np.ones(3))


def test_without_correction_and_with_bounds():
    weight = mx.nd.ones(2)
    optimizer = mx.optimizer.create("adamw", learning_rate=1, correct_bias=False, clip_gradient=0.5)
    mx.optimizer.get_updater(optimizer)(0, mx.nd.array([3, -3]), weight)
    step = 0.1 * 0.5 / (np.sqrt(0.001 * 0.25) + EPS)
    np.testing.assert_allclose(weight.asnumpy(), [1 - step, 1 + step], rtol=1e-4)
    bounded = mx.nd.ones(2)
    mx.optimizer.get_updater(mx.optimizer.create("lans", learning_rate=1, upper_bound=0.1))(0, mx.nd.array([3, 4]), bounded)
    assert np.abs(1 - bounded.asnumpy()).max() < 0.11
