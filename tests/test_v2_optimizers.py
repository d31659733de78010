"""Steps of optimizers with the interface of MXNet 2.0, against the formulas of its Python code."""

import math

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd

COUNT = 3
COMMON = {"learning_rate": 0.05, "wd": 0.3, "rescale_grad": 0.5, "clip_gradient": 0.4}


@pytest.fixture
def v2():
    mx.v2()
    yield
    mx.v2(False)


def _adam(w, g, s, t, lr):
    s[0] = 0.9 * s[0] + 0.1 * g
    s[1] = 0.999 * s[1] + 0.001 * g * g
    return w - lr * math.sqrt(1 - 0.999**t) / (1 - 0.9**t) * s[0] / (np.sqrt(s[1]) + 1e-8)


def _adagrad(w, g, s, t, lr):
    s[0] = s[0] + g * g
    return w - lr * g / (np.sqrt(s[0]) + 1e-2)


def _rmsprop(w, g, s, t, lr):
    s[0] = 0.9 * s[0] + 0.1 * g * g
    return w - lr * g / (np.sqrt(s[0]) + 1e-2)


def _centered(w, g, s, t, lr):
    s[0] = 0.9 * s[0] + 0.1 * g
    s[1] = 0.9 * s[1] + 0.1 * g * g
    s[2] = 0.8 * s[2] - lr * g / np.sqrt(s[1] - s[0] ** 2 + 1e-2)
    return w + s[2]


def _adadelta(w, g, s, t, lr):
    s[0] = 0.9 * s[0] + 0.1 * g * g
    step = np.sqrt(s[1] + 1e-2) / np.sqrt(s[0] + 1e-2) * g
    s[1] = 0.9 * s[1] + 0.1 * step**2
    return w - lr * step


def _adamax(w, g, s, t, lr):
    s[0] = 0.9 * s[0] + 0.1 * g
    s[1] = np.maximum(0.999 * s[1], abs(g))
    return w - lr / (1 - 0.9**t) * s[0] / (s[1] + 1e-2)


def _nadam(w, g, s, t, lr):
    now, ahead = (0.9 * (1 - 0.5 * 0.96 ** (k * 0.004)) for k in (t, t + 1))
    s[2] = (s[2] if t > 1 else 1.0) * now
    s[0] = 0.9 * s[0] + 0.1 * g
    s[1] = 0.999 * s[1] + 0.001 * g * g
    mean = ahead * s[0] / (1 - s[2] * ahead) + (1 - now) * g / (1 - s[2])
    return w - lr * mean / (np.sqrt(s[1] / (1 - 0.999**t)) + 1e-8)


def _ftml(w, g, s, t, lr):
    s[0] = 0.999 * s[0] + 0.001 * g * g
    before = s[1]
    s[1] = (1 - 0.6**t) / lr * (np.sqrt(s[0] / (1 - 0.999**t)) + 1e-8)
    s[2] = 0.6 * s[2] + 0.4 * g - (s[1] - 0.6 * before) * w
    return -s[2] / s[1]


def _nag(w, g, s, t, lr):
    s[0] = 0.9 * s[0] - lr * g
    return w + 0.9 * s[0] - lr * g


def _dcasgd(momentum):
    def step(w, g, s, t, lr):
        before = s[1] if t > 1 else w
        s[0] = momentum * s[0] - lr * (g + 0.04 * g * g * (w - before))
        s[1] = w
        return w + s[0]

    return step


STEPS = {
    "adam": (_adam, {}),
    "adagrad": (_adagrad, {"epsilon": 1e-2}),
    "rmsprop": (_rmsprop, {"epsilon": 1e-2}),
    "rmsprop centered": (_centered, {"epsilon": 1e-2, "centered": True, "momentum": 0.8}),
    "adadelta": (_adadelta, {"epsilon": 1e-2}),
    "adamax": (_adamax, {"epsilon": 1e-2}),
    "nadam": (_nadam, {}),
    "ftml": (_ftml, {}),
    "nag": (_nag, {}),
    "dcasgd": (_dcasgd(0), {}),
    "dcasgd with momentum": (_dcasgd(0.7), {"momentum": 0.7}),
}


def _run(name, more, weight, grads):
    optimizer = mx.optimizer.create(name.partition(" ")[0], **COMMON, **more)
    weight = nd.array(weight)
    state = optimizer.create_state(0, weight)
    for grad in grads:
        optimizer.update(0, weight, nd.array(grad), state)
    return weight.asnumpy()


@pytest.mark.parametrize("name", STEPS)
def test_step(name, v2):
    step, more = STEPS[name]
    random = np.random.default_rng(1)
    start, grads = random.normal(size=(4, 3)) * 2, random.normal(size=(COUNT, 4, 3)) * 2
    weight, state = start, [np.zeros((4, 3)) for _ in range(3)]
    for t, grad in enumerate(grads, 1):
        weight = step(weight, np.clip(grad * 0.5, -0.4, 0.4) + 0.3 * weight, state, t, 0.05)
    found = _run(name, more, start, grads)
    np.testing.assert_allclose(found, weight, rtol=1e-4, atol=1e-5)
    mx.v2(False)
    if name != "dcasgd":  # whose steps differ only in a product of small numbers
        assert abs(_run(name, more, start, grads) - weight).max() > 1e-4, "MXNet 1.9.1 steps otherwise"


def test_adadelta_has_a_rate_of_one(v2):
    weight, grad = np.array([1, -2.0]), np.array([3, 0.5])
    optimizer = mx.optimizer.AdaDelta(epsilon=1e-2)
    array = nd.array(weight)
    optimizer.update(0, array, nd.array(grad), optimizer.create_state(0, array))
    wanted = _adadelta(weight, grad, [np.zeros(2), np.zeros(2)], 1, 1.0)
    np.testing.assert_allclose(array.asnumpy(), wanted, rtol=1e-5)


