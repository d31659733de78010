"""Operators that hand their input on and change its gradient, and conversions of element types."""

from typing import Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jmx.base import MXNetError
from jmx.core.declare.integers import floating, integral_as_floats, is_integral
from jmx.core.declare.op import OUTPUTS, REQUIRED, AnyArray, Array, DType, NumberType, Scalar, op
from jmx.core.declare.traits import named, passed_on

from ..core.declare.gradients import custom_vjp
from ._checks import check
from ._numeric import convert, is_float, refuse_bool, scalar_like
from .unary import _round_half_away, _sign


@op(
    "BlockGrad",
    "_sparse_stop_gradient",
    "stop_gradient",
    "_npx_stop_gradient",
    same_shape=True,
    numbered_inputs=True,
    zero_gradient=True,
    onnx="elementwise.same",
    source="jax.lax.stop_gradient({0})",
)
def block_grad(data: Array) -> jax.Array:
    """`data`, through which no gradient flows.

    data    array of any shape and type

    Returns an array like `data`.

    Examples
    --------
    >>> x = nd.array([1, 2])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = x * nd.stop_gradient(x)
    >>> y.backward()
    >>> x.grad
    [1. 2.]
    <NDArray 2 @cpu(0)>
    """
    return lax.stop_gradient(data)


@custom_vjp
def _as_loss(data, gradient):
    return data


_as_loss.defvjp(lambda data, gradient: (data, gradient), lambda gradient, head: (gradient, jnp.zeros_like(gradient)))


@op(
    "make_loss",
    "_sparse_make_loss",
    outputs=("loss",),
    same_shape=True,
    numbered_inputs=True,
    ignores_out_grad=True,
    onnx="elementwise.same",
    backward=None,
)
def make_loss(data: Array) -> jax.Array:
    """`data` as a loss: its gradient is 1 for every element, whatever follows.

    data    array of any shape, of a numeric type

    Returns an array like `data`.

    Examples
    --------
    >>> x = nd.array([1, 2])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     loss = nd.make_loss(x * x)
    >>> loss.backward()
    >>> x.grad
    [2. 4.]
    <NDArray 2 @cpu(0)>
    """
    return _as_loss(data, jnp.ones_like(data)) if is_float(data) else data


@op("MakeLoss", same_shape=True, gradient_names=named, outputs=("output",), ignores_out_grad=True, onnx="elementwise.same")
def make_loss_output(
    data: Array, grad_scale: float = 1.0, valid_thresh: float = 0.0, normalization: Literal["null", "batch", "valid"] = "null"
) -> jax.Array:
    """`data` as a loss: its gradient is `grad_scale` for every element, whatever follows.

    data    array of one dimension or more
    grad_scale    the gradient
    valid_thresh    elements above it count as valid
    normalization    divide the gradient by nothing ("null"), by the length of the first axis ("batch"), or by the
                     number of valid elements, at least 1 ("valid")

    Returns an array like `data`.

    Examples
    --------
    >>> x = nd.array([[1, 2], [3, 4]])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     loss = nd.MakeLoss(x * x, grad_scale=0.5, normalization="batch")
    >>> loss.backward()
    >>> x.grad
    [[0.5 1. ]
     [1.5 2. ]]
    <NDArray 2x2 @cpu(0)>
    """
    if not is_float(data):
        return data
    gradient = jnp.full_like(data, grad_scale)
    if normalization == "batch":
        # As MXNet counts: a vector is one sample.
        gradient = jnp.full_like(data, grad_scale / (data.shape[0] if data.ndim > 1 else 1))
    elif normalization == "valid":
        valid = jnp.sum(lax.stop_gradient(data) > valid_thresh, dtype="int32")
        gradient = (gradient / jnp.maximum(valid, 1)).astype(data.dtype)
    return _as_loss(data, gradient)


@custom_vjp
def _with_factor(data, factor):
    return data


_with_factor.defvjp(lambda data, factor: (data, factor), lambda factor, head: (head * factor, jnp.zeros_like(factor)))


