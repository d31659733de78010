"""The samplers: distributions, shapes, element types, determinism, refusals."""

import functools
import subprocess
import sys

import jax
import numpy as np
import pytest

import jmx as mx
import jmx.ops  # declares the operators
from jmx.core.declare.op import find

N = 20000


def _device(name, **attrs):
    """Samples of the compiled form of operator `name`, which graphs and GPUs use."""
    operator = find(name)
    a = operator.parse({"shape": (N,), **attrs})
    fixed = functools.partial(operator.pure, a, False, "cpu")
    return np.asarray(jax.jit(fixed)(jax.random.key(7), ())[0][0])


def _eager(name, **attrs):
    mx.random.seed(11)
    return getattr(mx.nd._internal, name)(shape=(N,), **attrs).asnumpy()


def _ks(x, distribution):
    from scipy import stats

    assert stats.kstest(x.astype("float64"), distribution.cdf).pvalue > 1e-4


def _counts_fit(x, distribution):
    from scipy import stats

    top = int(distribution.ppf(0.999)) + 1
    seen = np.bincount(np.minimum(x.astype(int), top), minlength=top + 1)
    probabilities = np.append(distribution.pmf(np.arange(top)), distribution.sf(top - 1))
    keep = probabilities * N > 5
    seen = np.append(seen[keep], seen[~keep].sum())
    expected = np.append(probabilities[keep], probabilities[~keep].sum()) * N
    seen, expected = seen[expected > 0], expected[expected > 0]
    assert stats.chisquare(seen, expected * seen.sum() / expected.sum()).pvalue > 1e-4


SAMPLERS = {"device": _device, "eager": _eager}
ways = pytest.mark.parametrize("draw", SAMPLERS.values(), ids=SAMPLERS)


@ways
def test_uniform(draw):
    from scipy import stats

    x = draw("_random_uniform", low=-2.0, high=3.0)
    assert x.dtype == np.float32 and x.min() >= -2 and x.max() < 3
    _ks(x, stats.uniform(-2, 5))


@ways
def test_normal(draw):
    from scipy import stats

    _ks(draw("_random_normal", loc=1.5, scale=0.5), stats.norm(1.5, 0.5))


@ways
@pytest.mark.parametrize("alpha", [0.4, 1.0, 7.5])
def test_gamma(draw, alpha):
    from scipy import stats

    _ks(draw("_random_gamma", alpha=alpha, beta=2.0), stats.gamma(alpha, scale=2))


@ways
def test_exponential(draw):
    from scipy import stats

    _ks(draw("_random_exponential", lam=4.0), stats.expon(scale=0.25))


@ways
@pytest.mark.parametrize("lam", [0.0, 0.3, 4.0, 9.99, 10.0, 60.0])
def test_poisson(draw, lam):
    from scipy import stats

    x = draw("_random_poisson", lam=lam)
    if lam == 0:
        assert not x.any()
    else:
        _counts_fit(x, stats.poisson(lam))


@ways
def test_negative_binomial(draw):
    from scipy import stats

    _counts_fit(draw("_random_negative_binomial", k=3, p=0.4), stats.nbinom(3, 0.4))


@ways
def test_generalized_negative_binomial(draw):
    from scipy import stats

    mu, alpha = 2.0, 0.3
    _counts_fit(draw("_random_generalized_negative_binomial", mu=mu, alpha=alpha), stats.nbinom(1 / alpha, 1 / (mu * alpha + 1)))
    _counts_fit(draw("_random_generalized_negative_binomial", mu=mu, alpha=0.0), stats.poisson(mu))


@ways
def test_randint(draw):
    x = draw("_random_randint", low=-3, high=4)
    assert x.dtype == np.int32 and set(np.unique(x)) == set(range(-3, 4))
    counts = np.bincount(x + 3)
    assert abs(counts - N / 7).max() < 6 * np.sqrt(N / 7)


def test_randint_64_bit():
    x = mx.nd.random.randint(2**40, 2**40 + 5, shape=(50,), dtype="int64")
    assert x.dtype == np.int64
    assert (x.asnumpy() >= 2**40).all() and (x.asnumpy() < 2**40 + 5).all()


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_element_types(dtype):
    for name in ("_random_uniform", "_random_normal", "_random_gamma", "_random_poisson"):
        assert getattr(mx.nd._internal, name)(shape=(2, 3), dtype=dtype).asnumpy().dtype == dtype


