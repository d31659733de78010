"""Random arrays: `mx.nd.random.uniform(...)` and so on. Parameters are numbers, or arrays for one draw per element."""

from .._errors.wording import no_array as _no_array
from ..base import MXNetError, _Null, numeric_types
from ..context import current_context, takes_device
from ..core.declare.dtype import name_of
from ..core.facade import Namespace as _Namespace
from ..core.run.dispatch import invoke
from ..core.run.storage import ArrayBase
from ..util import in_v2
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
    """Uniformly distributed numbers from [low, high)."""
    return _draw("uniform", {"low": low, "high": high}, shape, dtype, ctx, out, kwargs, "_sample_uniform")


@takes_device
def normal(loc=0, scale=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Normally distributed numbers of mean `loc` and standard deviation `scale`."""
    return _draw("normal", {"loc": loc, "scale": scale}, shape, dtype, ctx, out, kwargs, "_sample_normal")


def randn(*shape, **kwargs):
    """Normally distributed numbers in the given shape; keywords loc, scale, dtype, ctx, out."""
    loc, scale = kwargs.pop("loc", 0), kwargs.pop("scale", 1)
    dtype, ctx, out = kwargs.pop("dtype", _Null), kwargs.pop("ctx", None), kwargs.pop("out", None)
    if not shape:
        shape = _Null
    return normal(loc, scale, shape, dtype, ctx, out, **kwargs)


@takes_device
def poisson(lam=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Poisson distributed numbers of mean `lam`."""
    return _draw("poisson", {"lam": lam}, shape, dtype, ctx, out, kwargs, "_sample_poisson")


@takes_device
def exponential(scale=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Exponentially distributed numbers of mean `scale`."""
    lam = 1.0 / scale
    return _draw("exponential", {"lam": lam}, shape, dtype, ctx, out, kwargs, "_sample_exponential")


@takes_device
def gamma(alpha=1, beta=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Gamma distributed numbers of shape parameter `alpha` and scale `beta`."""
    return _draw("gamma", {"alpha": alpha, "beta": beta}, shape, dtype, ctx, out, kwargs, "_sample_gamma")


@takes_device
def binomial(n=1, p=0.5, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Successes in `n` trials of probability `p`. MXNet has it from 2.0 on."""
    return _draw("binomial", {"n": n, "p": p}, shape, dtype, ctx, out, kwargs, "_sample_binomial")


@takes_device
def negative_binomial(k=1, p=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Failures before the k-th success of probability p."""
    return _draw("negative_binomial", {"k": k, "p": p}, shape, dtype, ctx, out, kwargs, "_sample_negative_binomial")


@takes_device
def generalized_negative_binomial(mu=1, alpha=1, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Negative binomial numbers of mean `mu` and dispersion `alpha`."""
    name, parameters = "generalized_negative_binomial", {"mu": mu, "alpha": alpha}
    return _draw(name, parameters, shape, dtype, ctx, out, kwargs, f"_sample_{name}")


def categorical(data, shape=_Null, get_prob=False, out=None, dtype="int32", **kwargs):
    """Indices drawn by the probabilities along the last axis of `data`; with get_prob also their log likelihood."""
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


@in_v2(_outcomes)
def multinomial(data, shape=_Null, get_prob=False, out=None, dtype="int32", **kwargs):
    """Indices drawn by the probabilities along the last axis of `data`; see `categorical`.

    With the interface of MXNet 2.0 it is `multinomial(n, p, shape, dtype, ctx, out)`, the numbers of times that each outcome
    occurs in `n` trials, by the probabilities along the last axis of `p`.
    """
    return categorical(data, shape, get_prob, out, dtype, **kwargs)


def shuffle(data, **kwargs):
    """`data` with its rows (first axis) in random order."""
    kwargs.pop("name", None)
    if not isinstance(data, ArrayBase):
        raise _no_array("Argument data", data, False)
    return invoke("_shuffle", (data,), {}, kwargs.get("out"))


@takes_device
def randint(low, high, shape=_Null, dtype=_Null, ctx=None, out=None, **kwargs):
    """Uniformly distributed integers from [low, high)."""
    return _draw("randint", {"low": low, "high": high}, shape, dtype, ctx, out, kwargs)
