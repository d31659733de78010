"""Random arrays: `mx.nd.random.uniform(...)` and so on. Parameters are numbers, or arrays for one draw per element."""

from .._dialects import named_differently
from .._errors.wording import no_array as _no_array
from ..base import MXNetError, _Null, numeric_types
from ..context import current_context, takes_device
from ..core.declare.dtype import name_of
from ..core.facade import Namespace as _Namespace
from ..core.run.dispatch import invoke
from ..core.run.storage import ArrayBase
from .creation import array

__all__ = [
    "binomial",
    "categorical",
    "exponential",
    "gamma",
    "generalized_negative_binomial",
    "multinomial",
    "negative_binomial",
    "normal",
    "poisson",
    "randint",
    "randn",
    "shuffle",
    "uniform",
]

_space = _Namespace(__name__, "random")
__getattr__, _ = _space.lazy(globals())


def __dir__():
    return sorted({*__all__, *_space.names()})


def _draw(name, parameters, shape, dtype, ctx, out, kwargs, sampler=None):
    """Call `_random_<name>` for numbers, `_sample_<name>` for arrays; raises ValueError when they are mixed."""
    kwargs.pop("name", None)
    attrs = {k: v for k, v in kwargs.items() if v is not _Null}
    if dtype is not _Null:
        attrs["dtype"] = "None" if dtype == "None" else name_of(dtype, MXNetError)
    if shape is not _Null and shape is not None:
        attrs["shape"] = shape
    values = list(parameters.values())
    if any(isinstance(v, ArrayBase) for v in values):
        if not all(isinstance(v, ArrayBase) for v in values):
            raise AssertionError(
                f"Distribution parameters must all have the same type, but got {', '.join(type(v).__name__ for v in values)}."
            )
        if sampler is None:
            raise ValueError(f"random.{name} takes numbers, not arrays, as parameters")
        return invoke(sampler, values, attrs, out)
    for v in values:
        if not isinstance(v, numeric_types):
            raise ValueError(f"Distribution parameters must be either NDArray or numbers, but got {type(v)}.")
    if "shape" not in attrs and out is None:
        attrs["shape"] = 1
    elif "shape" not in attrs:
        attrs["shape"] = (out[0] if isinstance(out, list) else out).shape
    ctx = current_context() if ctx is None else ctx
    return invoke("_random_" + name, (), {**parameters, **attrs, "ctx": str(ctx)}, out)


