"""Functions that distributions share: of numbers and arrays, of shapes, and of noise that a traced block can hold."""

from __future__ import annotations

import math
import numbers
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as onp

from .... import numpy as np
from .... import numpy_extension as npx

if TYPE_CHECKING:
    from ...._typing import Float, Int, Shape
    from ....ndarray.numpy.array import ndarray

#: numbers of Python and NumPy; arrays are none. To type checkers an instance may be anything, as it takes part in arithmetic.
Number: Any = numbers.Number

__all__ = [
    "cached_property", "constraint_check", "digamma", "erf", "erfinv", "gammaln", "logit2prob", "prob2logit",
    "sample_n_shape_converter",
]  # fmt: skip

_EPS = float(onp.finfo("float32").eps)


def constraint_check() -> Any:
    """The function (condition, message) that raises ValueError unless the condition, a bool or an array, holds everywhere.

    Examples
    --------
    >>> check = gluon.probability.constraint_check()
    >>> check(2 > 1, "2 must be greater")
    1.0
    >>> try:
    ...     check(1 > 2, "1 must be greater")
    ... except ValueError as error:
    ...     print(error)
    1 must be greater
    """

    def check(condition, message):
        if isinstance(condition, (bool, onp.bool_)):
            if not condition:
                raise ValueError(message)
            return 1.0
        return npx.constraint_check(condition, message)

    return check


def _of_number(name, value):
    from scipy import special  # JAX depends on it

    return float(getattr(special, name)(value))


def _of_both(name):
    def compute(value):
        return _of_number(name, value) if isinstance(value, Number) else getattr(npx, name)(value)

    return compute


def digamma() -> Any:
    """The derivative of `gammaln`, for numbers and arrays.

    Examples
    --------
    >>> function = gluon.probability.digamma()
    >>> round(function(1.0), 4), function(mx.np.array([1.0])).round(4)
    (-0.5772, array([-0.5772]))
    """
    return _of_both("digamma")


def gammaln() -> Any:
    """The logarithm of the absolute gamma function, for numbers and arrays.

    Examples
    --------
    >>> function = gluon.probability.gammaln()
    >>> round(function(4.0), 4), function(mx.np.array([4.0])).round(4)
    (1.7918, array([1.7918]))
    """
    return _of_both("gammaln")


def erf() -> Any:
    """The error function, for numbers and arrays.

    Examples
    --------
    >>> function = gluon.probability.erf()
    >>> round(function(1.0), 4), function(mx.np.array([1.0])).round(4)
    (0.8427, array([0.8427]))
    """
    return _of_both("erf")


def erfinv() -> Any:
    """The inverse of the error function, for numbers and arrays.

    Examples
    --------
    >>> function = gluon.probability.erfinv()
    >>> round(function(0.5), 4), function(mx.np.array([0.5])).round(4)
    (0.4769, array([0.4769]))
    """
    return _of_both("erfinv")


def sample_n_shape_converter(size: Int | Sequence[Int] | None) -> tuple[int, ...] | None:
    """A size as a tuple that starts with -2, which stands for the shape of the parameters; None for no size.

    Parameters
    ----------
    size : int, tuple of int or None
        The size.

    Returns
    -------
    tuple of int or None

    Examples
    --------
    >>> gluon.probability.sample_n_shape_converter((3, 2)), gluon.probability.sample_n_shape_converter(None)
    ((-2, 3, 2), None)
    """
    if size is None or isinstance(size, tuple) and not size:
        return None
    return (-2, *as_shape(size))


def as_shape(size: Any) -> Any:
    """A size given as None, a number or a sequence, as a tuple."""
    return () if size is None else (int(size),) if isinstance(size, Number) else tuple(size)


def shape_of(*values: Any) -> Any:
    """The shape to which numbers and arrays broadcast."""
    return onp.broadcast_shapes(*(getattr(value, "shape", ()) for value in values))


