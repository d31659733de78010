"""Diagonals and triangles, shifting, turning, padding, cutting and reshaping."""

import math
from typing import Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jmx.core.declare.op import REQUIRED, AnyArray, Array, Shape, Shapes, op
from jmx.core.declare.positions import gathered
from jmx.core.declare.x64 import position_type

from .._checks import axis_of, check, fail
from .._numeric import scalar_like
from ..slicing import split_v2
from ._types import BadValue, numbers


@op("_np_diag", onnx="shapes.gathered")
def diag(data: Array, k: int = 0) -> jax.Array:
    """A diagonal of a matrix, or the matrix with a vector on its diagonal.

    data    matrix or vector of a numeric type
    k    which diagonal: 0 is the main one, positive ones are above it

    Returns a vector or a matrix of the type of `data`. Raises MXNetError for other numbers of dimensions.
    """
    name = "_np_diag"
    check(1 <= data.ndim <= 2, name, lambda: f"input must be 1- or 2-d, got shape {list(data.shape)}")
    numbers(name, data)
    if data.ndim == 1:
        return jnp.diag(data, k)
    return diagonal_of(data, k, 0, 1)


@op("_np_diagflat", onnx="shapes.gathered")
def diagflat(data: Array, k: int = 0) -> jax.Array:
    """The matrix with the elements of an array on its diagonal.

    data    array of one dimension or more, of a numeric type
    k    which diagonal: 0 is the main one, positive ones are above it

    Returns a square matrix of the type of `data`. Raises MXNetError for an array without dimension.
    """
    name = "_np_diagflat"
    check(data.ndim, name, "diagonal does not exist: the input needs a dimension")
    numbers(name, data)
    return jnp.diag(data.reshape(-1), k)


def _planes(name, data, axis1, axis2):
    check(data.ndim >= 2, name, lambda: f"input array should be at least 2d, got shape {list(data.shape)}")
    numbers(name, data)
    first, second = axis_of(name, axis1, data.ndim, "axis1"), axis_of(name, axis2, data.ndim, "axis2")
    check(first != second, name, lambda: f"axis1 and axis2 cannot refer to the same axis {first}")
    return first, second


_PLANES = """{text}

data    array of two dimensions or more, of a numeric type
offset    which diagonal: 0 is the main one, positive ones are above it
axis1, axis2    the axes that span the planes, negative ones counting from the end

Returns an array of the other axes{more}, of the type of `data`. Raises MXNetError if an axis does not exist or both are one.
"""


def diagonal_of(data: jax.Array, offset: int, first: int, second: int) -> jax.Array:
    """The diagonal of two axes, as a last axis."""
    place = min(first, second)  # where the planes are: to bring them elsewhere would copy the array, and its gradient
    planes = jnp.moveaxis(data, (first, second), (place, place + 1))
    rows, columns = planes.shape[place : place + 2]
    count = max(min(rows - max(-offset, 0), columns - max(offset, 0)), 0)
    # jnp.diagonal asks which platform it runs on, which keeps NumPy from running it
    at = np.arange(count) * (columns + 1) + max(-offset, 0) * columns + max(offset, 0)
    flat = planes.reshape(*planes.shape[:place], rows * columns, *planes.shape[place + 2 :])
    return jnp.moveaxis(gathered(flat, at, place), place, -1)


@op(
    "_np_diagonal",
    doc=_PLANES.format(text="Diagonals of the planes that two axes span.", more=" and the diagonal"),
    onnx="shapes.gathered",
)
def diagonal(data: Array, offset: int = 0, axis1: int = 0, axis2: int = 1) -> jax.Array:
    return diagonal_of(data, offset, *_planes("_np_diagonal", data, axis1, axis2))


@op("_np_trace", doc=_PLANES.format(text="Sums of the diagonals of the planes that two axes span.", more=""), onnx="shapes.trace")
def trace(data: Array, offset: int = 0, axis1: int = 0, axis2: int = 1) -> jax.Array:
    return jnp.sum(diagonal_of(data, offset, *_planes("_np_trace", data, axis1, axis2)), -1, dtype=data.dtype)


@op("_npi_tril", onnx="shapes.gathered")
def tril(data: Array, k: int = 0) -> jax.Array:
    """The lower triangle of matrices, the rest being 0; a vector is first repeated as rows.

    data    array of one dimension or more, of a numeric type
    k    the last diagonal to keep: 0 is the main one, positive ones are above it

    Returns an array like `data`, or a square matrix for a vector. Raises MXNetError for an array without dimension.
    """
    name = "_npi_tril"
    check(data.ndim, name, "the input needs a dimension")
    numbers(name, data)
    if data.ndim == 1:
        data = jnp.broadcast_to(data, (data.shape[0], data.shape[0]))
    rows, columns = (lax.broadcasted_iota(position_type(*data.shape), data.shape, data.ndim - i) for i in (2, 1))
    return jnp.where(rows + k >= columns, data, jnp.zeros((), data.dtype))