@takes_device
def uniform(low=0, high=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Uniformly distributed numbers from [low, high).

    Parameters
    ----------
    low : float or NDArray, default 0
        The lower bound, which may be drawn.
    high : float or NDArray, default 1
        The upper bound.
    shape : int or tuple of int, optional
        The shape; for arrays as parameters, that of the numbers of each element. One number by default.
    dtype : str, optional
        "float16", "float32" (default) or "float64".
    ctx, device : Context, optional
        Where the array is; the current context by default. `device` is MXNet 2.0's name.
    out : NDArray, optional
        Where to write; its shape is the default of `shape`.
    **kwargs
        `name`, without effect.

    Returns
    -------
    NDArray
        Of shape `shape`; for arrays as parameters, of their shape followed by `shape`.

    Raises
    ------
    ValueError
        A parameter is neither a number nor an array.
    AssertionError
        Some parameters are numbers, others arrays.

    Examples
    --------
    >>> x = mx.nd.random.uniform(-1, 1, shape=(100, 10))
    >>> print(x.shape, x.min().asscalar() >= -1, x.max().asscalar() < 1)
    (100, 10) True True
    >>> mx.nd.random.uniform(mx.nd.array([0, 10]), mx.nd.array([1, 20]), shape=3).shape
    (2, 3)
    """
    return _draw("uniform", {"low": low, "high": high}, shape, dtype, ctx, out, kwargs, "_sample_uniform")


@takes_device
def normal(loc=0, scale=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Normally distributed numbers.

    Parameters
    ----------
    loc : float or NDArray, default 0
        The mean.
    scale : float or NDArray, default 1
        The standard deviation.
    shape : int or tuple of int, optional
        The shape; for arrays as parameters, that of the numbers of each element. One number by default.
    dtype : str, optional
        "float16", "float32" (default) or "float64".
    ctx, device : Context, optional
        Where the array is; the current context by default. `device` is MXNet 2.0's name.
    out : NDArray, optional
        Where to write; its shape is the default of `shape`.
    **kwargs
        `name`, without effect.

    Returns
    -------
    NDArray
        Of shape `shape`; for arrays as parameters, of their shape followed by `shape`.

    Raises
    ------
    ValueError
        A parameter is neither a number nor an array.
    AssertionError
        Some parameters are numbers, others arrays.

    Examples
    --------
    >>> x = mx.nd.random.normal(5, 0.1, shape=(1000,))
    >>> print(abs(x.mean().asscalar() - 5) < 0.05)
    True
    >>> mx.nd.random.normal(mx.nd.array([0, 10]), mx.nd.array([1, 2]), shape=(3, 4)).shape
    (2, 3, 4)
    """
    return _draw("normal", {"loc": loc, "scale": scale}, shape, dtype, ctx, out, kwargs, "_sample_normal")


def randn(*shape, **kwargs):
    """Normally distributed numbers, their shape given as NumPy's `randn` takes it.

    Parameters
    ----------
    *shape : int
        The dimensions; one number by default.
    **kwargs
        `loc` (default 0), `scale` (1), `dtype`, `ctx` and `out`, as for `normal`.

    Returns
    -------
    NDArray

    Examples
    --------
    >>> mx.nd.random.randn(2, 3).shape
    (2, 3)
    >>> print(abs(mx.nd.random.randn(1000, loc=5, scale=0.1).mean().asscalar() - 5) < 0.05)
    True
    """
    loc, scale = kwargs.pop("loc", 0), kwargs.pop("scale", 1)
    dtype, ctx, out = kwargs.pop("dtype", _Null), kwargs.pop("ctx", None), kwargs.pop("out", None)
    if not shape:
        shape = _Null
    return normal(loc, scale, shape, dtype, ctx, out, **kwargs)


@takes_device
def poisson(lam=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Poisson distributed numbers.

    Parameters
    ----------
    lam : float or NDArray, default 1
        The mean.
    shape : int or tuple of int, optional
        The shape; for arrays as parameters, that of the numbers of each element. One number by default.
    dtype : str, optional
        "float16", "float32" (default) or "float64".
    ctx, device : Context, optional
        Where the array is; the current context by default. `device` is MXNet 2.0's name.
    out : NDArray, optional
        Where to write; its shape is the default of `shape`.
    **kwargs
        `name`, without effect.

    Returns
    -------
    NDArray
        Of shape `shape`; for arrays as parameters, of their shape followed by `shape`.

    Raises
    ------
    ValueError
        A parameter is neither a number nor an array.
    AssertionError
        Some parameters are numbers, others arrays.

    Examples
    --------
    >>> x = mx.nd.random.poisson(4, shape=(1000,))
    >>> print(abs(x.mean().asscalar() - 4) < 0.5, x.dtype.__name__, (x == x.floor()).min().asscalar())
    True float32 1.0
    """
    return _draw("poisson", {"lam": lam}, shape, dtype, ctx, out, kwargs, "_sample_poisson")


@takes_device
def exponential(scale=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Exponentially distributed numbers.

    Parameters
    ----------
    scale : float or NDArray, default 1
        The mean.
    shape : int or tuple of int, optional
        The shape; for arrays as parameters, that of the numbers of each element. One number by default.
    dtype : str, optional
        "float16", "float32" (default) or "float64".
    ctx, device : Context, optional
        Where the array is; the current context by default. `device` is MXNet 2.0's name.
    out : NDArray, optional
        Where to write; its shape is the default of `shape`.
    **kwargs
        `name`, without effect.

    Returns
    -------
    NDArray
        Of shape `shape`; for arrays as parameters, of their shape followed by `shape`.

    Raises
    ------
    ValueError
        A parameter is neither a number nor an array.
    AssertionError
        Some parameters are numbers, others arrays.

    Examples
    --------
    >>> x = mx.nd.random.exponential(2, shape=(1000,))
    >>> print(abs(x.mean().asscalar() - 2) < 0.5, x.min().asscalar() >= 0)
    True True
    """
    lam = 1.0 / scale
    return _draw("exponential", {"lam": lam}, shape, dtype, ctx, out, kwargs, "_sample_exponential")


@takes_device
def gamma(alpha=1, beta=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Gamma distributed numbers, whose mean is alpha * beta.

    Parameters
    ----------
    alpha : float or NDArray, default 1
        The shape of the distribution.
    beta : float or NDArray, default 1
        The scale.
    shape : int or tuple of int, optional
        The shape; for arrays as parameters, that of the numbers of each element. One number by default.
    dtype : str, optional
        "float16", "float32" (default) or "float64".
    ctx, device : Context, optional
        Where the array is; the current context by default. `device` is MXNet 2.0's name.
    out : NDArray, optional
        Where to write; its shape is the default of `shape`.
    **kwargs
        `name`, without effect.

    Returns
    -------
    NDArray
        Of shape `shape`; for arrays as parameters, of their shape followed by `shape`.

    Raises
    ------
    ValueError
        A parameter is neither a number nor an array.
    AssertionError
        Some parameters are numbers, others arrays.

    Examples
    --------
    >>> x = mx.nd.random.gamma(9, 0.5, shape=(1000,))
    >>> print(abs(x.mean().asscalar() - 4.5) < 0.5, x.min().asscalar() > 0)
    True True
    """
    return _draw("gamma", {"alpha": alpha, "beta": beta}, shape, dtype, ctx, out, kwargs, "_sample_gamma")


@takes_device
def binomial(n=1, p=0.5, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """The number of successes in independent trials. MXNet has it from 2.0 on.

    Parameters
    ----------
    n : int or NDArray, default 1
        The number of trials.
    p : float or NDArray, default 0.5
        The probability of a success.
    shape : int or tuple of int, optional
        The shape; for arrays as parameters, that of the numbers of each element. One number by default.
    dtype : str, optional
        "float16", "float32" (default) or "float64".
    ctx, device : Context, optional
        Where the array is; the current context by default. `device` is MXNet 2.0's name.
    out : NDArray, optional
        Where to write; its shape is the default of `shape`.
    **kwargs
        `name`, without effect.

    Returns
    -------
    NDArray
        Of shape `shape`; for arrays as parameters, of their shape followed by `shape`.

    Raises
    ------
    ValueError
        A parameter is neither a number nor an array.
    AssertionError
        Some parameters are numbers, others arrays.

    Examples
    --------
    >>> x = mx.nd.random.binomial(10, 0.3, shape=(1000,))
    >>> print(abs(x.mean().asscalar() - 3) < 0.5, x.max().asscalar() <= 10)
    True True
    """
    return _draw("binomial", {"n": n, "p": p}, shape, dtype, ctx, out, kwargs, "_sample_binomial")


@takes_device
def negative_binomial(k=1, p=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """The number of failures before a given number of successes, whose mean is k * (1 - p) / p.

    Parameters
    ----------
    k : int or NDArray, default 1
        The number of successes.
    p : float or NDArray, default 1
        The probability of a success.
    shape : int or tuple of int, optional
        The shape; for arrays as parameters, that of the numbers of each element. One number by default.
    dtype : str, optional
        "float16", "float32" (default) or "float64".
    ctx, device : Context, optional
        Where the array is; the current context by default. `device` is MXNet 2.0's name.
    out : NDArray, optional
        Where to write; its shape is the default of `shape`.
    **kwargs
        `name`, without effect.

    Returns
    -------
    NDArray
        Of shape `shape`; for arrays as parameters, of their shape followed by `shape`.

    Raises
    ------
    ValueError
        A parameter is neither a number nor an array.
    AssertionError
        Some parameters are numbers, others arrays.

    Examples
    --------
    >>> x = mx.nd.random.negative_binomial(8, 0.5, shape=(1000,))
    >>> print(abs(x.mean().asscalar() - 8) < 1)
    True
    """
    return _draw("negative_binomial", {"k": k, "p": p}, shape, dtype, ctx, out, kwargs, "_sample_negative_binomial")


@takes_device
def generalized_negative_binomial(mu=1, alpha=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Negative binomial numbers by mean and dispersion; their variance is mu + alpha * mu ** 2.

    Parameters
    ----------
    mu : float or NDArray, default 1
        The mean.
    alpha : float or NDArray, default 1
        The dispersion.
    shape : int or tuple of int, optional
        The shape; for arrays as parameters, that of the numbers of each element. One number by default.
    dtype : str, optional
        "float16", "float32" (default) or "float64".
    ctx, device : Context, optional
        Where the array is; the current context by default. `device` is MXNet 2.0's name.
    out : NDArray, optional
        Where to write; its shape is the default of `shape`.
    **kwargs
        `name`, without effect.

    Returns
    -------
    NDArray
        Of shape `shape`; for arrays as parameters, of their shape followed by `shape`.

    Raises
    ------
    ValueError
        A parameter is neither a number nor an array.
    AssertionError
        Some parameters are numbers, others arrays.

    Examples
    --------
    >>> x = mx.nd.random.generalized_negative_binomial(4, 0.1, shape=(1000,))
    >>> print(abs(x.mean().asscalar() - 4) < 0.5)
    True
    """
    name, parameters = "generalized_negative_binomial", {"mu": mu, "alpha": alpha}
    return _draw(name, parameters, shape, dtype, ctx, out, kwargs, f"_sample_{name}")


def categorical(data, shape=_Null, get_prob=False, out=None, dtype="int32", **kwargs):
    """`multinomial` of MXNet 1.9.1 under the name that MXNet 2.0 gives it.

    Parameters
    ----------
    data : NDArray
        The probabilities along the last axis, which sum to 1.
    shape : int or tuple of int, optional
        The shape of the indices of each distribution; one index by default.
    get_prob : bool, default False
        Whether the logarithms of their probabilities are returned too.
    out : NDArray, optional
        Where to write.
    dtype : str, default "int32"
        Element type of the indices.
    **kwargs
        `name`, without effect.

    Returns
    -------
    NDArray or list of NDArray
        The indices, or these and the logarithms.

    Examples
    --------
    >>> mx.nd.random.categorical(mx.nd.array([0, 0, 1]), shape=4).asnumpy()
    array([2, 2, 2, 2], dtype=int32)
    """
    kwargs.pop("name", None)
    if not isinstance(data, ArrayBase):
        raise _no_array("Argument data", data, False)
    attrs = {"get_prob": get_prob, "dtype": name_of(dtype, MXNetError), **kwargs}
    if shape is not _Null and shape is not None:
        attrs["shape"] = shape
    return invoke("_sample_multinomial", (data,), attrs, out)


@takes_device
def _outcomes(n=(1,), p=((1.0,),), shape=_Null, dtype="float32", ctx=None, out=None, **kwargs):
    """`multinomial` of MXNet 2.0: how often each outcome occurs in `n` trials, by the probabilities along the last axis."""
    kwargs.pop("name", None)
    n, p = (x if isinstance(x, ArrayBase) else array(x, ctx, "float32") for x in (n, p))
    attrs = {"dtype": name_of(dtype, MXNetError), **kwargs}
    if shape is not _Null and shape is not None:
        attrs["shape"] = shape
    return invoke("_sample_outcomes", (n, p), attrs, out)


@named_differently("multinomial_counts", _outcomes)
def multinomial(data, shape=_Null, get_prob=False, out=None, dtype="int32", **kwargs):
    """Indices drawn by the probabilities along the last axis.

    With the interface of MXNet 2.0 it is `multinomial(n, p, shape, dtype, ctx, out)`, the numbers of times that each outcome
    occurs in `n` trials, by the probabilities along the last axis of `p`.

    Parameters
    ----------
    data : NDArray
        The probabilities, which sum to 1.
    shape : int or tuple of int, optional
        The shape of the indices of each distribution; one index by default.
    get_prob : bool, default False
        Whether the logarithms of their probabilities are returned too.
    out : NDArray, optional
        Where to write.
    dtype : str, default "int32"
        Element type of the indices.
    **kwargs
        `name`, without effect.

    Returns
    -------
    NDArray or list of NDArray
        The indices, or these and the logarithms.

    Examples
    --------
    >>> mx.nd.random.multinomial(mx.nd.array([[0, 0, 1], [1, 0, 0]]), shape=4).asnumpy()
    array([[2, 2, 2, 2],
           [0, 0, 0, 0]], dtype=int32)
    >>> index, log_probability = mx.nd.random.multinomial(mx.nd.array([0, 1]), get_prob=True)
    >>> index.asnumpy(), log_probability.asnumpy()
    (array([1], dtype=int32), array([0.], dtype=float32))
    """
    return categorical(data, shape, get_prob, out, dtype, **kwargs)


def shuffle(data, **kwargs):
    """The array with its rows (along the first axis) in random order.

    Parameters
    ----------
    data : NDArray
        The array.
    **kwargs
        `out`, an array to write to.

    Returns
    -------
    NDArray

    Examples
    --------
    >>> x = mx.nd.random.shuffle(mx.nd.array([[0, 1], [2, 3], [4, 5]]))
    >>> sorted(x.asnumpy().tolist())
    [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]
    """
    kwargs.pop("name", None)
    if not isinstance(data, ArrayBase):
        raise _no_array("Argument data", data, False)
    return invoke("_shuffle", (data,), {}, kwargs.get("out"))


@takes_device
def randint(low, high, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Uniformly distributed integers from [low, high).

    Parameters
    ----------
    low, high : int
        The bounds, of which `high` is not drawn.
    shape : int or tuple of int, optional
        The shape; one number by default.
    dtype : str, optional
        "int32" (default) or "int64".
    ctx, device : Context, optional
        Where the array is; the current context by default. `device` is MXNet 2.0's name.
    out : NDArray, optional
        Where to write; its shape is the default of `shape`.
    **kwargs
        `name`, without effect.

    Returns
    -------
    NDArray

    Raises
    ------
    ValueError
        A bound is no number.

    Examples
    --------
    >>> x = mx.nd.random.randint(2, 5, shape=(1000,))
    >>> int(x.min().asscalar()), int(x.max().asscalar()), x.dtype.__name__
    (2, 4, 'int32')
    """
    return _draw("randint", {"low": low, "high": high}, shape, dtype, ctx, out, kwargs)
