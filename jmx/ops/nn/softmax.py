"""softmax, log_softmax and softmin, and the older SoftmaxActivation."""

import functools
from typing import Literal

import jax
import jax.numpy as jnp
from jax import lax

from ...core.declare.gradients import custom_vjp
from ...core.declare.op import AnyArray, Array, DType, Platform, op
from ...native import kernels
from ...native.symbols import at_present, is_size
from ._common import axis_of, check, expect_shape, fail, wide_enough

#: the kernels of `native/rows.c`, by its numbers, for arrays of so many elements and rows of so many
_SOFTMAX, _LOG_SOFTMAX = 0, 2
_FEWEST, _SHORTEST_ROW = 2**14, 64


def _by_rows(kind, platform, x, *more):
    """What a kernel in C gives for rows along the last axis, None where XLA is to compute it."""
    if platform != "cpu" or any(not is_size(n) for n in x.shape):
        return None
    if at_present(x.shape[-1]) < _SHORTEST_ROW or at_present(x.size) < _FEWEST:
        return None
    if not kernels.usable("rows", x, *more):
        return None
    rows = [array.reshape(-1, x.shape[-1]) for array in (x, *more)]
    return kernels.call("rows", (kind,), [jax.ShapeDtypeStruct(rows[0].shape, x.dtype)], *rows)[0].reshape(x.shape)


@functools.partial(custom_vjp, nondiff_argnums=(1, 2))
def softmax_along(x: jax.Array, axis: int, platform: str | None = None) -> jax.Array:
    """exp(x) / sum(exp(x)) along `axis`; the gradient needs the result alone."""
    if not x.size:
        return x
    found = _by_rows(_SOFTMAX, platform, x) if axis == x.ndim - 1 else None
    if found is not None:
        return found
    raised = jnp.exp(x - lax.stop_gradient(jnp.max(x, axis, keepdims=True)))
    return raised / jnp.sum(raised, axis, keepdims=True)


@functools.partial(custom_vjp, nondiff_argnums=(1, 2))
def log_softmax_along(x: jax.Array, axis: int, platform: str | None = None) -> jax.Array:
    """x - log(sum(exp(x))) along `axis`; the gradient needs the result alone."""
    if not x.size:
        return x
    found = _by_rows(_LOG_SOFTMAX, platform, x) if axis == x.ndim - 1 else None
    if found is not None:
        return found
    shifted = x - lax.stop_gradient(jnp.max(x, axis, keepdims=True))
    return shifted - jnp.log(jnp.sum(jnp.exp(shifted), axis, keepdims=True))


def _softmax_slope(axis, y, g):
    product = g * y
    return product - y * jnp.sum(product, axis, keepdims=True)


def _log_softmax_slope(axis, y, g):
    return g - jnp.exp(y) * jnp.sum(g, axis, keepdims=True)


def _define_gradient(function, kind, slope):
    """The gradient of one of the functions above: by a kernel, or `slope` of (axis, result, its gradient), as is its own."""

    @functools.partial(custom_vjp, nondiff_argnums=(0, 1))
    def gradient(axis, platform, y, g):
        found = _by_rows(kind + 1, platform, y, g) if axis == y.ndim - 1 else None
        return slope(axis, y, g) if found is None else found

    gradient.defvjp(
        lambda axis, platform, y, g: (gradient(axis, platform, y, g), (y, g)),
        lambda axis, platform, kept, head: jax.vjp(functools.partial(slope, axis), *kept)[1](head),
    )
    function.defvjp(
        lambda x, axis, platform: (y := function(x, axis, platform), y),
        lambda axis, platform, y, g: (gradient(axis, platform, y, g),),
    )


_define_gradient(softmax_along, _SOFTMAX, _softmax_slope)
_define_gradient(log_softmax_along, _LOG_SOFTMAX, _log_softmax_slope)


def _prepared(name, data, axis, temperature, dtype):
    """(data in the type to compute in, axis, type of the result)."""
    if not jnp.issubdtype(data.dtype, jnp.floating):
        fail(name, f"This operation only support floating point types, not {data.dtype}.")
    if dtype is not None and not jnp.issubdtype(jnp.dtype(dtype), jnp.floating):
        fail(name, f"dtype must be float16, float32 or float64, got {dtype}; convert the result with astype.")
    if not data.ndim and axis in (0, -1):  # a number is a vector of one element
        data, axis = data.reshape(1), 0
    axis = axis_of(name, axis, data.ndim)
    out = jnp.dtype(dtype) if dtype is not None else data.dtype
    x = data.astype(jnp.promote_types(wide_enough(data.dtype), out))
    if temperature is not None and temperature != 1.0:
        x = x / jnp.asarray(temperature, x.dtype)
    return x, axis, out


