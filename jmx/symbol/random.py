"""Random symbols: samples drawn anew each time the graph runs."""

from __future__ import annotations

from .._dialects import named_differently
from ..base import _Null, numeric_types
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
    """Uniformly distributed numbers from [low, high).

    Parameters
    ----------
    low, high : float or Symbol, defaults 0 and 1
        The bounds, of which `low` may be drawn.
    shape : int or tuple of int, optional
        The shape; for symbols as parameters, that of the numbers of each element. One number by default.
    dtype : str, optional
        "float16", "float32" (default) or "float64".
    **kwargs
        `name` of the node, and `attr`, its attributes.

    Returns
    -------
    Symbol
        Of shape `shape`; for symbols as parameters, of their shape followed by `shape`.

    Raises
    ------
    ValueError
        A parameter is neither a number nor a symbol.
    AssertionError
        Some parameters are numbers, others symbols.

    Examples
    --------
    >>> x = mx.sym.random.uniform(-1, 1, shape=(100, 10)).eval()[0]
    >>> print(x.shape, x.min().asscalar() >= -1, x.max().asscalar() < 1)
    (100, 10) True True
    """
    return _draw("_random_uniform", "_sample_uniform", [low, high], shape, dtype, kwargs)


def normal(loc=0, scale=1, shape=_Null, dtype=_Null, **kwargs):
    """Normally distributed numbers.

    Parameters
    ----------
    loc : float or Symbol, default 0
        The mean.
    scale : float or Symbol, default 1
        The standard deviation.
    shape : int or tuple of int, optional
        The shape; for symbols as parameters, that of the numbers of each element. One number by default.
    dtype : str, optional
        "float16", "float32" (default) or "float64".
    **kwargs
        `name` of the node, and `attr`, its attributes.

    Returns
    -------
    Symbol
        Of shape `shape`; for symbols as parameters, of their shape followed by `shape`.

    Raises
    ------
    ValueError
        A parameter is neither a number nor a symbol.
    AssertionError
        Some parameters are numbers, others symbols.

    Examples
    --------
    >>> x = mx.sym.random.normal(5, 0.1, shape=(1000,)).eval()[0]
    >>> print(abs(x.mean().asscalar() - 5) < 0.05)
    True
    """
    return _draw("_random_normal", "_sample_normal", [loc, scale], shape, dtype, kwargs)


def randn(*shape, **kwargs):
    """Normally distributed numbers, their shape given as NumPy's `randn` takes it.

    Parameters
    ----------
    *shape : int
        The dimensions.
    **kwargs
        `loc` (default 0), `scale` (1), `dtype`, and `name` of the node.

    Returns
    -------
    Symbol

    Examples
    --------
    >>> mx.sym.random.randn(2, 3).eval()[0].shape
    (2, 3)
    """
    loc, scale = kwargs.pop("loc", 0), kwargs.pop("scale", 1)
    dtype = kwargs.pop("dtype", _Null)
    assert isinstance(loc, (int, float, Symbol))
    assert isinstance(scale, (int, float, Symbol))
    return _draw("_random_normal", "_sample_normal", [loc, scale], shape, dtype, kwargs)


def poisson(lam=1, shape=_Null, dtype=_Null, **kwargs):
    """Poisson distributed numbers.

    Parameters
    ----------
    lam : float or Symbol, default 1
        The mean.
    shape : int or tuple of int, optional
        The shape; for symbols as parameters, that of the numbers of each element. One number by default.
    dtype : str, optional
        "float16", "float32" (default) or "float64".
    **kwargs
        `name` of the node, and `attr`, its attributes.

    Returns
    -------
    Symbol
        Of shape `shape`; for symbols as parameters, of their shape followed by `shape`.

    Raises
    ------
    ValueError
        A parameter is neither a number nor a symbol.
    AssertionError
        Some parameters are numbers, others symbols.

    Examples
    --------
    >>> x = mx.sym.random.poisson(4, shape=(1000,)).eval()[0]
    >>> print(abs(x.mean().asscalar() - 4) < 0.5)
    True
    """
    return _draw("_random_poisson", "_sample_poisson", [lam], shape, dtype, kwargs)


