# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import DTypeLike, Float, Int, Shape
from jmx.context import Context
from jmx.ndarray.numpy.array import ndarray

def randn(*size: Int, dtype: DTypeLike | None=None, ctx: Context | str | None=None, out: ndarray | None=None) -> ndarray:
    ...
def seed(seed: Any = None, device: str = 'all') -> None: ...
def beta(a: ndarray | Float, b: Any, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """Beta distributed numbers of the shape parameters `a` and `b`."""
def chisquare(df: Any, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """Numbers drawn as MXNet draws them for `df` degrees of freedom: gamma distributed of shape df / 2 and scale 1 / 2."""
def choice(a: ndarray | Float, size: Shape | None = None, replace: bool = True, p: Any = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> Any:
    """Elements of the array `a`, or numbers from [0, a), drawn with or without replacement, with probabilities `p`."""
def exponential(scale: ndarray | Float = 1.0, size: Shape | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """Exponentially distributed numbers of mean `scale`."""
def f(dfnum: Any, dfden: Any, size: Shape | None = None, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """Numbers of the F distribution with `dfnum` and `dfden` degrees of freedom."""
def gamma(shape: Shape, scale: ndarray | Float = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """Gamma distributed numbers of shape parameter `shape` and scale `scale`.

    With the interface of MXNet 2.0 gradients pass to parameters that are arrays.
    """
def gumbel(loc: ndarray | Float = 0.0, scale: ndarray | Float = 1.0, size: Shape | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """Numbers of the Gumbel distribution."""
def laplace(loc: ndarray | Float = 0.0, scale: ndarray | Float = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, *, device: Any = None) -> ndarray:
    """Numbers of the Laplace distribution of mean `loc` and scale `scale`."""
def logistic(loc: ndarray | Float = 0.0, scale: ndarray | Float = 1.0, size: Shape | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """Numbers of the logistic distribution."""
def lognormal(mean: Any = 0.0, sigma: Any = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """Numbers whose logarithms are normally distributed."""
def multinomial(n: Int, pvals: Any, size: Shape | None = None, **kwargs: Any) -> ndarray:
    """How often each outcome came, in `n` draws with the probabilities `pvals` (a sequence or an array)."""
def multivariate_normal(mean: Any, cov: Any, size: Shape | None = None, check_valid: Any = None, tol: Any = None) -> ndarray:
    """Vectors of a normal distribution of mean `mean` and covariance matrix `cov`. It has no gradient."""
def normal(loc: ndarray | Float = 0.0, scale: ndarray | Float = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """Normally distributed numbers of mean `loc` and standard deviation `scale`."""
def pareto(a: ndarray | Float, size: Shape | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """Pareto distributed numbers (Lomax) of shape parameter `a`."""
def power(a: ndarray | Float, size: Shape | None = None) -> ndarray:
    """Numbers from [0, 1] whose density is a * x**(a - 1)."""
def rand(*size: Any, **kwargs: Any) -> ndarray:
    """Uniformly distributed numbers from [0, 1) in the given shape; keywords dtype, ctx, out."""
def randint(low: ndarray | Float, high: ndarray | Float | None = None, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """Integers from [low, high), or [0, low) without `high`; dtype int32 or int64 (default)."""
def rayleigh(scale: ndarray | Float = 1.0, size: Shape | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """Rayleigh distributed numbers of the given scale."""
def shuffle(x: ndarray | Float) -> None:
    """Bring the rows (first axis) of `x` into random order, in place."""
def uniform(low: ndarray | Float = 0.0, high: ndarray | Float | None = 1.0, size: Shape | None = None, dtype: DTypeLike | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """Uniformly distributed numbers from [low, high)."""
def weibull(a: ndarray | Float, size: Shape | None = None, ctx: Context | str | None = None, out: ndarray | None = None, *, device: Any = None) -> ndarray:
    """Weibull distributed numbers of shape parameter `a` and scale 1."""
