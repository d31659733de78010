# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import DTypeLike, Float, Shape
from jmx.context import Context
from jmx.ndarray.numpy.array import ndarray

def beta(a: ndarray | Float, b: Any, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
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
def chisquare(df: Any, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
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
def choice(a: ndarray | Float, size: Shape | None = None, replace: bool = True, p: Any = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> Any:
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
def exponential(scale: ndarray | Float = 1.0, size: Shape | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """Exponentially distributed numbers.

    Parameters
    ----------
    scale : number or ndarray, default 1.0
        The mean.
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
    >>> mx.np.random.exponential(1, size=(2, 3)).shape
    (2, 3)
    """
def f(dfnum: Any, dfden: Any, size: Shape | None = None, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
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
def gamma(shape: ndarray | Float, scale: ndarray | Float = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
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
def gumbel(loc: ndarray | Float = 0.0, scale: ndarray | Float = 1.0, size: Shape | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
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
def laplace(loc: ndarray | Float = 0.0, scale: ndarray | Float = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
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
def logistic(loc: ndarray | Float = 0.0, scale: ndarray | Float = 1.0, size: Shape | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """Numbers of the logistic distribution.

    Parameters, results and errors as those of mx.np.gumbel.

    Examples
    --------
    >>> mx.np.random.logistic(0, 1, size=(2, 3)).shape
    (2, 3)
    """
def lognormal(mean: Any = 0.0, sigma: Any = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
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
from jmx._numpy.random import multinomial as multinomial
from jmx._numpy.random import multivariate_normal as multivariate_normal
def normal(loc: ndarray | Float = 0.0, scale: ndarray | Float = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
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
def pareto(a: ndarray | Float, size: Shape | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """Pareto distributed numbers (Lomax).

    Parameters
    ----------
    a : number or ndarray
        The shape parameter.
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
    >>> mx.np.random.pareto(2, size=(2, 3)).shape
    (2, 3)
    """
from jmx._numpy.random import power as power
from jmx._numpy.random import rand as rand
def randint(low: ndarray | Float, high: ndarray | Float | None = None, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
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
def rayleigh(scale: ndarray | Float = 1.0, size: Shape | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """Rayleigh distributed numbers.

    Parameters
    ----------
    scale : number or ndarray, default 1.0
        The scale, which is where the density is greatest.
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
    >>> mx.np.random.rayleigh(1, size=(2, 3)).shape
    (2, 3)
    """
from jmx._numpy.random import shuffle as shuffle
def uniform(low: ndarray | Float = 0.0, high: ndarray | Float | None = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
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
def weibull(a: ndarray | Float, size: Shape | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """Weibull distributed numbers of scale 1.

    Parameters, results and errors as those of mx.np.pareto.

    Examples
    --------
    >>> mx.np.random.weibull(2, size=(2, 3)).shape
    (2, 3)
    """
