"""Arrays made out of numbers, under the names of MXNet's NumPy interface.

`ctx` names the device of an eager call; the runtime reads it, the functions here do not.
"""

import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jmx.core.declare.op import REQUIRED, Array, DType, Long, NumberType, Scalar, Shape, op
from jmx.core.declare.traits import counted
from jmx.core.declare.x64 import position_type

from .. import creation
from .._attributes import attributes_of
from .._checks import check
from .._numeric import MOST_CONSTANTS, counted_by, scalar_like
from ..creation import _sized, _steps

_DOC = """{text}

{given}
ctx    the device, as "cpu(0)"
dtype    element type of the result

Returns an array of {result}. Raises MXNetError if {raises}.
"""
_SHAPED = {"given": "shape    shape of the result", "result": "that shape", "raises": "the shape holds a negative size"}


@op("_npi_zeros", doc=_DOC.format(text="An array of zeros.", **_SHAPED), onnx=("creation.filled", 0))
def zeros(shape: Shape = (), ctx: str = "", dtype: DType = "float32") -> jax.Array:
    return jnp.zeros(_sized("_npi_zeros", shape), dtype)


@op("_npi_ones", doc=_DOC.format(text="An array of ones.", **_SHAPED), onnx=("creation.filled", 1))
def ones(shape: Shape = (), ctx: str = "", dtype: DType = "float32") -> jax.Array:
    return jnp.ones(_sized("_npi_ones", shape), dtype)


@op(
    "_npi_identity",
    doc=_DOC.format(text="A square matrix with ones on its diagonal and zeros elsewhere.", **_SHAPED),
    onnx="creation.numbers",
)
def identity(shape: Shape = (), ctx: str = "", dtype: DType = "float32") -> jax.Array:
    name = "_npi_identity"
    check(len(shape) == 2, name, lambda: f"shape={list(shape)} must have two dimensions")
    rows, columns = _sized(name, shape)
    # MXNet counts through the elements by the number of rows, which tells only where the shape is not square.
    at = jnp.arange(rows * columns, dtype=position_type(rows * columns))
    side = max(rows, 1)
    return (lax.div(at, jnp.full_like(at, side)) == lax.rem(at, jnp.full_like(at, side))).astype(dtype).reshape(shape)


@op("_npi_eye", onnx="creation.numbers")
def eye(N: Long = REQUIRED, M: Long | None = None, k: Long = 0, ctx: str = "", dtype: NumberType = "float32") -> jax.Array:
    """A matrix with ones on a diagonal and zeros elsewhere.

    N, M    numbers of rows and columns; as many columns as rows by default
    k    which diagonal: 0 is the main one, positive ones are above it
    ctx    the device, as "cpu(0)"
    dtype    element type of the result

    Returns an array of shape (N, M). Raises MXNetError for negative sizes.
    """
    M = N if M is None else M
    check(N >= 0 and M >= 0, "_npi_eye", lambda: f"negative dimensions are not allowed, got N={N} and M={M}")
    kind = position_type(N, M)
    return (lax.broadcasted_iota(kind, (N, M), 0) + k == lax.broadcasted_iota(kind, (N, M), 1)).astype(dtype)


@op("_npi_arange", onnx="creation.numbers")
@attributes_of(creation.arange)
def arange(start, stop, step, repeat, infer_range, ctx, dtype) -> Any:
    """Numbers from `start` up to, not including, `stop`; a single bound is the stop.

    start, stop, step    the bounds and the distance, which integer types cut off before they count
    repeat    1: the operator does not repeat elements
    infer_range    accepted and ignored, as MXNet does
    ctx    the device, as "cpu(0)"
    dtype    element type of the result

    Returns a vector, empty if `stop` lies before `start`. Raises MXNetError for step=0 and for another `repeat`.
    """
    name = "_npi_arange"
    if stop is None:
        start, stop = 0.0, start
    check(step != 0, name, "step=0 is not supported")
    check(repeat == 1, name, lambda: f"only repeat=1 is supported, got {repeat}")
    return _steps(max(math.ceil((stop - start) / step), 0), start, step, 1, dtype)


