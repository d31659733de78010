"""What all distributions have."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from .... import numpy as np
from .constraint import enforce
from .utils import spread

if TYPE_CHECKING:
    from ...._typing import Int

__all__ = ["Distribution", "ExponentialFamily"]


class Distribution:
    """A probability distribution, or a batch of them, by its parameters: numbers, or arrays that broadcast against each other.

    Parameters
    ----------
    event_dim : int
        How many of the last axes of a sample are one value.
    validate_args : bool, optional
        Whether parameters, and the values given to `log_prob` and `cdf`, are checked; by default what
        :meth:`set_default_validate_args` has set, False at first.

    Raises
    ------
    ValueError
        A parameter is outside of its constraint (for arrays, when a result is waited for).

    Examples
    --------
    A batch of two normal distributions:

    >>> distribution = gluon.probability.Normal(mx.np.array([0.0, 10.0]), 1.0)
    >>> isinstance(distribution, gluon.probability.Distribution), distribution.event_dim, distribution.has_grad
    (True, 0, True)
    >>> distribution.log_prob(mx.np.array([0.0, 10.0])).round(4)
    array([-0.9189, -0.9189])
    >>> distribution.sample_n(3).shape    # three samples of each
    (3, 2)
    >>> distribution.cdf(mx.np.array([0.0, 11.0])).round(4)
    array([0.5   , 0.8413])
    """

    #: whether samples have a gradient to the parameters
    has_grad = False
    #: the values that are possible
    support = None
    #: whether :meth:`enumerate_support` is defined
    has_enumerate_support = False
    #: {parameter: constraint}
    arg_constraints: dict = {}
    #: {attribute that has the shape of the batch: how many axes of an event come behind it}
    _batched: dict = {}
    _validate_args = False

    @staticmethod
    def set_default_validate_args(value: bool) -> None:
        """Set whether distributions that are made from now on check their arguments.

        Parameters
        ----------
        value : bool
        """
        if value not in (True, False):
            raise ValueError(f"value must be True or False, got {value!r}")
        Distribution._validate_args = value

    def __init__(self, event_dim: Int | None = None, validate_args: bool | None = None) -> None:
        self.event_dim: Any = event_dim
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            for name, constraint in self.arg_constraints.items():
                if name in vars(self):
                    setattr(self, name, enforce(constraint, getattr(self, name), f"{type(self).__name__}'s {name}"))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density, or of the probability of a discrete value, at `value`."""
        raise self._missing("log_prob")

    def pdf(self, value: Any) -> Any:
        """The density, or the probability of a discrete value, at `value`."""
        return np.exp(self.log_prob(value))

    def cdf(self, value: Any) -> Any:
        """The probability of a sample up to `value`."""
        raise self._missing("cdf")

    def icdf(self, value: Any) -> Any:
        """The number below which a sample lies with the probability `value`."""
        raise self._missing("icdf")

    def sample(self, size: Any = None) -> Any:
        """Samples in the shape `size`, to which the parameters broadcast; without it, in the shape of the parameters."""
        raise self._missing("sample")

    def sample_n(self, size: Any = None) -> Any:
        """Samples in the shape `size` followed by that of the parameters."""
        raise self._missing("sample_n")

    def broadcast_to(self, batch_shape: Any) -> Any:
        """The same distribution with its parameters broadcast to a shape.

        Parameters
        ----------
        batch_shape : tuple of int
            Shape without the axes of an event.
        """
        new = copy.copy(self)
        for name, event_dim in self._batched.items():
            value = vars(self).get(name)
            if isinstance(value, Distribution):
                setattr(new, name, value.broadcast_to(batch_shape))
            elif value is not None:
                event = value.shape[value.ndim - event_dim :] if event_dim else ()
                setattr(new, name, spread(value, tuple(batch_shape) + event))
        return new

    def enumerate_support(self) -> Any:
        """All values of a discrete distribution, along a new first axis."""
        raise self._missing("enumerate_support")

    @property
    def mean(self) -> Any:
        """The expectation."""
        raise self._missing("mean")

    @property
    def variance(self) -> Any:
        """The variance."""
        raise self._missing("variance")

    @property
    def stddev(self) -> Any:
        """The standard deviation."""
        return np.sqrt(self.variance)

    def entropy(self) -> Any:
        """The entropy, in nats."""
        raise self._missing("entropy")

    def perplexity(self) -> Any:
        """The exponential of the entropy."""
        return np.exp(self.entropy())

    def __repr__(self):
        parts = [f"{n}: size {getattr(vars(self)[n], 'shape', ())}" for n in self.arg_constraints if n in vars(self)]
        return f"{type(self).__name__}({', '.join([*parts, f'event_dim: {self.event_dim}'])})"

    def _checked(self, value: Any) -> Any:
        """`value`, checked where arguments are validated."""
        return self._validate_samples(value) if self._validate_args else value

    def _validate_samples(self, value):
        if self.support is None:
            return value
        return enforce(self.support, value, f"the value given to {type(self).__name__}")

    def _missing(self, name):
        return NotImplementedError(f"{type(self).__name__} does not define `{name}`.")


class ExponentialFamily(Distribution):
    """A distribution of density exp(<t(x), theta> - F(theta) + k(x)).

    t(x) are the sufficient statistics, theta the natural parameters, F the log-normalizer and k the carrier measure.

    Parameters
    ----------
    event_dim : int
        How many of the last axes of a sample are one value.
    validate_args : bool, optional
        As for :class:`Distribution`.

    Examples
    --------
    >>> isinstance(gluon.probability.Normal(0.0, 1.0), gluon.probability.ExponentialFamily)
    True
    >>> isinstance(gluon.probability.Cauchy(0.0, 1.0), gluon.probability.ExponentialFamily)
    False
    """

    @property
    def _natural_params(self):
        raise self._missing("_natural_params")

    def _log_normalizer(self, *natural_params):
        raise self._missing("_log_normalizer")

    def _mean_carrier_measure(self, x):
        raise self._missing("_mean_carrier_measure")