def sample_shape(size: Any, *values: Any) -> Any:
    """The shape of `sample(size)` for these parameters."""
    return shape_of(*values) if size is None else as_shape(size)


def ahead(size: Any, *values: Any) -> Any:
    """The shape of `sample_n(size)` for these parameters."""
    return as_shape(size) + shape_of(*values)


def noise(shape: Shape, *parameters: Any) -> Any:
    """Numbers of (0, 1) in the given shape.

    They are drawn for an array of zeros made of a parameter, so that the graph of a hybridized block draws them anew.
    """
    array = next((value for value in parameters if not isinstance(value, Number)), None)
    drawn = np.random.uniform(0.0, 1.0, shape) if array is None else np.random.uniform(np.zeros_like(array), 1.0, shape)
    return np.clip(drawn, float(onp.finfo("float32").tiny), 1 - _EPS)


def spread(value: Any, shape: Shape) -> Any:
    """A number or array, broadcast to a shape."""
    return np.full(shape, value) if isinstance(value, Number) else np.broadcast_to(value, shape)


def choose(condition: Any, yes: Any, no: Any) -> Any:
    """`np.where` which also takes numbers for all of its arguments."""
    if isinstance(condition, (bool, onp.bool_)):
        return yes if condition else no
    return np.where(condition, yes, no)


def exp(value: Any) -> Any:
    """The exponential function of a number or an array."""
    return math.exp(value) if isinstance(value, Number) else np.exp(value)


def softplus(x: Any) -> Any:
    """log(1 + exp(x)), for any size of x."""
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


def transposed(x: Any) -> Any:
    """Matrices with their last two axes exchanged."""
    return np.swapaxes(x, -1, -2)


def sum_right_most(x: Any, ndim: Any) -> Any:
    """`x` summed over its last `ndim` axes."""
    return x if ndim == 0 else x.sum(tuple(range(-ndim, 0)))


def clip_prob(prob: Any) -> Any:
    """Probabilities kept off 0 and 1 by the rounding of float32."""
    return np.clip(prob, _EPS, 1 - _EPS)


def clip_float_eps(value: Any) -> Any:
    """Values kept at or above the rounding of float32."""
    return np.maximum(value, _EPS)


def prob2logit(prob: ndarray | Float, binary: bool = True) -> ndarray:
    """Logarithms of odds, log(p / (1 - p)), of probabilities.

    Parameters
    ----------
    prob : ndarray or number
        Probabilities.
    binary : bool, default True
        Without it log(p) instead.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> gluon.probability.prob2logit(mx.np.array([0.5, 0.9])).round(4)
    array([0.    , 2.1972])
    """
    clipped = clip_prob(prob)
    return np.log(clipped) - np.log1p(-clipped) if binary else np.log(clipped)


def logit2prob(logit: Any, binary: Any = True) -> ndarray | float:
    """Probabilities of logarithms of odds, by the sigmoid.

    Parameters
    ----------
    logit : ndarray or number
        Logarithms of odds.
    binary : bool, default True
        Without it the softmax over the last axis instead.

    Returns
    -------
    ndarray or number

    Examples
    --------
    >>> gluon.probability.logit2prob(mx.np.array([0.0, 2.0])).round(4)
    array([0.5   , 0.8808])
    >>> gluon.probability.logit2prob(mx.np.array([0.0, 0.0]), binary=False)
    array([0.5, 0.5])
    """
    if isinstance(logit, Number):
        return 1 / (1 + math.exp(-logit)) if binary else 1.0
    return npx.sigmoid(logit) if binary else npx.softmax(logit)


def one_of(names: Any, values: Any) -> Any:
    """The name of the one parameter that is given; ValueError unless it is exactly one."""
    given = [name for name, value in zip(names, values) if value is not None]
    if len(given) != 1:
        choices = " or ".join(f"`{name}`" for name in names)
        raise ValueError(f"Exactly one of {choices} must be specified, got {' and '.join(given) or 'none'}.")
    return given[0]