@op("_npi_logspace", onnx="creation.numbers", wide=lambda a: a.num > MOST_CONSTANTS)
@attributes_of(creation.linspace)
def logspace(start, stop, num, endpoint, *, base: float = 10.0, ctx, dtype) -> jax.Array:
    """Numbers whose logarithms are evenly spaced.

    start, stop    logarithms of the first and the last number
    num    how many there are
    endpoint    whether `stop` is the last one; else it is left out
    base    of the logarithms
    ctx    the device, as "cpu(0)"
    dtype    element type of the result

    Returns a vector of `num` elements. Raises MXNetError if that is negative.
    """
    check(num >= 0, "_npi_logspace", lambda: f"number of elements should be non-negative, received {num}")
    step = (stop - start) / max(num - bool(endpoint), 1)
    return jnp.asarray((base ** (start + step * counted_by(num).arange(num))).astype(dtype))


@op("_npi_full_like", zero_gradient=True, onnx="creation.full_like")
def full_like(a: Array, fill_value: Scalar = REQUIRED, ctx: str = "", dtype: DType | None = None) -> jax.Array:
    """An array of the shape of another one, filled with a number.

    a    array of any shape and type
    fill_value    the number, cut towards zero for integer types
    ctx    accepted and ignored
    dtype    element type of the result; by default that of `a`

    Returns an array of the shape of `a`.
    """
    return jnp.broadcast_to(scalar_like(fill_value, dtype or a.dtype), a.shape)


@op("_npi_indices", onnx="creation.numbers")
def indices(dimensions: Shape = REQUIRED, dtype: NumberType = "int32", ctx: str = "") -> jax.Array:
    """Positions of the elements of an array: along its first axis the axis that they count.

    dimensions    shape of the array
    dtype    element type of the result
    ctx    the device, as "cpu(0)"

    Returns an array of shape (len(dimensions), *dimensions). Raises MXNetError for a negative size.
    """
    shape = _sized("_npi_indices", dimensions)
    if not shape:
        return jnp.zeros(0, dtype)
    return jnp.stack([lax.broadcasted_iota("int32", shape, i) for i in range(len(shape))]).astype(dtype)


def _cosine(M, turns, dtype):
    """The cosine of angles that go round `turns` times in M - 1 steps, in single precision whatever the type, as in MXNet."""
    turn = np.float32(2 * turns) * np.float32(math.pi)
    numpy = counted_by(M)
    return numpy.cos((turn * numpy.arange(M).astype("float32") / np.float32(max(M - 1, 1))).astype(dtype))


def _declare_window(word, text, *weights):
    """A window that is a sum of a constant and of cosines of one turn, two turns, ..., with these weights."""
    name = "_npi_" + word

    def apply(M: Long | None = None, ctx: str = "", dtype: NumberType = "float32"):
        check(M is not None, name, "missing 1 required positional argument: 'M'")
        dtype = np.dtype(dtype)
        # Integers and half precision come out of single precision; the weights of integers are cut off to 0.
        work = dtype if dtype.kind == "f" else np.dtype("float32")
        values = sum(work.type(weight) * _cosine(max(M, 0), turns, work) for turns, weight in enumerate(weights))
        if M == 1:
            values = np.ones(1)
        elif dtype.kind in "iu":
            values = np.zeros(max(M, 0))
        return jnp.asarray(values.astype(dtype))

    doc = f"""{text}

    M    number of points; an empty array for 0 and less
    ctx    the device, as "cpu(0)"
    dtype    element type of the result; all points but a single one are 0 for integers

    Returns a vector of M elements. Raises MXNetError if M is not given.
    """
    return op(name, doc=doc)(apply)


_declare_window("hanning", "The Hann window, a raised cosine that ends in zeros.", 0.5, -0.5)
_declare_window("hamming", "The Hamming window, a raised cosine that ends above zero.", 0.54, -0.46)
_declare_window("blackman", "The Blackman window, of two cosines.", 0.42, -0.5, 0.08)


def _declare_raised(count, raise_):
    name = f"_np_atleast_{count}d"

    def apply(*arys: Array, num_args: int = REQUIRED):
        return tuple(lax.stop_gradient(raise_(x)) for x in arys)

    doc = f"""Arrays with at least {count} dimension{"s" * (count > 1)}; those that have fewer get some of length 1.

    arys    arrays of one element type. They get no gradient.
    num_args    how many there are, 1 or more

    Returns as many arrays. Raises MXNetError if none is given.
    """
    counts = {
        "outputs": lambda a: a.num_args,
        "bounds": {"num_args": (1, None)},
        "input_names": counted("ary"),
        "onnx": "shapes.raised",
    }
    return op(name, doc=doc, zero_gradient=True, **counts)(apply)


_declare_raised(1, jnp.atleast_1d)
_declare_raised(2, jnp.atleast_2d)
_declare_raised(3, jnp.atleast_3d)
