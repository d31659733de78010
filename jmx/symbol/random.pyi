# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping
from typing import Any, Unpack
from jmx._typing import DTypeLike, Float, Int, NodeAttributes, Shape
from jmx.symbol.symbol import Symbol as Symbol

def uniform(low: Symbol | Float=0, high: Symbol | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, name: str | None=None, **kwargs: Any) -> Symbol:
    ...
def normal(loc: Symbol | Float=0, scale: Symbol | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, name: str | None=None, **kwargs: Any) -> Symbol:
    ...
def randn(*shape: Any, **kwargs: Any) -> Any: ...
def poisson(lam: Symbol | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, name: str | None=None, **kwargs: Any) -> Symbol:
    ...
def exponential(scale: Symbol | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, name: str | None=None, **kwargs: Any) -> Symbol:
    ...
def gamma(alpha: Symbol | Float=1, beta: Symbol | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, name: str | None=None, **kwargs: Any) -> Symbol:
    ...
def negative_binomial(k: Symbol | Float=1, p: Symbol | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, name: str | None=None, **kwargs: Any) -> Symbol:
    ...
def generalized_negative_binomial(mu: Symbol | Float=1, alpha: Symbol | Float=1, shape: Shape | None=None, dtype: DTypeLike | None=None, name: str | None=None, **kwargs: Any) -> Symbol:
    ...
def multinomial(data: Symbol, shape: Shape | None=None, get_prob: bool=True, dtype: DTypeLike | None='int32', **kwargs: Any) -> Symbol:
    ...
def categorical(data: Any, shape: Shape | None = ..., get_prob: bool = False, dtype: str = 'int32', **kwargs: Any) -> Any: ...
def shuffle(data: Symbol, **kwargs: Any) -> Symbol:
    ...
def randint(low: Int, high: Int, shape: Shape | None=None, dtype: DTypeLike | None=None, **kwargs: Any) -> Symbol:
    ...
def exponential_like(data: Symbol | None = None, lam: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_exponential, in the shape and type of `data`.

    Declared in jmx/ops/random.py.
    """
def gamma_like(data: Symbol | None = None, alpha: Float = 1.0, beta: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_gamma, in the shape and type of `data`.

    Declared in jmx/ops/random.py.
    """
def generalized_negative_binomial_like(data: Symbol | None = None, mu: Float = 1.0, alpha: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_generalized_negative_binomial, in the shape and type of `data`.

    Declared in jmx/ops/random.py.
    """
def negative_binomial_like(data: Symbol | None = None, k: Float = 1, p: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_negative_binomial, in the shape and type of `data`.

    Declared in jmx/ops/random.py.
    """
def normal_like(data: Symbol | None = None, loc: Float = 0.0, scale: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_normal, in the shape and type of `data`.

    Declared in jmx/ops/random.py.
    """
def pdf_dirichlet(sample: Symbol | None = None, alpha: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the Dirichlet distribution; the last dimension of both inputs is that of the simplex.

    Declared in jmx/ops/random_pdf.py.
    """
def pdf_exponential(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the exponential distribution of rate `lam`.

    Declared in jmx/ops/random_pdf.py.
    """
def pdf_gamma(sample: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the gamma distribution of shape `alpha` and rate `beta`.

    Declared in jmx/ops/random_pdf.py.
    """
def pdf_generalized_negative_binomial(sample: Symbol | None = None, mu: Symbol | None = None, alpha: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Probability of counts under the negative binomial distribution of mean `mu` and dispersion `alpha`.

    Declared in jmx/ops/random_pdf.py.
    """
def pdf_negative_binomial(sample: Symbol | None = None, k: Symbol | None = None, p: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Probability of counts of failures before the `k`-th success, each try succeeding with probability `p`.

    Declared in jmx/ops/random_pdf.py.
    """
def pdf_normal(sample: Symbol | None = None, mu: Symbol | None = None, sigma: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the normal distribution of mean `mu` and standard deviation `sigma`.

    Declared in jmx/ops/random_pdf.py.
    """
def pdf_poisson(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Probability of counts under the Poisson distribution of mean `lam`.

    Declared in jmx/ops/random_pdf.py.
    """
def pdf_uniform(sample: Symbol | None = None, low: Symbol | None = None, high: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the uniform distribution over [low, high); samples outside are not told apart.

    Declared in jmx/ops/random_pdf.py.
    """
def poisson_like(data: Symbol | None = None, lam: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_poisson, in the shape and type of `data`.

    Declared in jmx/ops/random.py.
    """
def uniform_like(data: Symbol | None = None, low: Float = 0.0, high: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_uniform, in the shape and type of `data`.

    Declared in jmx/ops/random.py.
    """
