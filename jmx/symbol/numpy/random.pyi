# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import DTypeLike, Float, Shape
from jmx.context import Context
from jmx.symbol.numpy._symbol import _Symbol

def beta(a: _Symbol | Float, b: Any, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> _Symbol:
    """Beta distributed numbers. As mx.np.random.beta."""
def chisquare(df: Any, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> _Symbol:
    """Numbers drawn as MXNet draws them: gamma distributed of shape df / 2 and scale 1 / 2. As mx.np.random.chisquare."""
def choice(a: _Symbol | Float, size: Shape | None = None, replace: bool = True, p: Any = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> Any:
    """Elements of an array, or whole numbers, drawn at random. As mx.np.random.choice."""
def exponential(scale: _Symbol | Float = 1.0, size: Shape | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Exponentially distributed numbers. As mx.np.random.exponential."""
def f(dfnum: Any, dfden: Any, size: Shape | None = None, ctx: Context | str | None = None, *, device: Any = None) -> _Symbol:
    """Numbers of the F distribution. As mx.np.random.f."""
def gamma(shape: _Symbol | Float, scale: _Symbol | Float = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Gamma distributed numbers. As mx.np.random.gamma."""
def gumbel(loc: _Symbol | Float = 0.0, scale: _Symbol | Float = 1.0, size: Shape | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Numbers of the Gumbel distribution. As mx.np.random.gumbel."""
def laplace(loc: _Symbol | Float = 0.0, scale: _Symbol | Float = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> _Symbol:
    """Numbers of the Laplace distribution. As mx.np.random.laplace."""
def logistic(loc: _Symbol | Float = 0.0, scale: _Symbol | Float = 1.0, size: Shape | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Numbers of the logistic distribution. As mx.np.random.logistic."""
def lognormal(mean: Any = 0.0, sigma: Any = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Numbers whose logarithms are normally distributed. As mx.np.random.lognormal."""
def multivariate_normal(mean: Any, cov: Any, size: Shape | None = None, check_valid: Any = None, tol: Any = None) -> _Symbol:
    """Vectors of a normal distribution. The function has no gradient. As mx.np.random.multivariate_normal."""
def normal(loc: _Symbol | Float = 0.0, scale: _Symbol | Float = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Normally distributed numbers. As mx.np.random.normal."""
def pareto(a: _Symbol | Float, size: Shape | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Pareto distributed numbers (Lomax). As mx.np.random.pareto."""
def power(a: _Symbol | Float, size: Shape | None = None) -> _Symbol:
    """Numbers from [0, 1] whose density is a * x**(a - 1). As mx.np.random.power."""
def rand(*size: Any, **kwargs: Any) -> _Symbol:
    """Uniformly distributed numbers from [0, 1). As mx.np.random.rand."""
def randint(low: _Symbol | Float, high: _Symbol | Float | None = None, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Whole numbers, all as likely. As mx.np.random.randint."""
def rayleigh(scale: _Symbol | Float = 0.0, size: Shape | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Rayleigh distributed numbers. As mx.np.random.rayleigh."""
def shuffle(x: _Symbol | Float) -> None:
    """Bring the rows (first axis) of an array into random order, in place. As mx.np.random.shuffle."""
def uniform(low: _Symbol | Float = 0.0, high: _Symbol | Float | None = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Uniformly distributed numbers. As mx.np.random.uniform."""
def weibull(a: _Symbol | Float, size: Shape | None = None, ctx: Context | str | None = None, out: _Symbol | None = None, *, device: Any = None) -> _Symbol:
    """Weibull distributed numbers of scale 1. As mx.np.random.weibull."""
