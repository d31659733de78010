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
    """As random_binomial, in the shape and type of `data`.

    n    number of trials
    p    probability of success, 0 to 1

    Declared in jmx/ops/random.py.
    """
def exponential_like(data: Symbol | None = None, lam: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_exponential, in the shape and type of `data`.

    lam    rate, positive

    Declared in jmx/ops/random.py.
    """
def gamma_like(data: Symbol | None = None, alpha: Float = 1.0, beta: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_gamma, in the shape and type of `data`.

    alpha    shape parameter, positive
    beta    scale, positive

    Declared in jmx/ops/random.py.
    """
def generalized_negative_binomial_like(data: Symbol | None = None, mu: Float = 1.0, alpha: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_generalized_negative_binomial, in the shape and type of `data`.

    mu    mean, not negative
    alpha    dispersion, not negative; 0 gives the Poisson distribution

    Declared in jmx/ops/random.py.
    """
def negative_binomial_like(data: Symbol | None = None, k: Float = 1, p: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_negative_binomial, in the shape and type of `data`.

    k    number of successes
    p    probability of success, 0 to 1

    Declared in jmx/ops/random.py.
    """
def normal_like(data: Symbol | None = None, loc: Float = 0.0, scale: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_normal, in the shape and type of `data`.

    loc    mean
    scale    standard deviation, positive

    Declared in jmx/ops/random.py.
    """
def pdf_dirichlet(sample: Symbol | None = None, alpha: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the Dirichlet distribution.

    sample    samples, (*any, *more, k): each sums to one along the last axis
    alpha    concentrations, (*any, k)
    is_log    return logarithms

    Returns (*any, *more). Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> (nd.random_pdf_dirichlet(nd.array([[0.25, 0.75]]), nd.array([2, 1])) * 1000).round()
    [500.]
    <NDArray 1 @cpu(0)>

    Declared in jmx/ops/random_pdf.py.
    """
def pdf_exponential(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the exponential distribution, lam * exp(-lam * sample).

    sample    samples, (*parameters, *any)
    lam    rates
    is_log    return logarithms

    Returns an array like `sample`. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> nd.random_pdf_exponential(nd.array([[0, 1000]]), nd.array([2])).round()
    [[2. 0.]]
    <NDArray 1x2 @cpu(0)>

    Declared in jmx/ops/random_pdf.py.
    """
def pdf_gamma(sample: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the gamma distribution.

    sample    samples, (*parameters, *any)
    alpha, beta    shape parameters and rates, arrays of one shape; the samplers take scales, 1 / rate
    is_log    return logarithms

    Returns an array like `sample`. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> (nd.random_pdf_gamma(nd.array([[1, 2]]), nd.array([2]), nd.array([1])) * 1000).round()
    [[368. 271.]]
    <NDArray 1x2 @cpu(0)>

    Declared in jmx/ops/random_pdf.py.
    """
def pdf_generalized_negative_binomial(sample: Symbol | None = None, mu: Symbol | None = None, alpha: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Probability of counts under the negative binomial distribution by mean and dispersion.

    sample    samples, (*parameters, *any)
    mu, alpha    means and dispersions, arrays of one shape
    is_log    return logarithms

    Returns an array like `sample`. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> (nd.random_pdf_generalized_negative_binomial(nd.array([[0, 1, 2]]), nd.array([1]), nd.array([1])) * 1000).round()
    [[500. 250. 125.]]
    <NDArray 1x3 @cpu(0)>

    Declared in jmx/ops/random_pdf.py.
    """
def pdf_negative_binomial(sample: Symbol | None = None, k: Symbol | None = None, p: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Probability of counts of failures before the `k`-th success.

    sample    samples, (*parameters, *any)
    k    numbers of successes
    p    probabilities of success, in the shape of `k`
    is_log    return logarithms

    Returns an array like `sample`. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> (nd.random_pdf_negative_binomial(nd.array([[0, 1, 2]]), nd.array([1]), nd.array([0.5])) * 1000).round()
    [[500. 250. 125.]]
    <NDArray 1x3 @cpu(0)>

    Declared in jmx/ops/random_pdf.py.
    """
def pdf_normal(sample: Symbol | None = None, mu: Symbol | None = None, sigma: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the normal distribution.

    sample    samples, (*parameters, *any)
    mu, sigma    means and standard deviations, arrays of one shape
    is_log    return logarithms

    Returns an array like `sample`. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> (nd.random_pdf_normal(nd.array([[0, 1, 2]]), nd.array([0]), nd.array([1])) * 1000).round()
    [[399. 242.  54.]]
    <NDArray 1x3 @cpu(0)>

    Declared in jmx/ops/random_pdf.py.
    """
def pdf_poisson(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Probability of counts under the Poisson distribution.

    sample    samples, (*parameters, *any)
    lam    means
    is_log    return logarithms

    Returns an array like `sample`. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> (nd.random_pdf_poisson(nd.array([[0, 1, 2]]), nd.array([1])) * 1000).round()
    [[368. 368. 184.]]
    <NDArray 1x3 @cpu(0)>

    Declared in jmx/ops/random_pdf.py.
    """
def pdf_uniform(sample: Symbol | None = None, low: Symbol | None = None, high: Symbol | None = None, is_log: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Density of the uniform distribution over [low, high), 1 / (high - low); samples outside are not told apart.

    sample    samples, (*parameters, *any)
    low, high    bounds, arrays of one shape
    is_log    return logarithms

    Returns an array like `sample`. Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> nd.random_pdf_uniform(nd.array([[1, 1.5]]), nd.array([0]), nd.array([2]))
    [[0.5 0.5]]
    <NDArray 1x2 @cpu(0)>

    Declared in jmx/ops/random_pdf.py.
    """
def poisson_like(data: Symbol | None = None, lam: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_poisson, in the shape and type of `data`.

    lam    mean, not negative

    Declared in jmx/ops/random.py.
    """
def uniform_like(data: Symbol | None = None, low: Float = 0.0, high: Float = 1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """As random_uniform, in the shape and type of `data`.

    low, high    bounds; `high` itself is not drawn

    Declared in jmx/ops/random.py.
    """
