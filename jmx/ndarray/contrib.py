"""The operators of `mx.nd.contrib`, made from the registry on first access."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.facade import Namespace as _Namespace
from ..core.run.dispatch import invoke as _invoke
from ._control_flow import cond, foreach, while_loop  # noqa: F401
from ._updates import (  # noqa: F401
    adabelief_update,
    adamw_update,
    mp_adabelief_update,
    mp_adamw_update,
    multi_adabelief_update,
    multi_adamw_update,
    multi_lamb_update,
    multi_mp_adabelief_update,
    multi_mp_adamw_update,
    multi_mp_lamb_update,
)
from .random import uniform

if TYPE_CHECKING:
    from .ndarray import NDArray


_BY_HAND = ["rand_zipfian", "foreach", "while_loop", "cond", "isinf", "isfinite", "isnan"]
_space = _Namespace(__name__, "contrib")
__getattr__, __dir__ = _space.lazy(globals(), _BY_HAND)


def isinf(data) -> NDArray:
    """1 where the element is infinite, else 0.

    Parameters
    ----------
    data : NDArray
        The elements.

    Returns
    -------
    NDArray
        Of the shape and element type of `data`.

    Examples
    --------
    >>> mx.nd.contrib.isinf(mx.nd.array([1, np.inf, np.nan])).asnumpy()
    array([0., 1., 0.], dtype=float32)
    """
    return abs(data) == float("inf")


def isfinite(data) -> NDArray:
    """1 where the element is neither infinite nor NaN, else 0.

    Parameters
    ----------
    data : NDArray
        The elements.

    Returns
    -------
    NDArray
        Of the shape and element type of `data`.

    Examples
    --------
    >>> mx.nd.contrib.isfinite(mx.nd.array([1, np.inf, np.nan])).asnumpy()
    array([1., 0., 0.], dtype=float32)
    """
    return (data == data) * (abs(data) != float("inf"))


def isnan(data) -> NDArray:
    """1 where the element is NaN, else 0.

    Parameters
    ----------
    data : NDArray
        The elements.

    Returns
    -------
    NDArray
        Of the shape and element type of `data`.

    Examples
    --------
    >>> mx.nd.contrib.isnan(mx.nd.array([1, np.inf, np.nan])).asnumpy()
    array([0., 0., 1.], dtype=float32)
    """
    return data != data


def rand_zipfian(true_classes, num_sampled, range_max, ctx=None):
    """Draw classes from an approximately log-uniform (Zipfian) distribution.

    Class c of `range_max` classes, sorted by decreasing frequency, has the probability
    (log(c + 2) - log(c + 1)) / log(range_max + 1).

    Parameters
    ----------
    true_classes : NDArray
        The target classes, one dimension.
    num_sampled : int
        How many classes to draw.
    range_max : int
        The number of classes.
    ctx : Context, optional
        Where they are drawn; the current context by default.

    Returns
    -------
    (NDArray, NDArray, NDArray)
        The drawn classes (int64), the expected counts of `true_classes` and those of the drawn ones (float64).

    Examples
    --------
    >>> drawn, expected_true, expected_drawn = mx.nd.contrib.rand_zipfian(mx.nd.array([3]), 4, 5)
    >>> print(drawn.shape, expected_true.asnumpy().round(4), expected_drawn.shape)
    (4,) [0.4982] (4,)
    """
    import math

    scale = math.log(range_max + 1)
    drawn = uniform(0, scale, (num_sampled,), dtype="float64", ctx=ctx)
    sampled = (_invoke("exp", (drawn,)).astype("int64") - 1) % range_max

    def expected(classes):
        classes = classes.as_in_context(drawn.context).astype("float64")
        return _invoke("log", ((classes + 2.0) / (classes + 1.0),)) / scale * num_sampled

    return sampled, expected(true_classes), expected(sampled)