@pytest.mark.parametrize("name, step, more", [("adam", _adam, {"lazy_update": True}), ("adagrad", _adagrad, {"epsilon": 1e-2})])
@pytest.mark.parametrize("stype", ["default", "row_sparse"])
def test_lazy_step(name, step, more, stype, v2):
    """Only the rows of a sparse gradient take part."""
    wd = 0.3 if name == "adam" else 0
    start = np.random.default_rng(2).normal(size=(4, 3)) + 3
    grad = np.zeros((4, 3))
    grad[[0, 2]] = [[0.5, -3, 1], [2, 0.1, -0.6]]
    optimizer = mx.optimizer.create(name, **{**COMMON, "wd": wd}, **more)
    weight = nd.array(start).tostype(stype)
    optimizer.update(0, weight, nd.array(grad).tostype("row_sparse"), optimizer.create_state(0, weight))
    wanted = step(start, np.clip(grad * 0.5, -0.4, 0.4) + wd * start, [np.zeros((4, 3)) for _ in range(2)], 1, 0.05)
    wanted[[1, 3]] = start[[1, 3]]
    np.testing.assert_allclose(weight.asnumpy(), wanted, rtol=1e-4)


def test_group_adagrad(v2):
    start, grad = np.array([[1.0, -2], [3, 4]]), np.array([[3.0, 0.5], [0, 0.2]])
    optimizer = mx.optimizer.contrib.GroupAdaGrad(learning_rate=0.05, epsilon=1e-2)
    for stype in ("default", "row_sparse"):
        weight = nd.array(start)
        optimizer.update(0, weight, nd.array(grad).tostype(stype), optimizer.create_state(0, weight))
        wanted = start - 0.05 * grad / (np.sqrt((grad**2).mean(1, keepdims=True)) + 1e-2)
        np.testing.assert_allclose(weight.asnumpy(), wanted, rtol=1e-5)


class TestAdaBeliefOperators:
    """`nd.contrib.adabelief_update` and its kin."""

    A = {"beta1": 0.8, "beta2": 0.9, "epsilon": 1e-3, "clip_gradient": 0.7}

    def _wanted(self, weight, grad, mean, var, lr, wd, eta):
        g = np.clip(2.0 * grad + wd * weight, -0.7, 0.7)
        mean = 0.8 * mean + 0.2 * g
        var = 0.9 * var + 0.1 * (g - mean) ** 2 + 1e-3
        return weight - eta * lr * mean / (np.sqrt(var) + 1e-3), mean, var

    def _arrays(self, count):
        random = np.random.default_rng(6)
        return [[random.normal(size=(3, i + 1)) for i in range(count)] for _ in range(3)] + [
            [random.random((3, i + 1)) for i in range(count)]
        ]

    @pytest.mark.parametrize("count", [0, 1, 3])
    @pytest.mark.parametrize("mixed", [False, True])
    def test_values(self, count, mixed):
        columns = self._arrays(max(count, 1))
        lrs, wds, etas = [0.1, 0.2, 0.3][: count or 1], [0.4, 0, 0.1][: count or 1], [0.5, 1, 2][: count or 1]
        weights, grads, means, variances = ([nd.array(x) for x in column] for column in columns)
        masters = weights
        if mixed:
            weights, grads = ([x.astype("float16") for x in column] for column in (weights, grads))
        given = [x.asnumpy().astype("float64") for x in grads]
        inputs = [weights, grads, means, variances, *([masters] if mixed else []), nd.array([2.0])]
        if count:
            update = nd.contrib.multi_mp_adabelief_update if mixed else nd.contrib.multi_adabelief_update
            update(*inputs, lrs=lrs, wds=wds, etas=etas, out=weights, **self.A)
        else:
            update = nd.contrib.mp_adabelief_update if mixed else nd.contrib.adabelief_update
            single = [x[0] if isinstance(x, list) else x for x in inputs]
            update(*single, lr=lrs[0], wd=wds[0], eta=etas[0], out=weights[0], **self.A)
        for i, (weight, _, mean, var) in enumerate(zip(*columns)):
            wanted = self._wanted(weight, given[i], mean, var, lrs[i], wds[i], etas[i])
            for found, other in zip((masters[i], means[i], variances[i]), wanted):
                np.testing.assert_allclose(found.asnumpy(), other, rtol=1e-4, atol=1e-5)
            if mixed:
                assert weights[i].dtype == np.float16
                np.testing.assert_allclose(weights[i].asnumpy(), wanted[0], rtol=2e-3, atol=1e-3)

    @pytest.mark.parametrize("scale", [0, math.inf, math.nan])
    def test_step_is_left_out(self, scale):
        (weight,), (grad,), (mean,), (var,) = self._arrays(1)
        arrays = [nd.array(x) for x in (weight, grad, mean, var)]
        nd.contrib.adabelief_update(*arrays, scale, lr=0.1, wd=0.1, eta=1, out=arrays[0], **self.A)
        for array, before in zip(arrays, (weight, grad, mean, var)):
            np.testing.assert_allclose(array.asnumpy(), before, rtol=1e-6)

    def test_refuses(self):
        with pytest.raises(mx.MXNetError, match="must have one shape"):
            nd.contrib.adabelief_update(nd.ones(2), nd.ones(3), nd.ones(2), nd.ones(2), 1, lr=1, eta=1).wait_to_read()
