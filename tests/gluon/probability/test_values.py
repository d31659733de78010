"""gluon.probability: values beside scipy.stats, samples by their moments, gradients, blocks."""

import mxnet as mx
import mxnet.gluon.probability as mgp
import numpy as onp
import pytest
from mxnet import gluon, np
from mxnet.base import MXNetError

ss = pytest.importorskip("scipy.stats")
pytestmark = pytest.mark.usefixtures("numpy_semantics")

A, B = onp.array([0.7, 1.5, 2.5], "float32"), onp.array([1.2, 0.6, 2.0], "float32")
P = onp.array([0.2, 0.5, 0.7], "float32")
REAL, POSITIVE, UNIT = [onp.array(x, "float32") for x in ([-0.7, 0.3, 1.9], [0.4, 1.1, 3.0], [0.2, 0.55, 0.9])]
COUNT = onp.array([0, 2, 3], "float32")


@pytest.fixture
def numpy_semantics():
    with mx.util.np_shape(True), mx.util.np_array(True):
        yield


CASES = {
    "Normal": (mgp.Normal, (A, B), ss.norm(A, B), REAL),
    "Laplace": (mgp.Laplace, (A, B), ss.laplace(A, B), REAL),
    "Cauchy": (mgp.Cauchy, (A, B), ss.cauchy(A, B), REAL),
    "Gumbel": (mgp.Gumbel, (A, B), ss.gumbel_r(A, B), REAL),
    "Uniform": (mgp.Uniform, (-A, B), ss.uniform(-A, A + B), UNIT * 0.5),
    "Exponential": (mgp.Exponential, (A,), ss.expon(0, A), POSITIVE),
    "Gamma": (mgp.Gamma, (A, B), ss.gamma(A, 0, B), POSITIVE),
    "Chi2": (mgp.Chi2, (A,), ss.chi2(A), POSITIVE),
    "Beta": (mgp.Beta, (A, B), ss.beta(A, B), UNIT),
    "StudentT": (mgp.StudentT, (A * 3, A, B), ss.t((A * 3).astype("float64"), A, B), REAL),
    "FisherSnedecor": (mgp.FisherSnedecor, (A, B * 8), ss.f(A, B * 8), POSITIVE),
    "HalfNormal": (mgp.HalfNormal, (A,), ss.halfnorm(0, A), POSITIVE),
    "HalfCauchy": (mgp.HalfCauchy, (A,), ss.halfcauchy(0, A), POSITIVE),
    "Weibull": (mgp.Weibull, (A, B), ss.weibull_min(A, 0, B), POSITIVE),
    "Pareto": (mgp.Pareto, (A * 3, B), ss.pareto(A * 3, 0, B), POSITIVE + B),
    "Bernoulli": (mgp.Bernoulli, (P,), ss.bernoulli(P), onp.array([0, 1, 1], "float32")),
    "Binomial": (lambda p: mgp.Binomial(4, p), (P,), ss.binom(4, P), COUNT),
    "Geometric": (mgp.Geometric, (P,), ss.geom(P, -1), COUNT),
    "Poisson": (mgp.Poisson, (A,), ss.poisson(A), COUNT),
}


class Calls(gluon.HybridBlock):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *args):
        return self.function(*args)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("hybridize", [False, True])
def test_values(name, hybridize):
    make, parameters, reference, value = CASES[name]
    discrete = hasattr(reference.dist, "pmf")
    parameters = [np.array(p) for p in parameters]

    def ask(method, *args):
        def function(*arrays):
            found = getattr(make(*arrays[: len(parameters)]), method)
            return found(*arrays[len(parameters) :]) if callable(found) else found

        block = Calls(function)
        if hybridize:
            block.hybridize()
        return block(*parameters, *map(np.array, args)).asnumpy()

    log_prob = reference.logpmf(value) if discrete else reference.logpdf(value)
    onp.testing.assert_allclose(ask("log_prob", value), log_prob, 1e-4, 1e-5)
    for method, args, expected in (
        ("cdf", (value,), reference.cdf), ("icdf", (UNIT,), reference.ppf), ("entropy", (), reference.entropy),
    ):  # fmt: skip
        try:
            found = ask(method, *args)
        except NotImplementedError:
            continue
        assert not discrete or method == "entropy"
        onp.testing.assert_allclose(found, expected(*args), 1e-3, 1e-4, err_msg=method)
    if name != "Cauchy":
        onp.testing.assert_allclose(ask("mean"), reference.mean(), 1e-4)
        onp.testing.assert_allclose(ask("variance"), reference.var(), 1e-3)


@pytest.mark.parametrize("name", sorted(set(CASES) - {"Cauchy", "HalfCauchy", "FisherSnedecor", "Pareto"}))
def test_samples_have_the_moments(name):
    mx.random.seed(3)
    make, parameters, reference, _ = CASES[name]
    samples = make(*map(np.array, parameters)).sample_n((20000,)).asnumpy()
    assert samples.shape == (20000, 3)
    assert (abs(samples.mean(0) - reference.mean()) < 5 * reference.std() / 20000**0.5).all()
    if name == "StudentT":  # the variance of samples tells little where the fourth moment is infinite
        quartiles = [reference.ppf(0.25), reference.ppf(0.75)]
        onp.testing.assert_allclose(onp.quantile(samples, (0.25, 0.75), 0), quartiles, rtol=0, atol=0.05 * B.max())
    else:
        onp.testing.assert_allclose(samples.var(0), reference.var(), 0.2)