@op("_npi_diag_indices_from", wide=True, zero_gradient=True)
def diag_indices_from(data: AnyArray) -> jax.Array:
    """Positions of the main diagonal of an array.

    data    array of two dimensions or more, all equally long

    Returns int64 positions of shape (ndim, n). Raises ValueError for other shapes.
    """
    name = "_npi_diag_indices_from"
    if data.ndim < 2 or len(set(data.shape)) > 1:
        raise BadValue(
            f"Operator {name}: input array should be at least 2d and all its dimensions of equal length, got shape "
            f"{list(data.shape)}"
        )
    return lax.broadcasted_iota("int64", (data.ndim, data.shape[0]), 1)


@op("_np_roll", onnx="shapes.gathered")
def roll(data: Array, shift: Shape | None = None, axis: Shape | None = None) -> jax.Array:
    """`data` with elements shifted along axes; those that leave at one end enter at the other.

    data    array of a numeric type
    shift    by how many places, one number for all axes or one for each
    axis    the axes, negative ones counting from the end; None shifts the flattened array

    Returns an array like `data`. Raises MXNetError if `shift` is missing or does not fit `axis`, and if an axis does not
    exist or is named twice.
    """
    name = "_np_roll"
    if shift is None:
        fail(name, "missing 1 required positional argument: 'shift'")
    numbers(name, data)
    if axis is None:
        check(len(shift) == 1, name, lambda: f"shift must be an int without axis, got {list(shift)}")
        return jnp.roll(data, shift[0])
    if len(shift) not in (1, len(axis)):
        fail(name, f"shift and axis must be of the same size, got shift={list(shift)}, axis={list(axis)}")
    axes = [axis_of(name, i, data.ndim) for i in axis]
    check(len(set(axes)) == len(axes), name, lambda: f"axes have duplicates: {list(axis)}")
    for i, n in zip(axes, shift * len(axes) if len(shift) == 1 else shift):
        data = jnp.roll(data, n, i)
    return data


@op("_npi_rot90", onnx="shapes.gathered")
def rot90(data: Array, k: int = 1, axes: Shape | None = None) -> jax.Array:
    """`data` turned in a plane by a quarter, `k` times, from the first axis towards the second.

    data    array of two dimensions or more, of a numeric type
    k    number of quarters
    axes    the two axes of the plane, negative ones counting from the end

    Returns an array of the type of `data`. Raises MXNetError unless `axes` names two different axes that exist.
    """
    name = "_npi_rot90"
    if axes is None or len(axes) != 2:
        fail(name, f"the length of axes must be 2, got axes={axes}")
    first, second = (axis_of(name, i, data.ndim) for i in axes)
    check(first != second, name, lambda: f"axes have duplicates: {list(axes)}")
    numbers(name, data)
    return jnp.rot90(data, k % 4, (first, second))


_SPLIT = """Parts of an array along the {text}.

data    array of {least} or more, of any type
indices    where the parts begin, the first at 0; read unless `sections` is given
axis    accepted and ignored
squeeze_axis    leave out the axis that is cut, which then must have length 1 in every part
sections    number of parts of nearly equal size

Returns as many arrays. Raises ValueError for fewer dimensions, MXNetError for parts that do not lie within the axis.
"""


def _declare_split(word, text, least, axis, where, lists=()):
    name = "_npi_" + word

    def apply(data: Array, indices: Shape = REQUIRED, axis: int = 1, squeeze_axis: bool = False, sections: int = 0):
        if data.ndim < least:
            raise BadValue(f"Operator {name}: {word} only works on arrays of {least} or more dimensions, got {list(data.shape)}")
        return split_v2.fn(data, indices, where(data), squeeze_axis, sections)

    doc = _SPLIT.format(text=text, least=f"{least} dimension{'s' * (least > 1)}")
    count = lambda a: a.sections if a.sections > 0 else len(a.indices)
    return op(name, doc=doc, outputs=count, bounds=split_v2.bounds, lists=lists, onnx=("shapes.split_along", axis))(apply)


_declare_split("hsplit", "second axis, vectors along their only one", 1, 1, lambda x: min(x.ndim - 1, 1), ("_npi_hsplit",))
_declare_split("dsplit", "third axis", 3, 2, lambda x: 2)

_MODES = Literal["constant", "edge", "maximum", "minimum", "reflect", "symmetric"]