def exponential(scale=1, shape=_Null, dtype=_Null, **kwargs):
    """Exponentially distributed numbers.

    Parameters
    ----------
    scale : float or Symbol, default 1
        The mean.
    shape : int or tuple of int, optional
        The shape; for symbols as parameters, that of the numbers of each element. One number by default.
    dtype : str, optional
        "float16", "float32" (default) or "float64".
    **kwargs
        `name` of the node, and `attr`, its attributes.

    Returns
    -------
    Symbol
        Of shape `shape`; for symbols as parameters, of their shape followed by `shape`.

    Raises
    ------
    ValueError
        A parameter is neither a number nor a symbol.
    AssertionError
        Some parameters are numbers, others symbols.

    Examples
    --------
    >>> x = mx.sym.random.exponential(2, shape=(1000,)).eval()[0]
    >>> print(abs(x.mean().asscalar() - 2) < 0.5)
    True
    """
    rate = 1.0 / scale
    return _draw("_random_exponential", "_sample_exponential", [rate], shape, dtype, kwargs)


def gamma(alpha=1, beta=1, shape=_Null, dtype=_Null, **kwargs):
    """Gamma distributed numbers, whose mean is alpha * beta.

    Parameters
    ----------
    alpha : float or Symbol, default 1
        The shape of the distribution.
    beta : float or Symbol, default 1
        The scale.
    shape : int or tuple of int, optional
        The shape; for symbols as parameters, that of the numbers of each element. One number by default.
    dtype : str, optional
        "float16", "float32" (default) or "float64".
    **kwargs
        `name` of the node, and `attr`, its attributes.

    Returns
    -------
    Symbol
        Of shape `shape`; for symbols as parameters, of their shape followed by `shape`.

    Raises
    ------
    ValueError
        A parameter is neither a number nor a symbol.
    AssertionError
        Some parameters are numbers, others symbols.

    Examples
    --------
    >>> x = mx.sym.random.gamma(9, 0.5, shape=(1000,)).eval()[0]
    >>> print(abs(x.mean().asscalar() - 4.5) < 0.5)
    True
    """
    return _draw("_random_gamma", "_sample_gamma", [alpha, beta], shape, dtype, kwargs)


def binomial(n=1, p=0.5, shape=_Null, dtype=_Null, **kwargs):
    """The number of successes in independent trials. MXNet has it from 2.0 on.

    Parameters
    ----------
    n : int or Symbol, default 1
        The number of trials.
    p : float or Symbol, default 0.5
        The probability of a success.
    shape : int or tuple of int, optional
        The shape; for symbols as parameters, that of the numbers of each element. One number by default.
    dtype : str, optional
        "float16", "float32" (default) or "float64".
    **kwargs
        `name` of the node, and `attr`, its attributes.

    Returns
    -------
    Symbol
        Of shape `shape`; for symbols as parameters, of their shape followed by `shape`.

    Raises
    ------
    ValueError
        A parameter is neither a number nor a symbol.
    AssertionError
        Some parameters are numbers, others symbols.

    Examples
    --------
    >>> x = mx.sym.random.binomial(10, 0.3, shape=(1000,)).eval()[0]
    >>> print(abs(x.mean().asscalar() - 3) < 0.5)
    True
    """
    return _draw("_random_binomial", "_sample_binomial", [n, p], shape, dtype, kwargs)


def negative_binomial(k=1, p=1, shape=_Null, dtype=_Null, **kwargs):
    """The number of failures before a given number of successes, whose mean is k * (1 - p) / p.

    Parameters
    ----------
    k : int or Symbol, default 1
        The number of successes.
    p : float or Symbol, default 1
        The probability of a success.
    shape : int or tuple of int, optional
        The shape; for symbols as parameters, that of the numbers of each element. One number by default.
    dtype : str, optional
        "float16", "float32" (default) or "float64".
    **kwargs
        `name` of the node, and `attr`, its attributes.

    Returns
    -------
    Symbol
        Of shape `shape`; for symbols as parameters, of their shape followed by `shape`.

    Raises
    ------
    ValueError
        A parameter is neither a number nor a symbol.
    AssertionError
        Some parameters are numbers, others symbols.

    Examples
    --------
    >>> x = mx.sym.random.negative_binomial(8, 0.5, shape=(1000,)).eval()[0]
    >>> print(abs(x.mean().asscalar() - 8) < 1)
    True
    """
    return _draw("_random_negative_binomial", "_sample_negative_binomial", [k, p], shape, dtype, kwargs)