@op(
    "softmax",
    "_npx_softmax",
    when={"length": lambda a: bool(a.use_length)},
    save=True,
    outputs=("output",),
    onnx="layers.softmax",
    source="softmax",
)
def softmax(
    data: Array,
    length: AnyArray | None = None,
    axis: int = -1,
    temperature: float | None = None,
    dtype: DType | None = None,
    use_length: bool = False,
    *,
    platform: Platform = None,
) -> jax.Array:
    """exp(data / temperature) / its sum along one axis, so that the results sum to one.

    data    array of any shape
    length    in the shape of data without `axis`, with `use_length`: elements from that position on have probability zero
    axis    the axis to sum along; the last by default
    temperature    what data are divided by; above 1 probabilities come closer together, 1 by default
    dtype    element type of the result; by default that of `data`
    use_length    whether `length` is an input

    Returns an array like `data`.

    Examples
    --------
    >>> nd.softmax(nd.log(nd.array([[1, 3], [1, 1]])))
    [[0.25 0.75]
     [0.5  0.5 ]]
    <NDArray 2x2 @cpu(0)>
    >>> nd.softmax(nd.zeros((2, 4)), nd.array([4, 2], dtype="int32"), use_length=True)
    [[0.25 0.25 0.25 0.25]
     [0.5  0.5  0.   0.  ]]
    <NDArray 2x4 @cpu(0)>
    """
    x, axis, out = _prepared("softmax", data, axis, temperature, dtype)
    if length is None:
        return softmax_along(x, axis, platform).reshape(data.shape).astype(out)
    whole = length.dtype in ("int32", "int64")
    check(whole, "softmax", f"length must be int32 or int64, not {length.dtype}. Convert with astype().")
    expect_shape("softmax", "length", length, data.shape[:axis] + data.shape[axis + 1 :], "(data without the axis)")
    inside = lax.broadcasted_iota(length.dtype, x.shape, axis) < jnp.expand_dims(length, axis)
    y = softmax_along(jnp.where(inside, x, -jnp.inf), axis, platform)
    return jnp.where(inside, y, jnp.zeros((), y.dtype)).astype(out)


@softmax.deduce
def _(a, data):
    axis = axis_of("softmax", a.axis, len(data.shape))
    return {"length": jax.ShapeDtypeStruct(data.shape[:axis] + data.shape[axis + 1 :], jnp.int32)}


@op("log_softmax", "_npx_log_softmax", save=True, onnx=("layers.softmax", "LogSoftmax"), source=("softmax", "log_softmax"))
def log_softmax(
    data: Array,
    axis: int = -1,
    temperature: float | None = None,
    dtype: DType | None = None,
    use_length: bool = False,
    *,
    platform: Platform = None,
) -> jax.Array:
    """The logarithm of softmax(data / temperature), accurate where probabilities are small.

    data    array of any shape
    axis    the axis to sum along; the last by default
    temperature    what data are divided by; 1 by default
    dtype    element type of the result; by default that of `data`
    use_length    only False; for lengths use `softmax`

    Returns an array like `data`.

    Examples
    --------
    >>> nd.log_softmax(nd.array([[0, 1000]])).round()
    [[-1000.     0.]]
    <NDArray 1x2 @cpu(0)>
    """
    check(not use_length, "log_softmax", "use_length is not supported here: use softmax with a length, then log.")
    x, axis, out = _prepared("log_softmax", data, axis, temperature, dtype)
    return log_softmax_along(x, axis, platform).reshape(data.shape).astype(out)


@op("softmin", save=True, numbered_inputs=True, outputs=("output",), onnx=("layers.softmax", "Softmax", -1))
def softmin(
    data: Array,
    axis: int = -1,
    temperature: float | None = None,
    dtype: DType | None = None,
    use_length: bool = False,
    *,
    platform: Platform = None,
) -> jax.Array:
    """softmax of -data / temperature: the smallest element gets the largest share.

    data    array of any shape
    axis    the axis to sum along; the last by default
    temperature    what data are divided by; 1 by default
    dtype    element type of the result; by default that of `data`
    use_length    only False; for lengths use `softmax`

    Returns an array like `data`.

    Examples
    --------
    >>> nd.softmin(nd.array([[0, 1000]]))
    [[1. 0.]]
    <NDArray 1x2 @cpu(0)>
    """
    check(not use_length, "softmin", "use_length is not supported here: use softmax of the negated data with a length.")
    x, axis, out = _prepared("softmin", data, axis, temperature, dtype)
    return softmax_along(-x, axis, platform).astype(out)


@op("SoftmaxActivation", same_shape=True, save=True, numbered_inputs=True, outputs=("output",), onnx="layers.softmax_activation")
def softmax_activation(data: Array, mode: Literal["channel", "instance"] = "instance", *, platform: Platform = None) -> jax.Array:
    """Softmax of old networks; `softmax` is the newer one.

    data    array of two dimensions or more
    mode    "instance" over the last axis, "channel" over axis 1

    Returns an array like `data`.

    Examples
    --------
    >>> nd.SoftmaxActivation(nd.array([[1, 1]]))
    [[0.5 0.5]]
    <NDArray 1x2 @cpu(0)>
    """
    if data.ndim < (3 if mode == "channel" else 1):
        fail("SoftmaxActivation", f"data of shape {tuple(data.shape)} has too few dimensions for mode {mode!r}.")
    x = data.astype(wide_enough(data.dtype))
    return softmax_along(x, 1 if mode == "channel" else data.ndim - 1, platform).astype(data.dtype)