def test_samples_per_parameter():
    mx.random.seed(3)
    mean, deviation = mx.nd.array([[0, 10], [-5, 100]]), mx.nd.array([[1, 2], [0.1, 5]])
    x = mx.nd.random.normal(mean, deviation, shape=(4000,)).asnumpy()
    assert x.shape == (2, 2, 4000)
    np.testing.assert_allclose(x.mean(-1), mean.asnumpy(), atol=0.5)
    np.testing.assert_allclose(x.std(-1), deviation.asnumpy(), rtol=0.1)
    lam = mx.nd.array([0.5, 20.0])
    counts = mx.nd.random.poisson(lam, shape=(4000,)).asnumpy()
    np.testing.assert_allclose(counts.mean(-1), [0.5, 20], rtol=0.1)
    np.testing.assert_allclose(counts.var(-1), [0.5, 20], rtol=0.15)


PER_PARAMETER = {
    "uniform": ([[-1, 10], [1, 30]], lambda low, high: ((low + high) / 2, (high - low) ** 2 / 12)),
    "normal": ([[-1, 10], [1, 3]], lambda mu, sigma: (mu, sigma**2)),
    "gamma": ([[0.5, 9], [2, 0.5]], lambda alpha, beta: (alpha * beta, alpha * beta**2)),
    "exponential": ([[0.5, 9]], lambda lam: (1 / lam, lam**-2.0)),
    "poisson": ([[0.5, 70]], lambda lam: (lam, lam)),
    "negative_binomial": ([[3, 5], [0.5, 0.9]], lambda k, p: (k * (1 - p) / p, k * (1 - p) / p**2)),
    "generalized_negative_binomial": ([[2, 50], [0.3, 0]], lambda mu, alpha: (mu, mu + alpha * mu**2)),
    "binomial": ([[8, 40], [0.25, 1]], lambda n, p: (n * p, n * p * (1 - p))),
}


def _per_parameter(name, parameters, **attrs):
    return getattr(mx.nd._internal, f"_sample_{name}")(*[mx.nd.array(p, dtype="float32") for p in parameters], **attrs)


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("name", PER_PARAMETER)
def test_mean_and_variance_per_parameter(name, dtype, hybrid):
    parameters, moments = PER_PARAMETER[name]
    mx.random.seed(5)
    if hybrid:
        variables = [mx.sym.var(f"p{i}") for i in range(len(parameters))]
        net = getattr(mx.sym._internal, f"_sample_{name}")(*variables, shape=(N, 1), dtype=dtype)
        given = {f"p{i}": mx.nd.array(p) for i, p in enumerate(parameters)}
        x = net.bind(mx.cpu(), given).forward()[0]
    else:
        x = _per_parameter(name, parameters, shape=(N, 1), dtype=dtype)
    assert x.shape == (2, N, 1) and np.dtype(x.dtype) == dtype
    mean, variance = (np.broadcast_to(m, (2,)) for m in moments(*map(np.array, parameters)))
    values = x.asnumpy().astype("float64")[..., 0]
    np.testing.assert_allclose(values.mean(1), mean, atol=5 * (variance.max() / N) ** 0.5 + 1e-2)
    np.testing.assert_allclose(values.var(1), variance, rtol=0.15, atol=1e-3)


@pytest.mark.parametrize("name", PER_PARAMETER)
def test_eager_samples_compile_nothing(name, monkeypatch):
    def refuse(*_):
        raise AssertionError("drawn by a program")

    monkeypatch.setattr(jmx.ops._samplers, name, refuse)
    assert _per_parameter(name, PER_PARAMETER[name][0], shape=(2,)).shape == (2, 2)
    attrs = {"binomial": {"n": 3, "p": 0.5}, "negative_binomial": {"k": 2, "p": 0.5}}.get(name, {})
    data = mx.nd.zeros((5, 3), dtype="float16")
    mx.random.seed(2)
    x = getattr(mx.nd._internal, f"_random_{name}_like")(data, **attrs)
    mx.random.seed(2)
    again = getattr(mx.nd._internal, f"_random_{name}_like")(data, **attrs)
    assert x.shape == data.shape and x.dtype == data.dtype
    np.testing.assert_array_equal(x.asnumpy(), again.asnumpy())