@op("_contrib_gradientmultiplier", same_shape=True, numbered_inputs=True, keeps_storage=True, onnx="elementwise.same")
def gradient_multiplier(data: Array, scalar: Scalar = 1.0, is_int: bool = True) -> jax.Array:
    """`data`, whose gradient is multiplied by a number: a negative one reverses gradients.

    data    array of any shape, of a numeric type
    scalar    the factor
    is_int    accepted for the sake of graphs that name it

    Returns an array like `data`.

    Examples
    --------
    >>> x = nd.array([1, 2])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.contrib.gradientmultiplier(x, scalar=-0.5)
    >>> y.backward()
    >>> y, x.grad
    (
    [1. 2.]
    <NDArray 2 @cpu(0)>,
    [-0.5 -0.5]
    <NDArray 2 @cpu(0)>)
    """
    return _with_factor(data, scalar_like(scalar, data.dtype)) if is_float(data) else data


@op("_contrib_backward_gradientmultiplier", same_shape=True)
def backward_gradient_multiplier(data: Array, scalar: Scalar = 1.0, is_int: bool = True) -> jax.Array:
    """The gradient of `gradientmultiplier`: `data` times `scalar`.

    data    array of any shape
    scalar    the factor
    is_int    accepted for the sake of graphs that name it

    Returns an array like `data`.

    Examples
    --------
    >>> nd.contrib.backward_gradientmultiplier(nd.array([1, 2]), scalar=3.0)
    [3. 6.]
    <NDArray 2 @cpu(0)>
    """
    return data * scalar_like(scalar, data.dtype)


#: the docstring of a gradient that cannot be called
_UNCALLED = """The gradient of `{name}`, which is no function to call.

Returns nothing. Raises MXNetError always, as in MXNet: record `{name}` and call `backward`, as in the example.

Examples
--------
{example}
"""


def _without_inputs(name, count, example):
    """Declare a gradient that MXNet shows among its functions and gives no inputs, so that calling it raises there, too."""

    @op(f"_contrib_backward_{name}", doc=_UNCALLED.format(name=name, example=example))
    def backward() -> jax.Array:
        raise MXNetError(
            f"Operator _contrib_backward_{name} expects {count} inputs, but got 0 instead: MXNet's function takes none. Record "
            f"mx.nd.contrib.{name} with autograd, and call backward()."
        )


_without_inputs(
    "hawkesll", 10, """\
>>> rate = nd.ones((1, 1))
>>> rate.attach_grad()
>>> lags, marks = nd.array([[1, 1]]), nd.zeros((1, 2), dtype="int32")    # two points, 1 and 2
>>> with mx.autograd.record():
...     likelihood, state = nd.contrib.hawkesll(
...         rate, nd.zeros(1), nd.ones(1), nd.zeros((1, 1)), lags, marks, nd.array([2]), nd.array([3])
...     )
>>> likelihood.backward()
>>> rate.grad    # of 2 * log(rate) - 3 * rate
[[-1.]]
<NDArray 1x1 @cpu(0)>""",
)  # fmt: skip
_without_inputs(
    "index_copy", 4, """\
>>> x, rows = nd.zeros((3, 2)), nd.array([[1, 2], [3, 4]])
>>> x.attach_grad()
>>> with mx.autograd.record():
...     y = nd.contrib.index_copy(x, nd.array([2, 0], dtype="int32"), rows)
>>> y.backward()
>>> x.grad    # rows 0 and 2 were overwritten
[[0. 0.]
 [1. 1.]
 [0. 0.]]
<NDArray 3x2 @cpu(0)>""",
)  # fmt: skip
_without_inputs(
    "quadratic", 2, """\
>>> x = nd.array([0, 1, 2])
>>> x.attach_grad()
>>> with mx.autograd.record():
...     y = nd.contrib.quadratic(x, a=1, b=2, c=3)
>>> y.backward()
>>> x.grad    # 2 * a * x + b
[2. 4. 6.]
<NDArray 3 @cpu(0)>""",
)  # fmt: skip


def _straight_through(function):
    wrapped = jax.custom_jvp(function)
    wrapped.defjvp(lambda primals, tangents: (function(*primals), tangents[0]))
    return wrapped


_round_through = _straight_through(_round_half_away)
_sign_through = _straight_through(_sign)
_STE = {"same_shape": True, "numbered_inputs": True, "gradient_names": passed_on, "keeps_storage": True}


@op("_contrib_round_ste", "_sparse__contrib_round_ste", "_npx_round_ste", **_STE, onnx=("elementwise.rounded_so", "round"))
def round_ste(data: Array) -> jax.Array:
    """Nearest whole number, halves away from zero; gradients pass unchanged.

    data    array of any shape, of a numeric type

    Returns an array like `data`. Raises MXNetError for a boolean array.

    Examples
    --------
    >>> x = nd.array([0.25, 1.75])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.contrib.round_ste(x) * 3
    >>> y.backward()
    >>> y, x.grad
    (
    [0. 6.]
    <NDArray 2 @cpu(0)>,
    [3. 3.]
    <NDArray 2 @cpu(0)>)
    """
    refuse_bool("_contrib_round_ste", data)
    return _round_through(data) if is_float(data) else data