@pytest.mark.parametrize("name", CASES)
def test_parameters_that_are_numbers(name):
    make, parameters, reference, values = CASES[name]
    density = reference.logpmf if hasattr(reference.dist, "pmf") else reference.logpdf
    numbers = make(*(float(p[1]) for p in parameters))
    result = numbers.log_prob(np.array(values)).asnumpy()
    assert result.dtype == "float32"
    onp.testing.assert_allclose(result[1], density(values)[1], 1e-4, 1e-5)


@pytest.mark.parametrize("name", ["Normal", "Laplace", "Gumbel", "Uniform", "Exponential", "HalfNormal", "Weibull", "Pareto"])
def test_gradients_of_samples(name):
    make, parameters, _, _ = CASES[name]

    def draw(values):
        mx.random.seed(7)
        return make(*values).sample()

    arrays = [np.array(p) for p in parameters]
    for array in arrays:
        array.attach_grad()
    with mx.autograd.record():
        total = draw(arrays).sum()
    total.backward()
    for place, array in enumerate(arrays):
        moved = [onp.array(p) for p in parameters]
        step = 1e-2
        low, high = [*map(np.array, moved)], [*map(np.array, moved)]
        low[place], high[place] = array - step, array + step
        slope = (draw(high) - draw(low)).asnumpy() / (2 * step)
        onp.testing.assert_allclose(array.grad.asnumpy(), slope, 0.03, 0.02)


def test_divergences():
    normal = mgp.Normal(np.array(A), np.array(B))
    for p, q in (
        (mgp.Exponential(np.array(A)), normal), (mgp.Uniform(np.array(-A), np.array(B)), normal),
        (mgp.Exponential(np.array(A)), mgp.Gumbel(np.array(A), np.array(B))),
        (mgp.Exponential(np.array(A)), mgp.Gamma(np.array(A), np.array(B))),
        (mgp.Gumbel(np.array(A), np.array(B)), mgp.Gumbel(np.array(B), np.array(A))),
        (mgp.Gamma(np.array(A), np.array(B)), mgp.Gamma(np.array(B), np.array(A))),
        (mgp.Laplace(np.array(A), np.array(B)), mgp.Laplace(np.array(B), np.array(A))),
        (mgp.Geometric(np.array(P)), mgp.Geometric(np.array(P[::-1].copy()))),
        (mgp.Bernoulli(np.array(P)), mgp.Bernoulli(np.array(P[::-1].copy()))),
        (mgp.MultivariateNormal(np.array(A), cov=np.array(onp.diag(B))), mgp.MultivariateNormal(np.array(B), np.eye(3) * 2)),
    ):  # fmt: skip
        mx.random.seed(1)
        estimate = mgp.empirical_kl(p, q, 50000).asnumpy()
        onp.testing.assert_allclose(mgp.kl_divergence(p, q).asnumpy(), estimate, 0.05, 0.03, err_msg=repr(p))
    with pytest.raises(NotImplementedError, match="empirical_kl"):
        mgp.kl_divergence(normal, mgp.Poisson(1.0))
    with pytest.raises(TypeError, match="exactly two"):
        mgp.register_kl(mgp.Normal, mgp.Poisson)(lambda p: p)


def test_errors_name_the_parameter():
    with pytest.raises(ValueError, match=r"Normal's scale \(-1.0\) should be > 0"):
        mgp.Normal(0.0, -1.0, validate_args=True)
    with pytest.raises((ValueError, MXNetError), match=r"Normal's scale \(an array of shape \(3,\)\) should be > 0"):
        mgp.Normal(0.0, np.array(-A), validate_args=True).log_prob(np.array(A)).asnumpy()
    with pytest.raises(ValueError, match="`prob` or `logit`"):
        mgp.Bernoulli(prob=0.5, logit=0.0)


class Latent(mgp.StochasticBlock):
    @mgp.StochasticBlock.collectLoss
    def forward(self, loc, scale):
        q = mgp.Normal(loc, scale)
        self.add_loss(mgp.kl_divergence(q, mgp.Normal(0.0, 1.0)))
        return q.sample()


def test_stochastic_block():
    loc, scale = np.array(A), np.array(B)
    eager, compiled = Latent(), Latent()
    compiled.hybridize()
    for block in (eager, compiled, compiled):
        first, second = block(loc, scale).asnumpy(), block(loc, scale).asnumpy()
        assert (first != second).any()
        expected = 0.5 * (B**2 + A**2 - 1) - onp.log(B)
        onp.testing.assert_allclose(block.losses[0].asnumpy(), expected, 1e-5)

    class Plain(mgp.StochasticBlock):
        def forward(self, x):
            return x

    with pytest.raises(ValueError, match="collectLoss"):
        Plain()(loc)
