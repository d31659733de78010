# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import DTypeLike, Float, Shape
from jmx.context import Context
from jmx.symbol.numpy._symbol import _Symbol

def beta(a: _Symbol | Float, b: Any, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> _Symbol:
    """Beta distributed numbers of the shape parameters `a` and `b`."""
def chisquare(df: Any, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> _Symbol:
    """Numbers drawn as MXNet draws them for `df` degrees of freedom: gamma distributed of shape df / 2 and scale 1 / 2."""
def choice(a: _Symbol | Float, size: Shape | None = None, replace: bool = True, p: Any = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> Any:
    """Elements of the array `a`, or numbers from [0, a), drawn with or without replacement, with probabilities `p`."""
def exponential(scale: _Symbol | Float = 1.0, size: Shape | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Exponentially distributed numbers of mean `scale`."""
def f(dfnum: Any, dfden: Any, size: Shape | None = None, ctx: Context | str | None = None, *, device: Any = None) -> _Symbol:
    """Numbers of the F distribution with `dfnum` and `dfden` degrees of freedom."""
def gamma(shape: Shape, scale: _Symbol | Float = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Gamma distributed numbers of shape parameter `shape` and scale `scale`.

    With the interface of MXNet 2.0 gradients pass to parameters that are arrays.
    """
def gumbel(loc: _Symbol | Float = 0.0, scale: _Symbol | Float = 1.0, size: Shape | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Numbers of the Gumbel distribution."""
def laplace(loc: _Symbol | Float = 0.0, scale: _Symbol | Float = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> _Symbol:
    """Numbers of the Laplace distribution of mean `loc` and scale `scale`."""
def logistic(loc: _Symbol | Float = 0.0, scale: _Symbol | Float = 1.0, size: Shape | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Numbers of the logistic distribution."""
def lognormal(mean: Any = 0.0, sigma: Any = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Numbers whose logarithms are normally distributed."""
def multivariate_normal(mean: Any, cov: Any, size: Shape | None = None, check_valid: Any = None, tol: Any = None) -> _Symbol:
    """Vectors of a normal distribution of mean `mean` and covariance matrix `cov`. It has no gradient."""
def normal(loc: _Symbol | Float = 0.0, scale: _Symbol | Float = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Normally distributed numbers of mean `loc` and standard deviation `scale`."""
def pareto(a: _Symbol | Float, size: Shape | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Pareto distributed numbers (Lomax) of shape parameter `a`."""
def power(a: _Symbol | Float, size: Shape | None = None) -> _Symbol:
    """Numbers from [0, 1] whose density is a * x**(a - 1)."""
def rand(*size: Any, **kwargs: Any) -> _Symbol:
    """Uniformly distributed numbers from [0, 1) in the given shape; keywords dtype, ctx, out."""
def randint(low: _Symbol | Float, high: _Symbol | Float | None = None, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Integers from [low, high), or [0, low) without `high`; dtype int32 or int64 (default)."""
def rayleigh(scale: _Symbol | Float = 0.0, size: Shape | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Rayleigh distributed numbers of the given scale."""
def shuffle(x: _Symbol | Float) -> None:
    """Bring the rows (first axis) of `x` into random order, in place."""
def uniform(low: _Symbol | Float = 0.0, high: _Symbol | Float | None = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Uniformly distributed numbers from [low, high)."""
def weibull(a: _Symbol | Float, size: Shape | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Weibull distributed numbers of shape parameter `a` and scale 1."""
