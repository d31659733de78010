"""Random numbers of the NumPy interface: distributions, gradients to parameters, seeds, positions, refusals."""

import functools

import jax
import numpy as np
import pytest
from scipy import stats

import jmx as mx
import jmx.ops  # declares the operators
from jmx.core.declare.op import find

N = 20000


@pytest.fixture(autouse=True)
def numpy_arrays():
    with mx.util.np_shape(True), mx.util.np_array(True):
        yield


def call(name, *inputs, **attrs):
    return getattr(mx.nd.np._internal, name)(*inputs, **attrs)


def device(name, *inputs, **attrs):
    """Samples of the compiled form, which graphs and GPUs use."""
    operator = find("_npi_" + name)
    fixed = functools.partial(operator.pure, operator.parse(attrs), False, "cpu")
    return np.asarray(jax.jit(fixed)(jax.random.key(7), (), *inputs)[0][0])


DISTRIBUTIONS = [
    ("uniform", {"low": -1.0, "high": 3.0}, stats.uniform(-1, 4)),
    ("normal", {"loc": 2.0, "scale": 3.0}, stats.norm(2, 3)),
    ("gamma", {"shape": 2.5, "scale": 1.5}, stats.gamma(2.5, scale=1.5)),
    ("logistic", {"loc": 1.0, "scale": 2.0}, stats.logistic(1, 2)),
    ("gumbel", {"loc": 1.0, "scale": 2.0}, stats.gumbel_r(1, 2)),
    ("exponential", {"scale": 2.0}, stats.expon(scale=2)),
    ("rayleigh", {"scale": 2.0}, stats.rayleigh(scale=2)),
    ("pareto", {"a": 3.0}, stats.lomax(3)),
    ("weibull", {"a": 2.0}, stats.weibull_min(2)),
    ("powerd", {"a": 3.0}, stats.powerlaw(3)),
]


@pytest.mark.parametrize("name, attrs, distribution", DISTRIBUTIONS, ids=lambda v: v if isinstance(v, str) else "")
def test_distribution(name, attrs, distribution):
    mx.random.seed(3)
    eager = call(name, size=(N,), **attrs).asnumpy()
    for samples in (eager, device(name, size=(N,), **attrs)):
        assert stats.kstest(samples, distribution.cdf).pvalue > 1e-3
    given = mx.np.array(list(attrs.values())[-1:])
    last = list(attrs)[-1]
    from_array = call(name, given, size=(N,), **{**attrs, last: None}).asnumpy()
    assert stats.kstest(from_array, distribution.cdf).pvalue > 1e-3


@pytest.mark.parametrize(
    "name, attrs",
    [(n, a) for n, a, _ in DISTRIBUTIONS if n not in ("uniform", "gamma", "powerd")],
    ids=lambda v: v if isinstance(v, str) else "",
)
def test_gradient_to_a_parameter_is_that_of_the_sample(name, attrs):
    """By the chain rule through the sample: a small change of the parameter, the same random numbers."""
    last, step = list(attrs)[-1], 1e-2
    value = np.full((1,), attrs[last], "float32")
    low, high = (device(name, value + d, size=(50,), **{**attrs, last: None}) for d in (-step, step))
    expected = ((high.astype("float64") - low) / (2 * step)).sum()
    operator = find("_npi_" + name)
    a = operator.parse({**attrs, last: None, "size": (50,)})
    total = lambda x: operator.pure(a, True, "cpu", jax.random.key(7), (), x)[0][0].sum()
    assert np.allclose(jax.grad(total)(value)[0], expected, rtol=2e-2)


@pytest.mark.parametrize("name, first", [("uniform", "low"), ("gamma", "shape")])
def test_no_gradient_where_mxnet_has_none(name, first):
    x = mx.np.ones((3,))
    x.attach_grad()
    with mx.autograd.record():
        y = call(name, x, **{first: None, "scale" if name == "gamma" else "high": 2.0})
    y.backward()
    assert (x.grad.asnumpy() == 0).all()


def test_seed_repeats():
    drawn = []
    for _ in range(2):
        mx.random.seed(5)
        drawn.append([call("normal", loc=0.0, scale=1.0, size=(4,)).asnumpy(), call("choice", a=9, size=(4,)).asnumpy()])
    assert all((a == b).all() for a, b in zip(*drawn))


def test_scalars_and_arrays_take_turns():
    """One operator, called with arrays in changing places."""
    for low, high in ((0.0, 1.0), (None, 1.0), (0.0, None), (None, None), (0.0, 1.0)):
        arrays = [mx.np.full((2,), v) for v, given in ((0.0, low), (1.0, high)) if given is None]
        out = call("uniform", *arrays, low=low, high=high, size=(3, 2))
        assert out.shape == (3, 2) and (out.asnumpy() >= 0).all() and (out.asnumpy() <= 1).all()