def test_what_numpy_refuses_is_left_to_the_program():
    for bad in (np.nan, -1.0, np.inf, 1e30):
        for name, (parameters, _) in PER_PARAMETER.items():
            given = [[p[0], bad] for p in parameters]
            x = _per_parameter(name, given, shape=(3,)).asnumpy()
            assert x.shape == (2, 3)
    assert mx.nd.sample_negative_binomial(mx.nd.array([2, 3]), mx.nd.array([0.5, 0]), shape=2).shape == (2, 2)
    with pytest.raises(mx.MXNetError, match="one shape"):
        mx.nd.sample_normal(mx.nd.zeros((2, 2)), mx.nd.ones(2), shape=2).wait_to_read()
    with pytest.raises(mx.MXNetError, match="non-zero"):
        mx.nd.sample_normal(mx.nd.zeros(2), mx.nd.ones(2), shape=(0,)).wait_to_read()


def test_like():
    x = mx.nd.zeros((3, 5), dtype="float64")
    y = mx.nd.random_normal_like(x, loc=100.0) if hasattr(mx.nd, "random_normal_like") else mx.nd.random.normal_like(x, 100.0)
    assert y.shape == x.shape and y.dtype == x.dtype and abs(y.asnumpy().mean() - 100) < 3


def test_multinomial_follows_probabilities():
    mx.random.seed(5)
    p = mx.nd.array([[0.1, 0.2, 0.7], [0.5, 0.0, 0.5]])
    x, log_p = mx.nd.random.multinomial(p, shape=(5000,), get_prob=True)
    x, log_p = x.asnumpy(), log_p.asnumpy()
    assert x.dtype == np.int32 and x.shape == (2, 5000)
    for row, wanted in zip(x, p.asnumpy()):
        np.testing.assert_allclose(np.bincount(row, minlength=3) / 5000, wanted, atol=0.03)
    np.testing.assert_allclose(log_p, np.log(np.take_along_axis(p.asnumpy(), x, 1)), rtol=1e-5)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("rows, size, count", [(3, 7, 6000), (9000, 300, 1), (4000, 1023, 2), (1, 1, 5), (2, 300, 20000)])
