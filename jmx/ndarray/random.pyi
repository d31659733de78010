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
def negative_binomial(k: NDArray | Float=1, p: NDArray | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, ctx: Context | None=None, out: NDArray | None=None, name: str | None=None) -> NDArray:
    ...
def generalized_negative_binomial(mu: NDArray | Float=1, alpha: NDArray | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, ctx: Context | None=None, out: NDArray | None=None, name: str | None=None) -> NDArray:
    ...
@overload
def multinomial(data: NDArray, shape: Shape | None=None, *, get_prob: Literal[True], out: Any=None, dtype: DTypeLike | None='int32') -> list[NDArray]:
    ...
@overload
def multinomial(data: NDArray, shape: Shape | None=None, get_prob: bool=False, out: Any=None, dtype: DTypeLike | None='int32') -> NDArray:
    ...
def categorical(data: Any, shape: Shape | None = ..., get_prob: bool = False, out: Any = None, dtype: str = 'int32', **kwargs: Any) -> Any: ...
def shuffle(data: NDArray, *, out: NDArray | None=None) -> NDArray:
    ...
def randint(low: Int, high: Int, shape: Shape | None=None, dtype: DTypeLike | None=None, ctx: Context | None=None, out: NDArray | None=None, name: str | None=None) -> NDArray:
    ...
def exponential_like(data: NDArray, lam: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """As random_exponential, in the shape and type of `data`.

    Declared in jmx/ops/random.py.
    """
def gamma_like(data: NDArray, alpha: Float = 1.0, beta: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """As random_gamma, in the shape and type of `data`.

    Declared in jmx/ops/random.py.
    """
def generalized_negative_binomial_like(data: NDArray, mu: Float = 1.0, alpha: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """As random_generalized_negative_binomial, in the shape and type of `data`.

    Declared in jmx/ops/random.py.
    """
def negative_binomial_like(data: NDArray, k: Float = 1, p: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """As random_negative_binomial, in the shape and type of `data`.

    Declared in jmx/ops/random.py.
    """
def normal_like(data: NDArray, loc: Float = 0.0, scale: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """As random_normal, in the shape and type of `data`.

    Declared in jmx/ops/random.py.
    """
def pdf_dirichlet(sample: NDArray, alpha: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Density of the Dirichlet distribution; the last dimension of both inputs is that of the simplex.

    Declared in jmx/ops/random_pdf.py.
    """
def pdf_exponential(sample: NDArray, lam: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Density of the exponential distribution of rate `lam`.

    Declared in jmx/ops/random_pdf.py.
    """
def pdf_gamma(sample: NDArray, alpha: NDArray, beta: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Density of the gamma distribution of shape `alpha` and rate `beta`.

    Declared in jmx/ops/random_pdf.py.
    """
def pdf_generalized_negative_binomial(sample: NDArray, mu: NDArray, alpha: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Probability of counts under the negative binomial distribution of mean `mu` and dispersion `alpha`.

    Declared in jmx/ops/random_pdf.py.
    """
def pdf_negative_binomial(sample: NDArray, k: NDArray, p: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Probability of counts of failures before the `k`-th success, each try succeeding with probability `p`.

    Declared in jmx/ops/random_pdf.py.
    """
def pdf_normal(sample: NDArray, mu: NDArray, sigma: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Density of the normal distribution of mean `mu` and standard deviation `sigma`.

    Declared in jmx/ops/random_pdf.py.
    """
def pdf_poisson(sample: NDArray, lam: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Probability of counts under the Poisson distribution of mean `lam`.

    Declared in jmx/ops/random_pdf.py.
    """
def pdf_uniform(sample: NDArray, low: NDArray, high: NDArray, is_log: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Density of the uniform distribution over [low, high); samples outside are not told apart.

    Declared in jmx/ops/random_pdf.py.
    """
def poisson_like(data: NDArray, lam: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """As random_poisson, in the shape and type of `data`.

    Declared in jmx/ops/random.py.
    """
def uniform_like(data: NDArray, low: Float = 0.0, high: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """As random_uniform, in the shape and type of `data`.

    Declared in jmx/ops/random.py.
    """