def generalized_negative_binomial(mu=1, alpha=1, shape=_Null, dtype=_Null, **kwargs):
    """Negative binomial numbers by mean and dispersion; their variance is mu + alpha * mu ** 2.

    Parameters
    ----------
    mu : float or Symbol, default 1
        The mean.
    alpha : float or Symbol, default 1
        The dispersion.
    shape : int or tuple of int, optional
        The shape; for symbols as parameters, that of the numbers of each element. One number by default.
    dtype : str, optional
        "float16", "float32" (default) or "float64".
    **kwargs
        `name` of the node, and `attr`, its attributes.

    Returns
    -------
    Symbol
        Of shape `shape`; for symbols as parameters, of their shape followed by `shape`.

    Raises
    ------
    ValueError
        A parameter is neither a number nor a symbol.
    AssertionError
        Some parameters are numbers, others symbols.

    Examples
    --------
    >>> x = mx.sym.random.generalized_negative_binomial(4, 0.1, shape=(1000,)).eval()[0]
    >>> print(abs(x.mean().asscalar() - 4) < 0.5)
    True
    """
    plain, sampler = "_random_generalized_negative_binomial", "_sample_generalized_negative_binomial"
    return _draw(plain, sampler, [mu, alpha], shape, dtype, kwargs)


def categorical(data, shape=_Null, get_prob=False, dtype="int32", **kwargs):
    """`multinomial` of MXNet 1.9.1 under the name that MXNet 2.0 gives it.

    Parameters
    ----------
    data : Symbol
        The probabilities along the last axis, which sum to 1.
    shape : int or tuple of int, optional
        The shape of the indices of each distribution; one index by default.
    get_prob : bool, default False
        Whether the logarithms of their probabilities are a second output.
    dtype : str, default "int32"
        Element type of the indices.
    **kwargs
        `name` of the node, and `attr`, its attributes.

    Returns
    -------
    Symbol

    Examples
    --------
    >>> mx.sym.random.categorical(mx.sym.var("p"), shape=3).eval(p=mx.nd.array([0, 1]))[0].asnumpy()
    array([1, 1, 1], dtype=int32)
    """
    return _internal._sample_multinomial(data, shape, get_prob, dtype=dtype, **kwargs)


def _outcomes(n, p, shape=_Null, dtype="float32", **kwargs):
    """`multinomial` of MXNet 2.0: how often each outcome occurs in `n` trials, by the probabilities along the last axis."""
    return _internal._sample_outcomes(n, p, shape=shape, dtype=dtype, **kwargs)


@named_differently("multinomial_counts", _outcomes)
def multinomial(data, shape=_Null, get_prob=True, dtype="int32", **kwargs):
    """Indices drawn by the probabilities along the last axis.

    With the interface of MXNet 2.0 it is `multinomial(n, p, shape, dtype)`, the numbers of times that each outcome occurs in `n`
    trials, by the probabilities along the last axis of `p`.

    Parameters
    ----------
    data : Symbol
        The probabilities, which sum to 1.
    shape : int or tuple of int, optional
        The shape of the indices of each distribution; one index by default.
    get_prob : bool, default True
        Whether the logarithms of their probabilities are a second output.
    dtype : str, default "int32"
        Element type of the indices.
    **kwargs
        `name` of the node, and `attr`, its attributes.

    Returns
    -------
    Symbol

    Examples
    --------
    >>> drawn = mx.sym.random.multinomial(mx.sym.var("p"), shape=3)
    >>> [x.asnumpy().tolist() for x in drawn.eval(p=mx.nd.array([0, 1]))]
    [[1, 1, 1], [0.0, 0.0, 0.0]]
    """
    return categorical(data, shape, get_prob, dtype, **kwargs)


def shuffle(data, **kwargs):
    """Rows (along the first axis) in random order.

    Parameters
    ----------
    data : Symbol
        The rows.
    **kwargs
        `name` of the node, and `attr`, its attributes.

    Returns
    -------
    Symbol

    Examples
    --------
    >>> x = mx.sym.random.shuffle(mx.sym.var("x")).eval(x=mx.nd.arange(4))[0]
    >>> sorted(x.asnumpy().tolist())
    [0.0, 1.0, 2.0, 3.0]
    """
    return _internal._shuffle(data, **kwargs)


def randint(low, high, shape=_Null, dtype=_Null, **kwargs):
    """Uniformly distributed integers from [low, high).

    Parameters
    ----------
    low, high : int
        The bounds, of which `high` is not drawn.
    shape : int or tuple of int, optional
        The shape; one number by default.
    dtype : str, optional
        "int32" (default) or "int64".
    **kwargs
        `name` of the node, and `attr`, its attributes.

    Returns
    -------
    Symbol

    Examples
    --------
    >>> x = mx.sym.random.randint(2, 5, shape=(1000,)).eval()[0].asnumpy()
    >>> print(x.min(), x.max(), x.dtype)
    2 4 int32
    """
    return _draw("_random_randint", None, [low, high], shape, dtype, kwargs)


_space = _Namespace(__name__, "random")
__getattr__, _ = _space.lazy(globals())


def __dir__():
    return sorted({*__all__, *_space.names()})
