# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import DTypeLike, Float, Shape
from jmx.context import Context
from jmx.symbol.numpy._symbol import _Symbol

def beta(a: _Symbol | Float, b: Any, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> _Symbol:
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
def chisquare(df: Any, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> _Symbol:
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
def choice(a: _Symbol | Float, size: Shape | None = None, replace: bool = True, p: Any = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> Any:
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
def exponential(scale: _Symbol | Float = 1.0, size: Shape | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
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
def f(dfnum: Any, dfden: Any, size: Shape | None = None, ctx: Context | str | None = None, *, device: Any = None) -> _Symbol:
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
def gamma(shape: Shape, scale: _Symbol | Float = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
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
def gumbel(loc: _Symbol | Float = 0.0, scale: _Symbol | Float = 1.0, size: Shape | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
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
def laplace(loc: _Symbol | Float = 0.0, scale: _Symbol | Float = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> _Symbol:
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
def logistic(loc: _Symbol | Float = 0.0, scale: _Symbol | Float = 1.0, size: Shape | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
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
def lognormal(mean: Any = 0.0, sigma: Any = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
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
def multivariate_normal(mean: Any, cov: Any, size: Shape | None = None, check_valid: Any = None, tol: Any = None) -> _Symbol:
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
def normal(loc: _Symbol | Float = 0.0, scale: _Symbol | Float = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
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
def pareto(a: _Symbol | Float, size: Shape | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
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
def power(a: _Symbol | Float, size: Shape | None = None) -> _Symbol:
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
def rand(*size: Any, **kwargs: Any) -> _Symbol:
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
def randint(low: _Symbol | Float, high: _Symbol | Float | None = None, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
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
def rayleigh(scale: _Symbol | Float = 0.0, size: Shape | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Rayleigh distributed numbers.

    Parameters
    ----------
    scale : number or ndarray, default 0.0
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
def shuffle(x: _Symbol | Float) -> None:
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
def uniform(low: _Symbol | Float = 0.0, high: _Symbol | Float | None = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
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
def weibull(a: _Symbol | Float, size: Shape | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Weibull distributed numbers of scale 1.

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
    >>> mx.np.random.weibull(2, size=(2, 3)).shape
    (2, 3)
    """
