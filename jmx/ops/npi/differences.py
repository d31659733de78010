"""Differences of neighbours, and polynomials."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jmx.core.declare.op import Array, op

from .._checks import axis_of, check
from .._numeric import convert, scalar_like
from ._types import BadValue, mend, numbers


def _numbers(name, x):
    if x.dtype == np.bool_ and x.size > 1:
        mend(name, (x.dtype,), "booleans have no differences.")


@op("_npi_diff", onnx="shapes.diff")
def diff(a: Array, n: int = 1, axis: int = -1) -> jax.Array:
    """Differences of neighbours along an axis.

    a    array of a numeric type
    n    how many times differences are taken
    axis    the axis, negative ones counting from the end

    Returns an array of the type of `a`, by `n` shorter along the axis. Raises MXNetError for a negative `n` and if the axis
    does not exist.
    """
    name = "_npi_diff"
    check(n >= 0, name, lambda: f"n must not be negative, got {n}")
    axis = axis_of(name, axis, a.ndim)
    _numbers(name, a)
    for _ in range(min(n, a.shape[axis])):
        end = a.shape[axis]
        a = lax.slice_in_dim(a, 1, end, axis=axis) - lax.slice_in_dim(a, 0, end - 1, axis=axis)
    return a


@op(
    "_npi_ediff1d",
    when={
        "input2": lambda a: a.to_begin_arr_given or a.to_end_arr_given,
        "input3": lambda a: a.to_begin_arr_given and a.to_end_arr_given,
    },
)
def ediff1d(
    input1: Array,
    input2: Array | None = None,
    input3: Array | None = None,
    to_begin_arr_given: bool = False,
    to_end_arr_given: bool = False,
    to_begin_scalar: float | None = None,
    to_end_scalar: float | None = None,
) -> jax.Array:
    """Differences of neighbours in the flattened array, with something before and after them.

    input1    array of a numeric type
    input2, input3    arrays of its type to put before and after, as far as the next two say that they are given
    to_begin_arr_given, to_end_arr_given    whether these arrays are given
    to_begin_scalar, to_end_scalar    numbers to put there otherwise

    Returns a vector of the type of `input1`.
    """
    name = "_npi_ediff1d"
    arrays = [x for x in (input2, input3) if x is not None]
    _numbers(name, input1)
    flat = input1.reshape(-1)
    parts = [flat[1:] - flat[:-1] if flat.size > 1 else flat[:0]]
    if to_begin_arr_given:
        parts.insert(0, arrays.pop(0).reshape(-1))
    elif to_begin_scalar is not None:
        parts.insert(0, scalar_like(to_begin_scalar, flat.dtype).reshape(1))
    if to_end_arr_given:
        parts.append(arrays.pop(0).reshape(-1))
    elif to_end_scalar is not None:
        parts.append(scalar_like(to_end_scalar, flat.dtype).reshape(1))
    return jnp.concatenate(parts)


@op("_npi_polyval")
def polyval(p: Array, x: Array) -> jax.Array:
    """Values of a polynomial.

    p    coefficients of a numeric type, the highest power's first
    x    array of the same type

    Returns an array like `x`. Raises ValueError unless `p` has one dimension.
    """
    if p.ndim != 1:
        raise BadValue(f"Operator _npi_polyval: p has to be an 1-D array, got shape {list(p.shape)}")
    numbers("_npi_polyval", x)
    return convert(functools.reduce(lambda sum_, c: sum_ * x + c, p, jnp.zeros_like(x)), x.dtype)


@op("_npi_nan_to_num", same_shape=True, onnx="elementwise.nan_to_num")
def nan_to_num(
    data: Array, copy: bool = True, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None
) -> jax.Array:
    """`data` with numbers in place of NaN and infinities; those elements get no gradient.

    data    array of any type; only floats are changed
    copy    accepted: the result is an array of its own unless it is written to `data`
    nan    what NaN becomes
    posinf, neginf    what infinities become; by default the greatest and smallest numbers of the type

    Returns an array like `data`.
    """
    if not jnp.issubdtype(data.dtype, jnp.floating):
        return data
    limits = jnp.finfo(data.dtype)
    high = limits.max if posinf is None else scalar_like(posinf, data.dtype)
    low = limits.min if neginf is None else scalar_like(neginf, data.dtype)
    data = jnp.where(data == -jnp.inf, low, jnp.where(data == jnp.inf, high, data))
    return jnp.where(jnp.isnan(data), scalar_like(nan, data.dtype), data)
