"""Continuous relaxations of discrete distributions, whose samples have gradients."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .... import numpy as np
from .... import numpy_extension as npx
from ..transformation import ExpTransform, SigmoidTransform
from .bent import TransformedDistribution
from .constraint import Interval, OpenInterval, Real, Simplex
from .discrete import BinaryOdds, Classes
from .utils import ahead, as_shape, sample_shape, softplus, spread

if TYPE_CHECKING:
    from ...._typing import Float, Int, Shape
    from ....ndarray.numpy.array import ndarray

__all__ = ["RelaxedBernoulli", "RelaxedOneHotCategorical"]


class _LogitRelaxedBernoulli(BinaryOdds):
    """Logits of relaxed Bernoulli numbers: Logistic(logit, 1) / T."""

    has_grad = True
    support = Real()

    def __init__(self, T: Any, prob: Any = None, logit: Any = None, validate_args: bool | None = None) -> None:
        self.T = T
        super().__init__(prob, logit, validate_args)

    def sample(self, size: Any = None) -> Any:
        return np.random.logistic(self.logit, 1, sample_shape(size, self.logit)) / self.T

    def sample_n(self, size: Any = None) -> Any:
        return self.sample(ahead(size, self.logit))

    def log_prob(self, value: Any) -> Any:
        diff = self.logit - self.T * value
        return np.log(self.T) + diff - 2 * softplus(diff)


class _LogRelaxedOneHotCategorical(Classes):
    """Logarithms of relaxed one-hot vectors."""

    has_grad = True

    def __init__(self, T: Any, num_events: Any, prob: Any = None, logit: Any = None, validate_args: bool | None = None) -> None:
        self.T = T
        super().__init__(num_events, prob, logit, 1, validate_args)

    def log_prob(self, value: Any) -> Any:
        scale = math.lgamma(self.num_events) + (self.num_events - 1) * np.log(self.T)
        return npx.log_softmax(self.logit - value * self.T, axis=-1).sum(-1) + scale

    def _drawn(self, shape: Shape) -> Any:
        return npx.log_softmax(np.random.gumbel(spread(self.logit, shape), 1.0) / self.T, axis=-1)

    def sample(self, size: Any = None) -> Any:
        return self._drawn(self._shape(size))

    def sample_n(self, size: Any = None) -> Any:
        return self._drawn(as_shape(size) + self.logit.shape)


class _Relaxed(TransformedDistribution):
    """What relaxed distributions take from their base."""

    has_grad = True
    _base_dist: Any

    @property
    def T(self) -> Any:
        """The temperature."""
        return self._base_dist.T

    @property
    def prob(self) -> Any:
        """The probabilities."""
        return self._base_dist.prob

    @property
    def logit(self) -> Any:
        """The logarithms of odds, or of probabilities."""
        return self._base_dist.logit


class RelaxedBernoulli(_Relaxed):
    """Numbers between 0 and 1, near to them at low temperatures. Exactly one of `prob` and `logit` is given.

    Parameters
    ----------
    T : number
        Temperature.
    prob : ndarray or number
        The probability of numbers near 1.
    logit : ndarray or number
        The logarithm of its odds.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> distribution = gluon.probability.RelaxedBernoulli(0.1, prob=0.5)
    >>> sample = distribution.sample((100,))
    >>> bool(((sample >= 0) & (sample <= 1)).all())
    True
    """

    support = OpenInterval(0, 1)
    arg_constraints = {"prob": Interval(0, 1), "logit": Real()}

    def __init__(
        self,
        T: Float,
        prob: ndarray | Float | None = None,
        logit: ndarray | Float | None = None,
        validate_args: bool | None = None,
    ) -> None:
        super().__init__(_LogitRelaxedBernoulli(T, prob, logit, validate_args), SigmoidTransform(), validate_args)


class RelaxedOneHotCategorical(_Relaxed):
    """Probabilities, near to one-hot vectors at low temperatures. Exactly one of `prob` and `logit` is given.

    Parameters
    ----------
    T : number
        Temperature.
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
    >>> distribution = gluon.probability.RelaxedOneHotCategorical(0.5, 3, prob=mx.np.array([0.5, 0.25, 0.25]))
    >>> distribution.sample().sum().round(3)
    array(1.)
    """

    support = Simplex()
    arg_constraints = {"prob": Simplex(), "logit": Real()}

    def __init__(
        self,
        T: Float,
        num_events: Int,
        prob: ndarray | None = None,
        logit: ndarray | None = None,
        validate_args: bool | None = None,
    ) -> None:
        base = _LogRelaxedOneHotCategorical(T, num_events, prob, logit, validate_args)
        super().__init__(base, ExpTransform(), validate_args)
