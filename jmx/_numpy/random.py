"""Random arrays of `mx.np.random`.

Parameters of distributions are numbers, or arrays that broadcast against each other; without `size` the result has their
common shape, with it that shape.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._dialects import dialect
from .side import array, arrays_only, context, every, npi, public, side, sizes, split, symbolic, type_name

if TYPE_CHECKING:
    from .._typing import DTypeLike, Float, Int, Shape
    from ..context import Context
    from ..ndarray.numpy.array import ndarray

#: name -> (its parameter with its default or None, operator, text, what the parameter means)
_ONE = {
    "rayleigh": ("scale", 1.0, "rayleigh", "Rayleigh distributed numbers.", "The scale, which is where the density is greatest."),
    "exponential": ("scale", 1.0, "exponential", "Exponentially distributed numbers.", "The mean."),
    "weibull": ("a", None, "weibull", "Weibull distributed numbers of scale 1.", "The shape parameter."),
    "pareto": ("a", None, "pareto", "Pareto distributed numbers (Lomax).", "The shape parameter."),
}
_ONE_DOC = """{text}

Parameters
----------
{parameter} : number or ndarray{default}
    {meaning}
size : int or tuple of int, optional
    Shape of the result; by default that of the parameter.
ctx : Context, optional
    The device; the current one by default.
device : Context, optional
    The same, MXNet 2.0's name.
out : ndarray, optional
    Where to write the result.

Returns
-------
ndarray

Examples
--------
>>> {example}
(2, 3)
"""


def _one(name, parameter, default, op, text, meaning):
    """A distribution with one parameter, which has its name in the signature."""
    if symbolic and name == "rayleigh":
        default = 0.0

    def draw(value, size, ctx, out):
        arrays, attrs = split(side, **{parameter: value})
        return getattr(npi, op)(*arrays, **attrs, size=sizes(size), ctx=context(ctx), out=out)

    def of_scale(scale=default, size=None, ctx=None, out=None):
        return draw(scale, size, ctx, out)

    def of_shape(a, size=None, ctx=None, out=None):
        return draw(a, size, ctx, out)

    function = of_scale if parameter == "scale" else of_shape
    function.__name__ = name
    shown = "" if default is None else f", default {default}"
    example = f"mx.np.random.{name}({1 if parameter == 'scale' else 2}, size=(2, 3)).shape"
    function.__doc__ = _ONE_DOC.format(text=text, parameter=parameter, default=shown, meaning=meaning, example=example)
    return side.public(function)


@public
def randint(
    low: ndarray | Float,
    high: ndarray | Float | None = None,
    size: Shape | None = None,
    dtype: DTypeLike | None = None,
    ctx: Context | str | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Whole numbers, all as likely.

    Parameters
    ----------
    low : int
        The least one; without `high` it is the bound, and 0 the least.
    high : int, optional
        The bound, which is not drawn.
    size : int or tuple of int, optional
        Shape of the result; one number by default.
    dtype : {'int32', 'int64'}, default 'int64'
        Element type.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.random.randint(0, 10, size=(2, 3)).shape
    (2, 3)
    """
    if high is None:
        low, high = 0, low
    return npi.random_randint(
        low, high, shape=() if size is None else size, dtype=type_name(dtype, "int64"), ctx=context(ctx), out=out
    )