@pytest.mark.parametrize(
    "attrs, mean",
    [
        ({"prob": 0.3, "logit": None, "is_logit": False}, 0.3),
        ({"prob": None, "logit": 1.0, "is_logit": True}, 1 / (1 + np.exp(-1))),
    ],
)
def test_bernoulli(attrs, mean):
    out = call("bernoulli", size=(N,), **attrs).asnumpy()
    assert set(np.unique(out)) == {0, 1} and abs(out.mean() - mean) < 0.02


def test_multinomial_counts():
    out = call("multinomial", n=1000, pvals=(0.2, 0.3, 0.5), size=(20,)).asnumpy()
    assert out.shape == (20, 3) and (out.sum(1) == 1000).all()
    assert np.allclose(out.mean(0) / 1000, (0.2, 0.3, 0.5), atol=0.02)


def test_choice():
    assert sorted(call("choice", a=7, size=(7,), replace=False).asnumpy()) == list(range(7))
    drawn = call("choice", a=4, size=(N,)).asnumpy()
    assert np.allclose(np.bincount(drawn, minlength=4) / N, 0.25, atol=0.02)
    weights = mx.np.array([0.1, 0.0, 0.6, 0.3])
    drawn = call("choice", weights, a=4, size=(N,), weighted=True).asnumpy()
    assert np.allclose(np.bincount(drawn, minlength=4) / N, weights.asnumpy(), atol=0.02)
    drawn = call("choice", weights, a=4, size=(3,), weighted=True, replace=False).asnumpy()
    assert sorted(drawn) == [0, 2, 3]


@pytest.mark.parametrize("name, inputs, attrs, error, fragment", [
    ("normal", (), {"loc": 0.0, "scale": -1.0}, ValueError, "scale >= 0"),
    ("normal", ([1.0, -1.0],), {"loc": 0.0, "scale": None}, ValueError, "scale >= 0"),
    ("gamma", ([0.0],), {"shape": None, "scale": 1.0}, ValueError, "shape > 0"),
    ("weibull", (), {"a": 0.0}, ValueError, "a > 0"),
    ("bernoulli", ([1.5],), {"prob": None, "logit": None, "is_logit": False}, ValueError, "between 0 and 1"),
    ("multinomial", ([0.9, 0.9],), {"n": 2}, mx.base.MXNetError, "> 1.0"),
    ("multinomial", (), {"n": 2, "pvals": (0.9, 0.9)}, mx.base.MXNetError, "> 1.0"),
    ("choice", (), {"a": 2, "size": (3,), "replace": False}, ValueError, "cannot take"),
    ("uniform", ([0.0, 1.0],), {"low": None, "high": 2.0, "size": (3,)}, mx.base.MXNetError, "broadcast"),
    ("uniform", (), {"low": 0.0, "high": 2.0, "dtype": "int32"}, mx.base.MXNetError, "float"),
])  # fmt: skip
def test_refusals(name, inputs, attrs, error, fragment):
    with pytest.raises(error, match=fragment):
        call(name, *(mx.np.array(x) for x in inputs), **attrs).asnumpy()


@pytest.mark.parametrize("name", ["exponential", "rayleigh", "pareto", "weibull", "powerd", "bernoulli"])
def test_eager_calls_compile_nothing(name, monkeypatch, recwarn):
    def refuse(*_):
        raise AssertionError("drawn by a program")

    monkeypatch.setattr(jax.random, "uniform", refuse)
    if name != "bernoulli":
        assert call(
            name, size=(2, 0, 3), **{"exponential": {"scale": 2.0}, "rayleigh": {"scale": 2.0}}.get(name, {"a": 1e-3})
        ).shape == (2, 0, 3)
        return
    for chance, attrs in (
        (0, {"prob": 0.0, "logit": None}),
        (1, {"prob": 1.0, "logit": None}),
        (0.3, {"prob": 0.3, "logit": None}),
        (0, {"prob": None, "logit": -1000.0}),
        (0.5, {"prob": None, "logit": 0.0}),
    ):
        x = call(name, size=(N,), is_logit=attrs["prob"] is None, dtype="int32", **attrs).asnumpy()
        assert x.dtype == "int32" and abs(x.mean() - chance) < 0.02 and (chance not in (0, 1) or x.mean() == chance)
    assert not recwarn.list


def test_counts_of_many_experiments_take_no_more_than_the_counts(monkeypatch):
    def refuse(*_):
        raise AssertionError("drawn by a program")

    monkeypatch.setattr(jax.random, "uniform", refuse)
    mx.random.seed(3)
    for chances in ({"pvals": (0.25, 0.5, 0.25)}, {}):
        arrays = [] if chances else [mx.np.array([0.25, 0.5, 0.25])]
        x = call("multinomial", *arrays, n=10**6, size=(2,), **chances)
        assert x.shape == (2, 3) and x.dtype == "int64"
        assert (x.asnumpy().sum(-1) == 10**6).all()
        np.testing.assert_allclose(x.asnumpy() / 10**6, [[0.25, 0.5, 0.25]] * 2, atol=5e-3)
