# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping, Sequence
from typing import Any, Unpack
from jmx._typing import DTypeLike, Float, Int, NodeAttributes, Shape
from jmx.symbol.symbol import Symbol as Symbol

def uniform(low: Symbol | Float=0, high: Symbol | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, name: str | None=None, **kwargs: Any) -> Symbol:
    ...
def normal(loc: Symbol | Float=0, scale: Symbol | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, name: str | None=None, **kwargs: Any) -> Symbol:
    ...
def randn(*shape: Int, **kwargs: Any) -> Symbol: ...
def poisson(lam: Symbol | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, name: str | None=None, **kwargs: Any) -> Symbol:
    ...
def exponential(scale: Symbol | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, name: str | None=None, **kwargs: Any) -> Symbol:
    ...
def gamma(alpha: Symbol | Float=1, beta: Symbol | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, name: str | None=None, **kwargs: Any) -> Symbol:
    ...
def binomial(n: Int | Symbol = 1, p: Float | Symbol = 0.5, shape: Int | Sequence[Int] | None = ..., dtype: str | None = ..., **kwargs: Any) -> Symbol: ...
def negative_binomial(k: Symbol | Float=1, p: Symbol | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, name: str | None=None, **kwargs: Any) -> Symbol:
    ...
def generalized_negative_binomial(mu: Symbol | Float=1, alpha: Symbol | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, name: str | None=None, **kwargs: Any) -> Symbol:
    ...
def categorical(data: Symbol, shape: Int | Sequence[Int] | None = ..., get_prob: bool = False, dtype: str = 'int32', **kwargs: Any) -> Symbol: ...
def multinomial(data: Symbol, shape: Shape | None=None, get_prob: bool=True, dtype: DTypeLike | None='int32', **kwargs: Any) -> Symbol:
    ...
def shuffle(data: Symbol, **kwargs: Any) -> Symbol:
    ...
def randint(low: Int, high: Int, shape: Shape | None=None, dtype: DTypeLike | None=None, **kwargs: Any) -> Symbol:
    ...
def binomial_like(data: Symbol | None = None, n: Float = 1, p: Float = 0.5, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_binomial, in the shape and type of `data`. As mx.nd.random.binomial_like."""
def exponential_like(data: Symbol | None = None, lam: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_exponential, in the shape and type of `data`. As mx.nd.random.exponential_like."""
def gamma_like(data: Symbol | None = None, alpha: Float = 1.0, beta: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_gamma, in the shape and type of `data`. As mx.nd.random.gamma_like."""
def generalized_negative_binomial_like(data: Symbol | None = None, mu: Float = 1.0, alpha: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_generalized_negative_binomial, in the shape and type of `data`. As mx.nd.random.generalized_negative_binomial_like."""
def negative_binomial_like(data: Symbol | None = None, k: Float = 1, p: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_negative_binomial, in the shape and type of `data`. As mx.nd.random.negative_binomial_like."""
def normal_like(data: Symbol | None = None, loc: Float = 0.0, scale: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_normal, in the shape and type of `data`. As mx.nd.random.normal_like."""
def pdf_dirichlet(sample: Symbol | None = None, alpha: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the Dirichlet distribution. As mx.nd.random.pdf_dirichlet."""
def pdf_exponential(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the exponential distribution, lam * exp(-lam * sample). As mx.nd.random.pdf_exponential."""
def pdf_gamma(sample: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the gamma distribution. As mx.nd.random.pdf_gamma."""
def pdf_generalized_negative_binomial(sample: Symbol | None = None, mu: Symbol | None = None, alpha: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Probability of counts under the negative binomial distribution by mean and dispersion. As mx.nd.random.pdf_generalized_negative_binomial."""
def pdf_negative_binomial(sample: Symbol | None = None, k: Symbol | None = None, p: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Probability of counts of failures before the `k`-th success. As mx.nd.random.pdf_negative_binomial."""
def pdf_normal(sample: Symbol | None = None, mu: Symbol | None = None, sigma: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the normal distribution. As mx.nd.random.pdf_normal."""
def pdf_poisson(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Probability of counts under the Poisson distribution. As mx.nd.random.pdf_poisson."""
def pdf_uniform(sample: Symbol | None = None, low: Symbol | None = None, high: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the uniform distribution over [low, high), 1 / (high - low); samples outside are not told apart. As mx.nd.random.pdf_uniform."""
def poisson_like(data: Symbol | None = None, lam: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_poisson, in the shape and type of `data`. As mx.nd.random.poisson_like."""
def uniform_like(data: Symbol | None = None, low: Float = 0.0, high: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_uniform, in the shape and type of `data`. As mx.nd.random.uniform_like."""