@public
def uniform(
    low: ndarray | Float = 0.0,
    high: ndarray | Float | None = 1.0,
    size: Shape | None = None,
    dtype: DTypeLike | None = None,
    ctx: Context | str | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Uniformly distributed numbers.

    Parameters
    ----------
    low, high : number or ndarray, defaults 0.0 and 1.0
        The bounds; the upper one is not drawn.
    size : int or tuple of int, optional
        Shape of the result; by default the one that the parameters broadcast to.
    dtype : str or numpy type, optional
        Element type; float32 by default, see `npx.set_np`.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.random.uniform(0, 1, size=(2, 3)).shape
    (2, 3)
    """
    arrays, attrs = split(side, low=low, high=high)
    return npi.uniform(*arrays, **attrs, size=sizes(size), ctx=context(ctx), dtype=type_name(dtype), out=out)


@public
def normal(
    loc: ndarray | Float = 0.0,
    scale: ndarray | Float = 1.0,
    size: Shape | None = None,
    dtype: DTypeLike | None = None,
    ctx: Context | str | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Normally distributed numbers.

    Parameters
    ----------
    loc : number or ndarray, default 0.0
        Mean.
    scale : number or ndarray, default 1.0
        Standard deviation.
    size : int or tuple of int, optional
        Shape of the result; by default the one that the parameters broadcast to.
    dtype : str or numpy type, optional
        Element type; float32 by default, see `npx.set_np`.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.random.normal(0, 1, size=(2, 3)).shape
    (2, 3)
    """
    arrays, attrs = split(side, loc=loc, scale=scale)
    return npi.normal(*arrays, **attrs, size=sizes(size), ctx=context(ctx), dtype=type_name(dtype), out=out)


@public
def lognormal(
    mean: Any = 0.0,
    sigma: Any = 1.0,
    size: Shape | None = None,
    dtype: DTypeLike | None = None,
    ctx: Context | str | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Numbers whose logarithms are normally distributed.

    Parameters
    ----------
    mean : number or ndarray, default 0.0
        Mean of the logarithms.
    sigma : number or ndarray, default 1.0
        Their standard deviation.
    size : int or tuple of int, optional
        Shape of the result; by default the one that the parameters broadcast to.
    dtype : str or numpy type, optional
        Element type; float32 by default, see `npx.set_np`.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.random.lognormal(0, 1, size=(2, 3)).shape
    (2, 3)
    """
    return npi.exp(normal(mean, sigma, size, dtype, ctx, out), out=out)


@public
def logistic(
    loc: ndarray | Float = 0.0,
    scale: ndarray | Float = 1.0,
    size: Shape | None = None,
    ctx: Context | str | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Numbers of the logistic distribution.

    Parameters
    ----------
    loc : number or ndarray, default 0.0
        Place of the greatest density.
    scale : number or ndarray, default 1.0
        Scale.
    size : int or tuple of int, optional
        Shape of the result; by default the one that the parameters broadcast to.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.random.logistic(0, 1, size=(2, 3)).shape
    (2, 3)
    """
    arrays, attrs = split(side, loc=loc, scale=scale)
    return npi.logistic(*arrays, **attrs, size=sizes(size), ctx=context(ctx), out=out)


@public
def gumbel(
    loc: ndarray | Float = 0.0,
    scale: ndarray | Float = 1.0,
    size: Shape | None = None,
    ctx: Context | str | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Numbers of the Gumbel distribution.

    Parameters
    ----------
    loc : number or ndarray, default 0.0
        Place of the greatest density.
    scale : number or ndarray, default 1.0
        Scale.
    size : int or tuple of int, optional
        Shape of the result; by default the one that the parameters broadcast to.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.random.gumbel(0, 1, size=(2, 3)).shape
    (2, 3)
    """
    arrays, attrs = split(side, loc=loc, scale=scale)
    return npi.gumbel(*arrays, **attrs, size=sizes(size), ctx=context(ctx), out=out)


@public
def gamma(
    shape: ndarray | Float,
    scale: ndarray | Float = 1.0,
    size: Shape | None = None,
    dtype: DTypeLike | None = None,
    ctx: Context | str | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Gamma distributed numbers.

    With the interface of MXNet 2.0 gradients pass to parameters that are arrays.

    Parameters
    ----------
    shape : number or ndarray
        Shape parameter.
    scale : number or ndarray, default 1.0
        Scale.
    size : int or tuple of int, optional
        Shape of the result; by default the one that the parameters broadcast to.
    dtype : str or numpy type, optional
        Element type; float32 by default, see `npx.set_np`.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.random.gamma(2, size=(2, 3)).shape
    (2, 3)
    """
    arrays, attrs = split(side, shape=shape, scale=scale)
    if out is not None:
        size = out.shape
    draw = npi.smooth_gamma if arrays and dialect().differentiable_gamma else npi.gamma
    return draw(*arrays, **attrs, size=sizes(size), ctx=context(ctx), dtype=type_name(dtype), out=out)


@public
def beta(
    a: ndarray | Float, b: Any, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None
) -> ndarray:
    """Beta distributed numbers.

    Parameters
    ----------
    a, b : number or ndarray
        Shape parameters.
    size : int or tuple of int, optional
        Shape of the result; by default the one that the parameters broadcast to.
    dtype : str or numpy type, optional
        Element type; float32 by default, see `npx.set_np`.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.random.beta(2, 2, size=(2, 3)).shape
    (2, 3)
    """
    x = gamma(a, 1, size, "float64", ctx)
    y = gamma(b, 1, size, "float64", ctx)
    return (x / (x + y)).astype(type_name(dtype))


@public
def chisquare(df: Any, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None) -> ndarray:
    """Numbers drawn as MXNet draws them: gamma distributed of shape df / 2 and scale 1 / 2.

    The chi-squared distribution would have the scale 2.

    Parameters
    ----------
    df : number or ndarray
        Degrees of freedom.
    size : int or tuple of int, optional
        Shape of the result; by default the one that the parameters broadcast to.
    dtype : str or numpy type, optional
        Element type; float32 by default, see `npx.set_np`.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.random.chisquare(2, size=(2, 3)).shape
    (2, 3)
    """
    return gamma(df / 2, 1 / 2, size, dtype, ctx)


@public
def f(dfnum: Any, dfden: Any, size: Shape | None = None, ctx: Context | str | None = None) -> ndarray:
    """Numbers of the F distribution.

    Parameters
    ----------
    dfnum, dfden : number or ndarray
        Degrees of freedom of numerator and denominator.
    size : int or tuple of int, optional
        Shape of the result; by default the one that the parameters broadcast to.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.random.f(2, 4, size=(2, 3)).shape
    (2, 3)
    """
    above, below = chisquare(dfnum, size, None, ctx), chisquare(dfden, size, None, ctx)
    return (above / dfnum) / (below / dfden)


@public
def laplace(
    loc: ndarray | Float = 0.0,
    scale: ndarray | Float = 1.0,
    size: Shape | None = None,
    dtype: DTypeLike | None = None,
    ctx: Context | str | None = None,
) -> ndarray:
    """Numbers of the Laplace distribution.

    Parameters
    ----------
    loc : number or ndarray, default 0.0
        Mean.
    scale : number or ndarray, default 1.0
        Mean distance from it.
    size : int or tuple of int, optional
        Shape of the result; by default the one that the parameters broadcast to.
    dtype : str or numpy type, optional
        Element type; float32 by default, see `npx.set_np`.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.random.laplace(0, 1, size=(2, 3)).shape
    (2, 3)
    """
    low = 0.0 * loc + 0.0 * scale - 0.5  # so that the draw has the parameters' common shape
    place = uniform(low, 0.5, size, dtype, ctx)
    return loc - scale * npi.sign(place) * npi.log1p(-2.0 * npi.abs(place))


@public
def power(a: ndarray | Float, size: Shape | None = None) -> ndarray:
    """Numbers from [0, 1] whose density is a * x**(a - 1).

    Parameters
    ----------
    a : number or ndarray
        The parameter.
    size : int or tuple of int, optional
        Shape of the result; by default the one that the parameters broadcast to.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.random.power(2, size=(2, 3)).shape
    (2, 3)
    """
    arrays, attrs = split(side, a=a)
    return npi.powerd(*arrays, **attrs, size=sizes(size))


@public
def choice(
    a: ndarray | Float,
    size: Shape | None = None,
    replace: bool = True,
    p: Any = None,
    ctx: Context | str | None = None,
    out: ndarray | None = None,
) -> Any:
    """Elements of an array, or whole numbers, drawn at random.

    Parameters
    ----------
    a : ndarray or int
        The array; or n for the numbers 0 to n - 1.
    size : int or tuple of int, optional
        Shape of the result; one element by default.
    replace : bool, default True
        Whether an element may be drawn more than once.
    p : ndarray, optional
        Their probabilities; equal ones by default.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.random.choice(5, size=(2, 3)).shape
    (2, 3)
    """
    weights = () if p is None else (p,)
    if isinstance(a, array):
        places = npi.choice(a, *weights, a=None, size=sizes(size), replace=replace, weighted=p is not None)
        return npi.take(a, places)
    return npi.choice(*weights, a=a, size=sizes(size), replace=replace, ctx=context(ctx), weighted=p is not None, out=out)


@public
def multivariate_normal(mean: Any, cov: Any, size: Shape | None = None, check_valid: Any = None, tol: Any = None) -> ndarray:
    """Vectors of a normal distribution. The function has no gradient.

    Parameters
    ----------
    mean : ndarray
        Mean, (..., n).
    cov : ndarray
        Covariance matrix, (..., n, n).
    size : int or tuple of int, optional
        How many vectors.
    check_valid, tol
        Not supported.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.random.multivariate_normal(mx.np.zeros(2), mx.np.eye(2), size=(3,)).shape
    (3, 2)
    """
    if check_valid is not None:
        raise NotImplementedError("Parameter `check_valid` is not supported")
    if tol is not None:
        raise NotImplementedError("Parameter `tol` is not supported")
    return npi.mvn_fallback(mean, cov, size=size)


@public
def rand(*size: Any, **kwargs: Any) -> ndarray:
    """Uniformly distributed numbers from [0, 1).

    Parameters
    ----------
    *size : int
        Shape of the result.
    **kwargs
        `dtype`, `ctx` and `out`, as for `uniform`.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.random.rand(2, 3).shape
    (2, 3)
    """
    return uniform(0, 1, size=size, **kwargs)


@public
def shuffle(x: ndarray | Float) -> None:
    """Bring the rows (first axis) of an array into random order, in place.

    Parameters
    ----------
    x : ndarray
        The array.

    Returns
    -------
    None

    Examples
    --------
    >>> x = mx.np.arange(4)
    >>> mx.np.random.shuffle(x)
    >>> mx.np.sort(x)
    array([0., 1., 2., 3.])
    """
    npi.shuffle(x, out=x)


@arrays_only
def multinomial(n: Int, pvals: Any, size: Shape | None = None, **kwargs: Any) -> ndarray:
    """How often each outcome came in a number of draws.

    Parameters
    ----------
    n : int
        The number of draws.
    pvals : list of float or ndarray
        Probabilities of the outcomes.
    size : int or tuple of int, optional
        How often this is done.
    **kwargs
        Not supported.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.random.multinomial(10, [0.5, 0.5]).sum()
    array(10, dtype=int64)
    """
    if isinstance(pvals, every):
        return npi.multinomial(pvals, pvals=None, n=n, size=size)
    if isinstance(pvals, np.ndarray):
        raise ValueError("numpy ndarray is not supported!")
    if any(isinstance(p, list) for p in pvals):
        raise ValueError("object too deep for desired array")
    return npi.multinomial(n=n, pvals=pvals, size=size)


def families():
    """Functions made from tables."""
    for name, row in _ONE.items():
        _one(name, *row)
