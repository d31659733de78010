"""Random symbols: samples drawn anew each time the graph runs."""

from __future__ import annotations

from ..base import _Null, numeric_types
from ..util import in_v2
from . import _internal
from .register import Namespace as _Namespace
from .symbol import Symbol

__all__ = [
    "uniform",
    "normal",
    "randn",
    "poisson",
    "categorical",
    "exponential",
    "gamma",
    "binomial",
    "multinomial",
    "negative_binomial",
    "generalized_negative_binomial",
    "shuffle",
    "randint",
]


def _draw(plain, sampler, params, shape, dtype, kwargs):
    """One distribution for numbers, one per element for symbols; both kinds in one call are refused."""
    parameter_type = Symbol if isinstance(params[0], Symbol) else numeric_types
    if not isinstance(params[0], parameter_type):
        raise ValueError(f"Distribution parameters must be either Symbol or numbers, but got {type(params[0])}.")
    for other in params[1:]:
        assert isinstance(other, parameter_type), (
            f"Distribution parameters must all have the same type, but got both {type(params[0])} and {type(other)}."
        )
    function = getattr(_internal, sampler if parameter_type is Symbol else plain)
    return function(*params, shape=shape, dtype=dtype, **kwargs)


def uniform(low=0, high=1, shape=_Null, dtype=_Null, **kwargs):
    """Samples of the uniform distribution on [low, high).

    Parameters
    ----------
    low, high : float, or Symbol with one bound per distribution
    shape : int or tuple of int
        Of the samples; for symbols, of those per element.
    dtype : str
        "float16", "float32" (default) or "float64".

    Returns
    -------
    Symbol
        Of shape `shape`, or the parameters' shape followed by `shape`.
    """
    return _draw("_random_uniform", "_sample_uniform", [low, high], shape, dtype, kwargs)


def normal(loc=0, scale=1, shape=_Null, dtype=_Null, **kwargs):
    """Samples of the normal distribution of mean `loc` and standard deviation `scale`; see `uniform`."""
    return _draw("_random_normal", "_sample_normal", [loc, scale], shape, dtype, kwargs)


def randn(*shape, **kwargs):
    """Samples of the normal distribution of mean `loc` (0) and standard deviation `scale` (1), in the shape `shape`."""
    loc, scale = kwargs.pop("loc", 0), kwargs.pop("scale", 1)
    dtype = kwargs.pop("dtype", _Null)
    assert isinstance(loc, (int, float, Symbol))
    assert isinstance(scale, (int, float, Symbol))
    return _draw("_random_normal", "_sample_normal", [loc, scale], shape, dtype, kwargs)


def poisson(lam=1, shape=_Null, dtype=_Null, **kwargs):
    """Samples of the Poisson distribution of rate `lam`, as floating point numbers; see `uniform`."""
    return _draw("_random_poisson", "_sample_poisson", [lam], shape, dtype, kwargs)


def exponential(scale=1, shape=_Null, dtype=_Null, **kwargs):
    """Samples of the exponential distribution of mean `scale`; see `uniform`."""
    rate = 1.0 / scale
    return _draw("_random_exponential", "_sample_exponential", [rate], shape, dtype, kwargs)


def gamma(alpha=1, beta=1, shape=_Null, dtype=_Null, **kwargs):
    """Samples of the gamma distribution of shape `alpha` and scale `beta`; see `uniform`."""
    return _draw("_random_gamma", "_sample_gamma", [alpha, beta], shape, dtype, kwargs)


def binomial(n=1, p=0.5, shape=_Null, dtype=_Null, **kwargs):
    """Samples of the number of successes in `n` trials of probability `p`; see `uniform`. MXNet has it from 2.0 on."""
    return _draw("_random_binomial", "_sample_binomial", [n, p], shape, dtype, kwargs)


def negative_binomial(k=1, p=1, shape=_Null, dtype=_Null, **kwargs):
    """Samples of the number of successes of probability 1 - `p` before `k` failures; see `uniform`."""
    return _draw("_random_negative_binomial", "_sample_negative_binomial", [k, p], shape, dtype, kwargs)


def generalized_negative_binomial(mu=1, alpha=1, shape=_Null, dtype=_Null, **kwargs):
    """Samples of the negative binomial distribution of mean `mu` and dispersion `alpha`; see `uniform`."""
    plain, sampler = "_random_generalized_negative_binomial", "_sample_generalized_negative_binomial"
    return _draw(plain, sampler, [mu, alpha], shape, dtype, kwargs)


def categorical(data, shape=_Null, get_prob=False, dtype="int32", **kwargs):
    """`multinomial` of MXNet 1.9.1 under MXNet 2.0's name: numbers of outcomes, by the probabilities along the last axis."""
    return _internal._sample_multinomial(data, shape, get_prob, dtype=dtype, **kwargs)


def _outcomes(n, p, shape=_Null, dtype="float32", **kwargs):
    """`multinomial` of MXNet 2.0: how often each outcome occurs in `n` trials, by the probabilities along the last axis."""
    return _internal._sample_outcomes(n, p, shape=shape, dtype=dtype, **kwargs)


@in_v2(_outcomes)
def multinomial(data, shape=_Null, get_prob=True, dtype="int32", **kwargs):
    """Samples of multinomial distributions, as numbers of outcomes.

    With the interface of MXNet 2.0 it is `multinomial(n, p, shape, dtype)`, the numbers of times that each outcome occurs in `n`
    trials, by the probabilities along the last axis of `p`.

    Parameters
    ----------
    data : Symbol
        Probabilities along the last axis, which sum to 1.
    shape : int or tuple of int
        Samples per distribution; one if left out.
    get_prob : bool
        Give the logarithm of each sample's probability as a second output.
    dtype : str
    """
    return categorical(data, shape, get_prob, dtype, **kwargs)


def shuffle(data, **kwargs):
    """`data` with its first axis in random order."""
    return _internal._shuffle(data, **kwargs)


def randint(low, high, shape=_Null, dtype=_Null, **kwargs):
    """Samples of the integers in [low, high), both int; `dtype` is "int32" (default) or "int64"."""
    return _draw("_random_randint", None, [low, high], shape, dtype, kwargs)


_space = _Namespace(__name__, "random")
__getattr__, _ = _space.lazy(globals())


def __dir__():
    return sorted({*__all__, *_space.names()})
