"""Random arrays of `mx.npx.random`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._described import described_by
from .side import context, npi, public, side, sizes, split, type_name
from .usual import USUAL

if TYPE_CHECKING:
    from .._typing import DTypeLike, Float, Int, Shape
    from ..context import Context
    from ..ndarray.numpy.array import ndarray


@public
@described_by(USUAL)
def bernoulli(
    prob: Any = None,
    logit: Any = None,
    size: Shape | None = None,
    dtype: DTypeLike | None = None,
    ctx: Context | str | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """0 or 1 at random. Exactly one of `prob` and `logit` must be given.

    Parameters
    ----------
    prob : number or ndarray, optional
        The probability of 1.
    logit : number or ndarray, optional
        The logarithm of the odds of 1, instead of its probability.
    size : int or tuple of int, optional
        Shape of the result; that of the parameter by default.

    Raises
    ------
    ValueError
        Both `prob` and `logit` are given, or none.

    Examples
    --------
    >>> mx.npx.random.bernoulli(prob=mx.np.array([0, 1]))
    array([0., 1.])
    """
    if (prob is None) == (logit is None):
        raise ValueError(f"Either `prob` or `logit` must be specified, but not both. Received prob={prob}, logit={logit}")
    arrays, attrs = split(side, prob=prob, logit=logit)
    return npi.bernoulli(
        *arrays, **attrs, is_logit=prob is None, size=sizes(size), ctx=context(ctx), dtype=type_name(dtype), out=out
    )


@public
@described_by(USUAL)
def uniform_n(
    low: ndarray | Float = 0.0,
    high: ndarray | Float | None = 1.0,
    batch_shape: Any = None,
    dtype: DTypeLike | None = None,
    ctx: Context | str | None = None,
) -> ndarray:
    """Uniformly distributed numbers, a batch for every element of the parameters.

    Parameters
    ----------
    low : number or ndarray, default 0.0
        The least numbers.
    high : number or ndarray, default 1.0
        The bounds, which are not drawn.
    batch_shape : int or tuple of int, optional
        What the shape of the result begins with; the common shape of the parameters follows.

    Examples
    --------
    >>> mx.npx.random.uniform_n(mx.np.zeros(3), 1, batch_shape=(2,)).shape
    (2, 3)
    """
    arrays, attrs = split(side, low=low, high=high)
    return npi.uniform_n(*arrays, **attrs, size=sizes(batch_shape), ctx=context(ctx), dtype=type_name(dtype))


@public
@described_by(USUAL)
def normal_n(
    loc: ndarray | Float = 0.0,
    scale: ndarray | Float = 1.0,
    batch_shape: Any = None,
    dtype: DTypeLike | None = None,
    ctx: Context | str | None = None,
) -> ndarray:
    """Normally distributed numbers, a batch for every element of the parameters.

    Parameters
    ----------
    loc : number or ndarray, default 0.0
        The means.
    scale : number or ndarray, default 1.0
        The standard deviations.
    batch_shape : int or tuple of int, optional
        What the shape of the result begins with; the common shape of the parameters follows.

    Examples
    --------
    >>> mx.npx.random.normal_n(mx.np.zeros(3), 1, batch_shape=(2,)).shape
    (2, 3)
    """
    arrays, attrs = split(side, loc=loc, scale=scale)
    return npi.normal_n(*arrays, **attrs, size=sizes(batch_shape), ctx=context(ctx), dtype=type_name(dtype))


@public
def categorical(data: Any, shape: Shape | None = None, get_prob: Any = False, dtype: DTypeLike | None = "int32") -> ndarray:
    """Numbers of outcomes, drawn by their probabilities. MXNet has it from 2.0 on.

    Parameters
    ----------
    data : ndarray
        Probabilities along the last axis, a distribution for each place of the others.
    shape : int or tuple of int, optional
        Shape of the draws from each distribution; one draw by default.
    get_prob : bool, default False
        Return the logarithms of the probabilities of the drawn outcomes, too.
    dtype : str or numpy type, default 'int32'
        Element type.

    Returns
    -------
    ndarray, or a list of two
        Of the shape of `data` without its last axis, followed by `shape`.

    Examples
    --------
    >>> mx.npx.random.categorical(mx.np.array([[0, 1, 0], [0, 0, 1]]))
    array([1, 2], dtype=int32)
    """
    return npi.categorical(data, shape=sizes(shape) or (), get_prob=get_prob, dtype=type_name(dtype))


@public
def multinomial(n: Int, p: Any, shape: Shape | None = None, dtype: DTypeLike | None = "float32") -> ndarray:
    """How often each outcome occurs in a number of trials. MXNet has it from 2.0 on.

    Parameters
    ----------
    n : ndarray
        The numbers of trials.
    p : ndarray
        Probabilities of the outcomes along the last axis.
    shape : int or tuple of int, optional
        Shape of the samples for each element of `n`; one sample by default.
    dtype : str or numpy type, default 'float32'
        Element type.

    Returns
    -------
    ndarray
        The outcomes lie along the last axis.

    Examples
    --------
    >>> mx.npx.random.multinomial(mx.np.array([4]), mx.np.array([[1, 0]]))
    array([[4., 0.]])
    """
    return npi.outcomes(n, p, shape=sizes(shape) or (), dtype=type_name(dtype))
