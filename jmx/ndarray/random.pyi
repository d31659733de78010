# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any, Literal, overload
from jmx._typing import DTypeLike, Float, Int, Shape
from jmx.context import Context
from jmx.ndarray.ndarray import NDArray
from jmx.base import MXNetError as MXNetError

def uniform(low: NDArray | Float=0, high: NDArray | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, ctx: Context | None=None, out: NDArray | None=None, name: str | None=None) -> NDArray:
    ...
def normal(loc: NDArray | Float=0, scale: NDArray | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, ctx: Context | None=None, out: NDArray | None=None, name: str | None=None) -> NDArray:
    ...
def randn(*shape: Int, loc: NDArray | Float=0, scale: NDArray | Float=1, dtype: DTypeLike | None=None, ctx: Context | None=None, out: NDArray | None=None) -> NDArray:
    ...
def poisson(lam: NDArray | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, ctx: Context | None=None, out: NDArray | None=None, name: str | None=None) -> NDArray:
    ...
def exponential(scale: NDArray | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, ctx: Context | None=None, out: NDArray | None=None, name: str | None=None) -> NDArray:
    ...
def gamma(alpha: NDArray | Float=1, beta: NDArray | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, ctx: Context | None=None, out: NDArray | None=None, name: str | None=None) -> NDArray:
    ...
def binomial(n: Int | NDArray = 1, p: Float | NDArray = 0.5, shape: Int | Sequence[Int] | None = ..., dtype: str | None = ..., ctx: Context | None = None, out: NDArray | None = None, **kwargs: Any) -> NDArray: ...
def negative_binomial(k: NDArray | Float=1, p: NDArray | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, ctx: Context | None=None, out: NDArray | None=None, name: str | None=None) -> NDArray:
    ...
def generalized_negative_binomial(mu: NDArray | Float=1, alpha: NDArray | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, ctx: Context | None=None, out: NDArray | None=None, name: str | None=None) -> NDArray:
    ...
def categorical(data: NDArray, shape: Int | Sequence[Int] | None = ..., get_prob: bool = False, out: NDArray | None = None, dtype: str = 'int32', **kwargs: Any) -> NDArray | list[NDArray]: ...
@overload
def multinomial(data: NDArray, shape: Shape | None=None, *, get_prob: Literal[True], out: Any=None, dtype: DTypeLike | None='int32') -> list[NDArray]:
    ...
@overload
def multinomial(data: NDArray, shape: Shape | None=None, get_prob: bool=False, out: Any=None, dtype: DTypeLike | None='int32') -> NDArray:
    ...
def shuffle(data: NDArray, *, out: NDArray | None=None) -> NDArray:
    ...
def randint(low: Int, high: Int, shape: Shape | None=None, dtype: DTypeLike | None=None, ctx: Context | None=None, out: NDArray | None=None, name: str | None=None) -> NDArray:
    ...
def binomial_like(data: NDArray, n: Float = 1, p: Float = 0.5, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """As random_binomial, in the shape and type of `data`. Declared in jmx/ops/random.py.

    n    number of trials
    p    probability of success, 0 to 1
    """
def exponential_like(data: NDArray, lam: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """As random_exponential, in the shape and type of `data`. Declared in jmx/ops/random.py.

    lam    rate, positive
    """
def gamma_like(data: NDArray, alpha: Float = 1.0, beta: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """As random_gamma, in the shape and type of `data`. Declared in jmx/ops/random.py.

    alpha    shape parameter, positive
    beta    scale, positive
    """
def generalized_negative_binomial_like(data: NDArray, mu: Float = 1.0, alpha: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """As random_generalized_negative_binomial, in the shape and type of `data`. Declared in jmx/ops/random.py.

    mu    mean, not negative
    alpha    dispersion, not negative; 0 gives the Poisson distribution
    """
def negative_binomial_like(data: NDArray, k: Float = 1, p: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """As random_negative_binomial, in the shape and type of `data`. Declared in jmx/ops/random.py.

    k    number of successes
    p    probability of success, 0 to 1
    """
def normal_like(data: NDArray, loc: Float = 0.0, scale: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """As random_normal, in the shape and type of `data`. Declared in jmx/ops/random.py.

    loc    mean
    scale    standard deviation, positive
    """
def pdf_dirichlet(sample: NDArray, alpha: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Density of the Dirichlet distribution. As mx.nd.random_pdf_dirichlet."""
def pdf_exponential(sample: NDArray, lam: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Density of the exponential distribution, lam * exp(-lam * sample). As mx.nd.random_pdf_exponential."""
def pdf_gamma(sample: NDArray, alpha: NDArray, beta: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Density of the gamma distribution. As mx.nd.random_pdf_gamma."""
def pdf_generalized_negative_binomial(sample: NDArray, mu: NDArray, alpha: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Probability of counts under the negative binomial distribution by mean and dispersion. As mx.nd.random_pdf_generalized_negative_binomial."""
def pdf_negative_binomial(sample: NDArray, k: NDArray, p: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Probability of counts of failures before the `k`-th success. As mx.nd.random_pdf_negative_binomial."""
def pdf_normal(sample: NDArray, mu: NDArray, sigma: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Density of the normal distribution. As mx.nd.random_pdf_normal."""
def pdf_poisson(sample: NDArray, lam: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Probability of counts under the Poisson distribution. As mx.nd.random_pdf_poisson."""
def pdf_uniform(sample: NDArray, low: NDArray, high: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Density of the uniform distribution over [low, high), 1 / (high - low); samples outside are not told apart. As mx.nd.random_pdf_uniform."""
def poisson_like(data: NDArray, lam: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """As random_poisson, in the shape and type of `data`. Declared in jmx/ops/random.py.

    lam    mean, not negative
    """
def uniform_like(data: NDArray, low: Float = 0.0, high: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """As random_uniform, in the shape and type of `data`. Declared in jmx/ops/random.py.

    low, high    bounds; `high` itself is not drawn
    """