@op("_npi_pad", onnx="shapes.npi_pad")
def pad(
    data: Array, pad_width: Shapes = REQUIRED, mode: _MODES = "constant", constant_value: float = 0.0, reflect_type: str = "even"
) -> jax.Array:
    """`data` with further elements before and after it along every axis.

    data    array of any type
    pad_width    for each axis how many elements before and after
    mode    what they are: "constant", or of the axis its "edge", "maximum", "minimum", its mirror image with the edge
            ("symmetric") or without it ("reflect")
    constant_value    the constant
    reflect_type    "even"

    Returns an array of the type of `data`. Raises MXNetError if `pad_width` does not fit `data` or is negative.
    """
    name = "_npi_pad"
    pairs = [tuple(p) for p in pad_width]
    if data.ndim == 1 and len(pairs) == 2 and all(len(p) == 1 for p in pairs):
        pairs = [(pairs[0][0], pairs[1][0])]
    if not (len(pairs) == data.ndim and all(len(p) == 2 and min(p) >= 0 for p in pairs)):
        fail(name, f"pad_width={pad_width} must hold two numbers for each axis, none negative: shape {list(data.shape)}")
    check(reflect_type == "even", name, lambda: f"reflect_type {reflect_type!r} is not supported, only 'even'")
    if mode == "constant":
        return lax.pad(data, scalar_like(constant_value, data.dtype), [(b, a, 0) for b, a in pairs])
    if data.size == 0:
        return jnp.zeros([n + sum(p) for n, p in zip(data.shape, pairs)], data.dtype)
    return jnp.pad(data, pairs, mode)


def reshaped(name, source, codes, reverse) -> tuple[int, ...]:
    """The shape that `codes` (-1 infer, -2 keep, -3 drop a 1, -4 rest, -5 merge two, -6 split into the next two) make of it."""
    dims, left = (list(reversed(s)) if reverse else list(s) for s in (source, codes))
    said = f"cannot reshape array of shape {list(source)} into shape {list(codes)}" + ", reversed" * reverse
    check(all(n >= -6 for n in left), name, lambda: f"{said}: dimension size must be greater than or equal to -6")
    check(left.count(-1) < 2, name, lambda: f"{said}: can only specify one unknown dimension")
    out, at, i = [], 0, 0
    while i < len(left):
        code, taken = left[i], {-4: 0, -5: 2}.get(left[i], 1)
        part = dims[at : at + taken]
        if code in (-2, -3, -5, -6):
            check(len(part) == taken, name, lambda code=code: f"{said}: {code} wants more dimensions than there are")
        if code == -2:
            out += part
        elif code == -3:
            check(part == [1], name, lambda: f"{said}: -3 should only be used to skip dimension size 1")
        elif code == -4:
            out += dims[at:]
            at = len(dims)
        elif code == -5:
            out.append(math.prod(part))
        elif code == -6:
            check(i + 2 < len(left), name, lambda: f"{said}: -6 must be followed by two dimensions")
            a, b = left[i + 1 : i + 3]
            check(a != -1 or b != -1, name, lambda: f"{said}: split dimensions cannot both be -1")
            a = part[0] // b if a == -1 and b else a
            b = part[0] // a if b == -1 and a else b
            check(a * b == part[0], name, lambda a=a, b=b, n=part[0]: f"{said}: split dims {a}, {b} do not divide {n}")
            out += [a, b]
            i += 2
        else:
            out.append(code)
        at, i = at + taken, i + 1
    size, known = math.prod(source), math.prod(n for n in out if n != -1)
    if -1 in out:
        check(known and size % known == 0, name, said)
        out[out.index(-1)] = size // known
    check(math.prod(out) == size, name, said)
    return tuple(reversed(out) if reverse else out)


@op("_npx_reshape", "_npi_reshape", solves="size", onnx="shapes.reshaped")
def npx_reshape(a: Array, newshape: Shape = REQUIRED, reverse: bool = False, order: str = "C") -> jax.Array:
    """`a` with another shape, elements in the same order.

    a    array of any shape and type
    newshape    the shape; -1 follows from the others, -2 keeps a dimension, -3 drops one of length 1, -4 keeps all that are
                left, -5 merges two, -6 splits one into the two numbers that follow
    reverse    read both shapes from the right
    order    accepted as MXNet does, which goes through elements in C order whatever it says

    Returns an array of the type of `a`. Raises MXNetError if the number of elements differs and for other codes.

    Examples
    --------
    >>> mx.npx.reshape(mx.np.zeros((2, 3, 4)), (-2, -5)).shape
    (2, 12)
    >>> mx.npx.reshape(mx.np.zeros((6, 4)), (-6, 2, -1, -4)).shape
    (2, 3, 4)
    """
    return a.reshape(reshaped("_npx_reshape", a.shape, newshape, reverse))


@op("_npi_share_memory", dynamic=True)
def share_memory(a: AnyArray, b: AnyArray) -> jax.Array:
    """Whether two arrays are one and the same memory.

    a, b    arrays of any type

    Returns a boolean array without dimension.
    """
    shared = a.size > 0 and b.size > 0 and all(isinstance(x, jax.Array) and not isinstance(x, jax.core.Tracer) for x in (a, b))
    return jnp.asarray(bool(shared and _address(a) == _address(b)))


def _address(x):
    return x.unsafe_buffer_pointer()
