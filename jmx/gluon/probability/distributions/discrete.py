"""Distributions of counts and of classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .... import numpy as np
from .... import numpy_extension as npx
from .base import Distribution, ExponentialFamily
from .constraint import (
    Boolean,
    GreaterThanEq,
    IntegerInterval,
    Interval,
    NonNegativeInteger,
    Positive,
    Real,
    Simplex,
    dependent_property,
)
from .utils import (
    Number,
    ahead,
    as_shape,
    cached_property,
    gammaln,
    logit2prob,
    noise,
    one_of,
    prob2logit,
    sample_shape,
    softplus,
    spread,
)  # fmt: skip

if TYPE_CHECKING:
    from ...._typing import Float, Int, Shape
    from ....ndarray.numpy.array import ndarray

__all__ = [
    "Bernoulli", "Binomial", "Categorical", "Geometric", "Multinomial", "NegativeBinomial", "OneHotCategorical", "Poisson",
]  # fmt: skip

_lgamma = gammaln()


def _poisson(rate, shape):
    """Poisson distributed numbers as float32."""
    if isinstance(rate, Number):
        rate = np.full(shape, rate)
    return npx.tensor_poisson(np.broadcast_to(rate, shape))


class BinaryOdds(Distribution):
    """A distribution by a probability, or by the logarithm of its odds; the other one is computed when it is asked for."""

    arg_constraints = {"prob": Interval(0, 1), "logit": Real()}
    _batched = {"prob": 0, "logit": 0}

    def __init__(self, prob: Any, logit: Any, validate_args: bool | None) -> None:
        if one_of(("prob", "logit"), (prob, logit)) == "prob":
            self.prob = prob
        else:
            self.logit = logit
        super().__init__(event_dim=0, validate_args=validate_args)

    @cached_property
    def prob(self) -> Any:
        """The probability of 1."""
        return logit2prob(self.logit, True)

    @cached_property
    def logit(self) -> Any:
        """The logarithm of the odds of 1."""
        return prob2logit(self.prob, True)

    def _given(self):
        return vars(self).get("prob", vars(self).get("logit"))


class Bernoulli(BinaryOdds, ExponentialFamily):
    """1 with a probability, otherwise 0. Exactly one of `prob` and `logit` is given.

    Parameters
    ----------
    prob : ndarray or number
        The probability of 1.
    logit : ndarray or number
        The logarithm of its odds.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.Bernoulli(prob=0.25)
    >>> distribution.log_prob(mx.np.array([0.0, 1.0])).round(4)
    array([-0.2877, -1.3863])
    >>> round(float(distribution.mean), 4), round(float(distribution.variance), 4)
    (0.25, 0.1875)
    """

    support = Boolean()

    def __init__(
        self, prob: ndarray | Float | None = None, logit: ndarray | Float | None = None, validate_args: bool | None = None
    ) -> None:
        super().__init__(prob, logit, validate_args)

    @property
    def mean(self) -> Any:
        return self.prob

    @property
    def variance(self) -> Any:
        return self.prob * (1 - self.prob)

    def log_prob(self, value: Any) -> Any:
        return self._checked(value) * self.logit - softplus(self.logit)

    def sample(self, size: Any = None) -> Any:
        return npx.random.bernoulli(self.prob, None, sample_shape(size, self.prob))

    def sample_n(self, size: Any = None) -> Any:
        return self.sample(ahead(size, self.prob))

    def entropy(self) -> Any:
        return softplus(self.logit) - self.prob * self.logit

    @property
    def _natural_params(self):
        return (self.logit,)

    def _log_normalizer(self, x):
        return softplus(x)


class Binomial(BinaryOdds):
    """How many of `n` trials succeed. Exactly one of `prob` and `logit` is given.

    Parameters
    ----------
    n : int, default 1
        Number of trials.
    prob : ndarray or number
        The probability of a success.
    logit : ndarray or number
        The logarithm of its odds.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.Binomial(n=4, prob=0.25)
    >>> distribution.log_prob(mx.np.array([0.0, 1.0])).round(4)
    array([-1.1507, -0.863 ])
    >>> round(float(distribution.mean), 4), round(float(distribution.variance), 4)
    (1.0, 0.75)
    """

    def __init__(
        self,
        n: Int = 1,
        prob: ndarray | Float | None = None,
        logit: ndarray | Float | None = None,
        validate_args: bool | None = None,
    ) -> None:
        if n < 0 or n % 1:
            raise ValueError(f"Binomial: `n` must be an integer >= 0, got {n}")
        self.n = n
        super().__init__(prob, logit, validate_args)

    @dependent_property
    def support(self) -> Any:
        return IntegerInterval(0, self.n)

    @property
    def mean(self) -> Any:
        return self.n * self.prob

    @property
    def variance(self) -> Any:
        return self.n * self.prob * (1 - self.prob)

    def log_prob(self, value: Any) -> Any:
        value = self._checked(value)
        ways = _lgamma(self.n + 1) - _lgamma(value + 1) - _lgamma(self.n - value + 1)
        return ways + value * self.logit - self.n * softplus(self.logit)

    def sample(self, size: Any = None) -> Any:
        shape = (int(self.n), *sample_shape(size, self.prob))
        return npx.random.bernoulli(self.prob, None, shape).sum(0)

    def sample_n(self, size: Any = None) -> Any:
        return self.sample(ahead(size, self.prob))


class Geometric(BinaryOdds):
    """How many trials fail before the first success. Exactly one of `prob` and `logit` is given.

    Parameters
    ----------
    prob : ndarray or number
        The probability of a success.
    logit : ndarray or number
        The logarithm of its odds.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.Geometric(prob=0.25)
    >>> distribution.log_prob(mx.np.array([0.0, 1.0])).round(4)
    array([-1.3863, -1.674 ])
    >>> round(float(distribution.mean), 4), round(float(distribution.variance), 4)
    (3.0, 12.0)
    """

    support = NonNegativeInteger()

    def __init__(
        self, prob: ndarray | Float | None = None, logit: ndarray | Float | None = None, validate_args: bool | None = None
    ) -> None:
        super().__init__(prob, logit, validate_args)

    @property
    def mean(self) -> Any:
        return 1 / self.prob - 1

    @property
    def variance(self) -> Any:
        return (1 / self.prob - 1) / self.prob

    def log_prob(self, value: Any) -> Any:
        return self._checked(value) * np.log1p(-self.prob) + np.log(self.prob)

    def sample(self, size: Any = None) -> Any:
        drawn = noise(sample_shape(size, self.prob), self.prob)
        return np.floor(np.log(drawn) / np.log1p(-self.prob))

    def sample_n(self, size: Any = None) -> Any:
        return self.sample(ahead(size, self.prob))

    def entropy(self) -> Any:
        return (softplus(self.logit) - self.prob * self.logit) / self.prob


class NegativeBinomial(BinaryOdds):
    """A count of Bernoulli trials until `n` of one kind have come. Exactly one of `prob` and `logit` is given.

    As in MXNet, `mean`, `variance` and samples count successes before `n` failures, where a success has the probability
    `prob`; `log_prob` is that of the failures before `n` successes.

    Parameters
    ----------
    n : ndarray or number
        How many trials of the other kind end the count.
    prob : ndarray or number
        The probability of a success.
    logit : ndarray or number
        The logarithm of its odds.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.NegativeBinomial(n=2, prob=0.5)
    >>> distribution.log_prob(mx.np.array([0.0, 1.0])).round(4)
    array([-1.3863, -1.3863])
    >>> round(float(distribution.mean), 4), round(float(distribution.variance), 4)
    (2.0, 4.0)
    """

    support = NonNegativeInteger()
    arg_constraints = {"n": GreaterThanEq(0), **BinaryOdds.arg_constraints}
    _batched = {"n": 0, **BinaryOdds._batched}

    def __init__(
        self,
        n: ndarray | Float,
        prob: ndarray | Float | None = None,
        logit: ndarray | Float | None = None,
        validate_args: bool | None = None,
    ) -> None:
        self.n = n
        super().__init__(prob, logit, validate_args)

    @property
    def mean(self) -> Any:
        return self.n * np.exp(self.logit)

    @property
    def variance(self) -> Any:
        return self.n * self.prob / (1 - self.prob) ** 2

    def log_prob(self, value: Any) -> Any:
        value = self._checked(value)
        ways = _lgamma(value + self.n) - _lgamma(value + 1) - _lgamma(self.n)
        return ways + self.n * np.log(self.prob) + value * np.log1p(-self.prob)

    def sample(self, size: Any = None) -> Any:
        shape = sample_shape(size, self.n, self.prob)
        return _poisson(np.random.gamma(self.n, 1, shape) * np.exp(self.logit), shape)

    def sample_n(self, size: Any = None) -> Any:
        return self.sample(ahead(size, self.n, self.prob))


class Poisson(ExponentialFamily):
    """The Poisson distribution.

    Parameters
    ----------
    rate : ndarray or number, default 1
        Mean.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.Poisson(rate=2.0)
    >>> distribution.log_prob(mx.np.array([0.0, 1.0])).round(4)
    array([-2.    , -1.3069])
    >>> round(float(distribution.mean), 4), round(float(distribution.variance), 4)
    (2.0, 2.0)
    """

    support = NonNegativeInteger()
    arg_constraints = {"rate": Positive()}
    _batched = {"rate": 0}

    def __init__(self, rate: ndarray | Float = 1.0, validate_args: bool | None = None) -> None:
        self.rate = rate
        super().__init__(event_dim=0, validate_args=validate_args)

    @property
    def mean(self) -> Any:
        return self.rate

    @property
    def variance(self) -> Any:
        return self.rate

    def sample(self, size: Any = None) -> Any:
        return _poisson(self.rate, sample_shape(size, self.rate))

    def sample_n(self, size: Any = None) -> Any:
        return self.sample(ahead(size, self.rate))

    def log_prob(self, value: Any) -> Any:
        value = self._checked(value)
        return value * np.log(self.rate) - self.rate - _lgamma(value + 1)

    @property
    def _natural_params(self):
        return (np.log(self.rate),)

    def _log_normalizer(self, x):
        return np.exp(x)


class Classes(Distribution):
    """A distribution by the probabilities of classes, or by logarithms of them, which may lack a common summand."""

    arg_constraints = {"prob": Simplex(), "logit": Real()}
    _batched = {"prob": 1, "logit": 1}

    def __init__(self, num_events: Any, prob: Any, logit: Any, event_dim: Int, validate_args: bool | None) -> None:
        if num_events <= 0:
            raise ValueError(f"{type(self).__name__}: `num_events` must be greater than zero, got {num_events}")
        self.num_events = int(num_events)
        if one_of(("prob", "logit"), (prob, logit)) == "prob":
            self.prob = prob
        else:
            self.logit = logit
        super().__init__(event_dim=event_dim, validate_args=validate_args)

    @cached_property
    def prob(self) -> Any:
        """The probability of each class."""
        return logit2prob(self.logit, False)

    @cached_property
    def logit(self) -> Any:
        """The logarithm of each probability."""
        return prob2logit(self.prob, False)

    def _log(self) -> Any:
        return npx.log_softmax(self.logit, axis=-1)

    def _shape(self, size: Any) -> Any:
        """The shape of `sample(size)` with an axis of classes."""
        logit = self.logit
        return logit.shape if size is None else as_shape(size) + logit.shape[-1:]

    def _classes(self, shape: Shape) -> Any:
        """Classes drawn by the largest of logarithms with Gumbel noise, which have the given shape."""
        return np.argmax(np.random.gumbel(spread(self.logit, shape), 1.0), axis=-1)


class Categorical(Classes):
    """One of the classes 0 ... num_events - 1. Exactly one of `prob` and `logit` is given.

    Parameters
    ----------
    num_events : int
        Number of classes.
    prob : ndarray
        Probabilities, (..., num_events).
    logit : ndarray
        Logarithms of probabilities, which need not be normalized.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.Categorical(3, prob=mx.np.array([0.5, 0.25, 0.25]))
    >>> mx.np.exp(distribution.log_prob(mx.np.array([0.0, 2.0]))).round(4)
    array([0.5 , 0.25])
    >>> distribution.enumerate_support()
    array([0., 1., 2.])
    """

    has_enumerate_support = True

    def __init__(
        self, num_events: Int, prob: ndarray | None = None, logit: ndarray | None = None, validate_args: bool | None = None
    ) -> None:
        super().__init__(num_events, prob, logit, 0, validate_args)

    @dependent_property
    def support(self) -> Any:
        return IntegerInterval(0, self.num_events - 1)

    def log_prob(self, value: Any) -> Any:
        chosen = npx.one_hot(self._checked(value), self.num_events)
        return (chosen * self._log()).sum(-1)

    def sample(self, size: Any = None) -> Any:
        return self._classes(self._shape(size))

    def sample_n(self, size: Any = None) -> Any:
        return self._classes(as_shape(size) + self.logit.shape)

    def entropy(self) -> Any:
        return -(self.prob * self._log()).sum(-1)

    def enumerate_support(self) -> Any:
        batch = self.logit.shape[:-1]
        values = np.arange(self.num_events).reshape((self.num_events,) + (1,) * len(batch))
        return np.broadcast_to(values, (self.num_events, *batch))


class OneHotCategorical(Classes):
    """One of `num_events` classes as a vector with a 1 in its place. Exactly one of `prob` and `logit` is given.

    Parameters
    ----------
    num_events : int
        Number of classes.
    prob : ndarray
        Probabilities, (..., num_events).
    logit : ndarray
        Logarithms of probabilities, which need not be normalized.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.OneHotCategorical(3, prob=mx.np.array([0.5, 0.25, 0.25]))
    >>> mx.np.exp(distribution.log_prob(mx.np.array([0.0, 0.0, 1.0]))).round(4)
    array(0.25)
    >>> distribution.sample().sum()
    array(1.)
    """

    has_enumerate_support = True
    support = Boolean()

    def __init__(
        self, num_events: Int, prob: ndarray | None = None, logit: ndarray | None = None, validate_args: bool | None = None
    ) -> None:
        super().__init__(num_events, prob, logit, 1, validate_args)

    @property
    def mean(self) -> Any:
        return self.prob

    @property
    def variance(self) -> Any:
        return self.prob * (1 - self.prob)

    def sample(self, size: Any = None) -> Any:
        return npx.one_hot(self._classes(self._shape(size)), self.num_events)

    def sample_n(self, size: Any = None) -> Any:
        return npx.one_hot(self._classes(as_shape(size) + self.logit.shape), self.num_events)

    def log_prob(self, value: Any) -> Any:
        return (self._checked(value) * self._log()).sum(-1)

    def entropy(self) -> Any:
        return -(self.prob * self._log()).sum(-1)

    def enumerate_support(self) -> Any:
        batch = self.logit.shape[:-1]
        rows = np.eye(self.num_events).reshape((self.num_events, *(1,) * len(batch), self.num_events))
        return np.broadcast_to(rows, (self.num_events, *batch, self.num_events))


class Multinomial(Classes):
    """How often each class comes in `total_count` draws. Exactly one of `prob` and `logit` is given.

    Parameters
    ----------
    num_events : int
        Number of classes.
    prob : ndarray
        Probabilities, (..., num_events).
    logit : ndarray
        Logarithms of probabilities, which need not be normalized.
    total_count : int, default 1
        Number of draws.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.Multinomial(2, prob=mx.np.array([0.5, 0.5]), total_count=2)
    >>> mx.np.exp(distribution.log_prob(mx.np.array([[1.0, 1.0], [2.0, 0.0]]))).round(4)
    array([0.5 , 0.25])
    """

    def __init__(
        self,
        num_events: Int,
        prob: ndarray | None = None,
        logit: ndarray | None = None,
        total_count: Int = 1,
        validate_args: bool | None = None,
    ) -> None:
        if not isinstance(total_count, Number):
            raise ValueError(f"Multinomial: `total_count` must be a number, got {type(total_count).__name__}")
        self.total_count = total_count
        super().__init__(num_events, prob, logit, 1, validate_args)

    @dependent_property
    def support(self) -> Any:
        return IntegerInterval(0, self.total_count)

    @property
    def mean(self) -> Any:
        return self.prob * self.total_count

    @property
    def variance(self) -> Any:
        return self.total_count * self.prob * (1 - self.prob)

    def _counts(self, shape: Any) -> Any:
        classes = self._classes((int(self.total_count), *shape))
        return npx.one_hot(classes, self.num_events).sum(0)

    def sample(self, size: Any = None) -> Any:
        return self._counts(self._shape(size))

    def sample_n(self, size: Any = None) -> Any:
        return self._counts(as_shape(size) + self.logit.shape)

    def log_prob(self, value: Any) -> Any:
        value = self._checked(value)
        ways = _lgamma(value.sum(-1) + 1) - _lgamma(value + 1).sum(-1)
        return ways + (self._log() * value).sum(-1)