def test_multinomial_by_any_way(dtype, rows, size, count):
    """Few draws of long rows and many of short ones are made in different ways; none is of a probability of 0."""
    mx.random.seed(3)
    p = np.zeros(size, dtype)
    p[size // 2 : size // 2 + 3] = [0.25, 0.5, 0.25][: len(p[size // 2 : size // 2 + 3])]
    for recorded in (False, True):  # by NumPy, and compiled
        x = mx.nd.array(np.tile(p, (rows, 1)), dtype=dtype)
        if recorded:
            x.attach_grad()
        with mx.autograd.record(recorded):
            at, logs = mx.nd.random.multinomial(x, shape=count, get_prob=True, dtype="int64")
        at, logs = at.asnumpy(), logs.asnumpy()
        assert at.shape == logs.shape == ((rows, count) if count > 1 else at.shape) and (at.dtype, logs.dtype) == ("int64", dtype)
        share = np.bincount(at.ravel(), minlength=size) / at.size
        np.testing.assert_allclose(share, p / p.sum(), atol=0.03)
        assert not share[p == 0].any()
        np.testing.assert_allclose(logs, np.log(p[at]), rtol=1e-2)


def test_multinomial_of_what_is_no_distribution():
    for row in ([0, 0, 0], [np.nan, 1, 1], [-1, 2, 0], [np.inf, 1, 1]):
        at = mx.nd.random.multinomial(mx.nd.array([row, [0, 1, 0]]), shape=50).asnumpy()
        assert at.min() >= 0 and at.max() <= 2 and (at[1] == 1).all()
    with mx.util.np_shape(True):
        assert mx.nd.random.multinomial(mx.nd.zeros((0, 3)), shape=2).shape == (0, 2)
    with pytest.raises(mx.MXNetError, match="floating"):
        mx.nd.random.multinomial(mx.nd.array([1, 2], dtype="int32"))


@pytest.mark.not_on_windows("no figures of memory")
def test_multinomial_takes_no_more_memory_than_its_results():
    code = """
import resource
import jmx as mx
p = mx.nd.ones((16, 64)) / 64
p.attach_grad()
mx.nd.random.multinomial(p, shape=10).wait_to_read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
with mx.autograd.record():
    y = mx.nd.sample_multinomial(p, shape=(1024, 1024))
y.wait_to_read()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    grown = int(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
    assert grown < 3 * (16 << 12)  # kilobytes; the results are 64 MiB


def test_multinomial_gradient():
    p = mx.nd.array([0.2, 0.8])
    p.attach_grad()
    with mx.autograd.record():
        x, log_p = mx.nd.random.multinomial(p, shape=(10,), get_prob=True)
        log_p.backward()
    counts = np.bincount(x.asnumpy(), minlength=2)
    np.testing.assert_allclose(p.grad.asnumpy(), counts / np.array([0.2, 0.8], "float32"), rtol=1e-5)


def test_samples_have_no_gradient():
    mean = mx.nd.array([1.0, 2.0])
    mean.attach_grad()
    with mx.autograd.record():
        y = mx.nd.random.gamma(mean, mean, shape=(3,)) * 2
    y.backward()
    assert not mean.grad.asnumpy().any()


def test_shuffle_keeps_rows():
    mx.random.seed(2)
    x = mx.nd.arange(60).reshape((20, 3))
    y = mx.nd.shuffle(x).asnumpy()
    assert not np.array_equal(y, x.asnumpy())
    np.testing.assert_array_equal(y[np.argsort(y[:, 0])], x.asnumpy())


@pytest.mark.parametrize("dtype", ["float32", "float16", "int64", "uint8", "bfloat16"])
@pytest.mark.parametrize("shape", [(50,), (20, 3), (1, 2)])
def test_shuffle_is_an_order_of_the_rows(dtype, shape):
    x = mx.nd.arange(np.prod(shape)).astype(dtype).reshape(shape)
    draws = []
    for _ in range(2):
        mx.random.seed(4)
        with mx.autograd.record():
            y = mx.nd.shuffle(x)
        assert (y.shape, y.dtype) == (x.shape, x.dtype)
        draws.append(y.astype("float64").asnumpy())
    np.testing.assert_array_equal(*draws)
    np.testing.assert_array_equal(np.sort(draws[0], 0), x.astype("float64").asnumpy())


def test_shuffle_is_even():
    mx.random.seed(6)
    places = np.array([mx.nd.shuffle(mx.nd.arange(4)).asnumpy() for _ in range(2000)])
    for value in range(4):
        np.testing.assert_allclose((places == value).mean(0), 0.25, atol=0.05)


def test_unique_zipfian():
    samples, tries = mx.nd._internal._sample_unique_zipfian(range_max=50, shape=(3, 20))
    samples, tries = samples.asnumpy(), tries.asnumpy()
    assert samples.dtype == np.int64 and samples.shape == (3, 20) and tries.shape == (3,)
    assert all(len(set(row)) == 20 for row in samples) and samples.min() >= 0 and samples.max() < 50
    assert (tries >= 20).all()


def test_seed_repeats_and_calls_differ():
    def draws():
        return [
            mx.nd.random.uniform(shape=(4,)).asnumpy(),
            mx.nd.random.uniform(shape=(4,)).asnumpy(),
            mx.nd.random.normal_like(mx.nd.zeros((4,))).asnumpy() if hasattr(mx.nd.random, "normal_like") else np.zeros(4),
        ]

    mx.random.seed(42)
    first = draws()
    mx.random.seed(42)
    second = draws()
    for a, b in zip(first, second):
        np.testing.assert_array_equal(a, b)
    assert not np.array_equal(first[0], first[1])
    mx.random.seed(43)
    assert not np.array_equal(draws()[0], first[0])


def test_refusals():
    internal = mx.nd._internal
    for name, attrs, text in [
        ("_random_uniform", {"low": 2.0, "high": 1.0}, "low must not exceed high"),
        ("_random_normal", {"scale": 0.0}, "scale must be positive"),
        ("_random_gamma", {"beta": -1.0}, "beta must be positive"),
        ("_random_poisson", {"lam": -1.0}, "lam must not be negative"),
        ("_random_randint", {"low": 3, "high": 3}, "low must be less than high"),
        ("_random_randint", {"low": 3, "high": 4, "dtype": "float32"}, "int32 or int64"),
        ("_random_uniform", {"dtype": "int32"}, "float16, float32 or float64"),
    ]:
        with pytest.raises(mx.MXNetError, match=text):
            getattr(internal, name)(shape=(2,), **attrs).asnumpy()