@op("_contrib_sign_ste", "_sparse__contrib_sign_ste", "_npx_sign_ste", **_STE, onnx=("elementwise.exact", "Sign"))
def sign_ste(data: Array) -> jax.Array:
    """Sign: -1, 0 or 1; gradients pass unchanged.

    data    array of any shape, of a numeric type

    Returns an array like `data`. Raises MXNetError for a boolean array.

    Examples
    --------
    >>> x = nd.array([-0.25, 1.75])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.contrib.sign_ste(x) * 3
    >>> y.backward()
    >>> y, x.grad
    (
    [-3.  3.]
    <NDArray 2 @cpu(0)>,
    [3. 3.]
    <NDArray 2 @cpu(0)>)
    """
    refuse_bool("_contrib_sign_ste", data)
    return _sign_through(data) if is_float(data) else _sign(data)


@op(
    "Cast",
    "_npi_cast",
    "_npx_cast",
    "cast",
    same_shape=True,
    numbered_inputs=True,
    makes_integers=lambda a: is_integral(np.dtype(a.dtype)),
    onnx="elementwise.cast",
    backward="cast",
    source="cast",
)
def cast(data: Array, dtype: DType = REQUIRED) -> jax.Array:
    """`data` in another element type, converted as C does: fractions are cut off, integers wrap around.

    data    array of any shape and type
    dtype    the element type to convert to

    Gradients pass through integers and booleans too, cut off to their type.

    Returns an array of the shape of `data`.

    Examples
    --------
    >>> nd.cast(nd.array([-1.5, 2.75]), dtype="int32")
    [-1  2]
    <NDArray 2 @cpu(0)>
    >>> nd.cast(nd.array([300], dtype="int32"), dtype="uint8")
    [44]
    <NDArray 1 @cpu(0)>
    """
    if floating() and is_integral(np.dtype(dtype)) and is_float(data):
        return integral_as_floats(data, dtype)
    return convert(data, dtype)


_AMP_TYPES = ("float16", "bfloat16", "float32")


@op("amp_cast", same_shape=True, numbered_inputs=True, precision_cast=True, onnx="elementwise.cast")
def amp_cast(data: Array, dtype: NumberType = REQUIRED) -> jax.Array:
    """`data` in another element type if it is float16, bfloat16 or float32, else unchanged.

    data    array of any shape and type
    dtype    the element type to convert to

    Returns an array of the shape of `data`.

    Examples
    --------
    >>> nd.amp_cast(nd.array([1, 2]), dtype="float16").dtype
    <class 'numpy.float16'>
    """
    return convert(data, dtype) if data.dtype.name in _AMP_TYPES else data


@op(
    "amp_multicast",
    outputs=lambda a: a.num_outputs,
    bounds={"num_outputs": OUTPUTS},
    count="num_outputs",
    precision_cast=True,
    input_names=lambda a, attrs: [f"data_{i}" for i in range(a.num_outputs)],
    onnx="elementwise.multicast",
)
def amp_multicast(*data: AnyArray, num_outputs: int = REQUIRED, cast_narrow: bool = False) -> tuple[jax.Array, ...]:
    """Arrays of different floating types in a common one, the widest among them.

    data    arrays of any shapes; those that are not float16, bfloat16 or float32 stay as they are
    num_outputs    how many they are
    cast_narrow    choose the narrowest type instead

    Returns a list of arrays. Raises MXNetError if `num_outputs` is wrong.

    Examples
    --------
    >>> x, y = nd.amp_multicast(nd.zeros(2, dtype="float16"), nd.zeros(3), num_outputs=2)
    >>> x.dtype, y.dtype
    (<class 'numpy.float32'>, <class 'numpy.float32'>)
    """
    check(len(data) == num_outputs, "amp_multicast", lambda: f"num_outputs={num_outputs}, got {len(data)} arrays")
    names = [x.dtype.name for x in data]
    if cast_narrow:
        chosen = next((n for n in ("float16", "bfloat16") if n in names), "float32")
    else:
        chosen = "float32" if "float32" in names else names[0]
    return tuple(convert(x, chosen) if name in _AMP_TYPES else x for x, name in zip(data, names))
