"""Joining, reordering and reshaping arrays, and choosing between them."""

import jax
import jax.numpy as jnp
import numpy as np

from jmx.core.declare.op import REQUIRED, AnyArray, Array, Shape, op
from jmx.core.declare.traits import counted, numbered_for

from .._checks import axis_of, check, fail
from .._numeric import scalar_like
from ._types import BadValue
from .binary import fit


def _join(name, arrays, axis):
    check(arrays, name, "needs at least one array")
    first = arrays[0].shape
    axis = axis_of(name, axis, len(first))
    for x in arrays[1:]:
        if len(x.shape) != len(first) or any(i != axis and p != q for i, (p, q) in enumerate(zip(x.shape, first))):
            expected = [-1 if i == axis else n for i, n in enumerate(first)]
            fail(name, f"incompatible input shape: expected {expected}, got {list(x.shape)}")
    return jnp.concatenate(arrays, axis)


_LIKE_CONCATENATE = {"outputs": ("out",), "input_names": counted("data")}


@op("_npi_concatenate", **_LIKE_CONCATENATE, onnx="shapes.concatenate")
def concatenate(*data: Array, axis: int | None = 0) -> jax.Array:
    """Arrays joined along an axis.

    data    arrays of one element type, whose shapes differ at most along `axis`
    axis    the axis, negative ones counting from the end; None joins the flattened arrays

    Returns an array of the type of the inputs. Raises MXNetError for other shapes and if the axis does not exist.
    """
    if axis is None:
        data, axis = [x.reshape(-1) for x in data], 0
    return _join("_npi_concatenate", data, axis)


_STACK_DOC = """Arrays joined along {text}.

data    arrays of one element type, with shapes that fit

Returns an array of the type of the inputs. Raises MXNetError for shapes that do not fit.
"""


def _declare_stack(word, raised, axis, text, **traits):
    name = "_npi_" + word

    def apply(*data: Array):
        rows = [raised(x) for x in data]
        return _join(name, rows, 0 if rows and rows[0].ndim == 1 else axis)

    return op(name, doc=_STACK_DOC.format(text=text), onnx=("shapes.joined_as", word), **traits)(apply)


_declare_stack("vstack", jnp.atleast_2d, 0, "the first axis, vectors counting as rows")
_declare_stack("hstack", jnp.atleast_1d, 1, "the second axis, vectors along their only one", **_LIKE_CONCATENATE)
_declare_stack("dstack", jnp.atleast_3d, 2, "the third axis, vectors counting as a single row", **_LIKE_CONCATENATE)
_declare_stack("column_stack", lambda x: x if x.ndim > 1 else x.reshape(-1, 1), 1, "the second axis, vectors counting as columns")


@op("_np_transpose", onnx="shapes.transpose")
def transpose(a: Array, axes: Shape | None = None) -> jax.Array:
    """`a` with its axes in another order.

    a    array of any shape and type
    axes    the axis of `a` for each axis of the result, negative ones counting from the end; default: reversed

    Returns an array of the type of `a`. Raises MXNetError unless `axes` names every axis once.
    """
    name = "_np_transpose"
    if axes is None:
        return jnp.transpose(a)
    check(len(axes) == a.ndim, name, lambda: f"the number of axes does not match: axes={list(axes)}, shape {list(a.shape)}")
    order = [axis_of(name, i, a.ndim) for i in axes]
    if len(set(order)) != len(order):
        raise BadValue(f"Operator {name}: repeated axis in transpose: axes={list(axes)}")
    return jnp.transpose(a, order)


@op("_np_reshape", solves="size", onnx="shapes.reshaped")
def reshape(a: Array, newshape: Shape = REQUIRED, order: str = "C") -> jax.Array:
    """`a` with another shape, elements in the same order.

    a    array of any shape and type
    newshape    the shape, in which one dimension may be -1: it follows from the others
    order    accepted as MXNet does, which goes through elements in C order whatever it says

    Returns an array of the type of `a`. Raises MXNetError if the number of elements differs.
    """
    name, size = "_np_reshape", a.size
    check(all(n >= -1 for n in newshape), name, lambda: f"dimensions must be at least -1, got newshape={list(newshape)}")
    check(newshape.count(-1) < 2, name, lambda: f"can only specify one unknown dimension, got newshape={list(newshape)}")
    known = int(np.prod([n for n in newshape if n >= 0], dtype="int64"))
    fits = known and size % known == 0 if -1 in newshape else known == size
    check(fits, name, lambda: f"cannot reshape array of size {size} into shape {list(newshape)}")
    return jnp.reshape(a, newshape)


@op("_np_squeeze", onnx="shapes.squeeze")
def squeeze(a: Array, axis: Shape | None = None) -> jax.Array:
    """`a` without axes of length 1.

    a    array of any shape and type
    axis    the axes to leave out, negative ones counting from the end; default: all of length 1

    Returns an array of the type of `a`. Raises MXNetError if one of the axes does not exist or is longer.
    """
    name = "_np_squeeze"
    if axis is None:
        return jnp.squeeze(a)
    if a.ndim == 0 and set(axis) <= {0, -1}:
        return a
    axes = {axis_of(name, i, a.ndim) for i in axis}
    for i in axes:
        check(a.shape[i] == 1, name, lambda i=i: f"cannot squeeze out axis {i}, which has size {a.shape[i]}, not one")
    return jnp.squeeze(a, tuple(axes))


@op("_np_moveaxis", onnx="shapes.moved_axis")
def moveaxis(a: Array, source: Shape = REQUIRED, destination: Shape = REQUIRED) -> jax.Array:
    """`a` with axes moved to other places, the rest staying in order.

    a    array of any shape and type
    source, destination    where axes are and where they go, negative numbers counting from the end

    Returns an array of the type of `a`. Raises MXNetError if axes do not exist, repeat or differ in number.
    """
    name = "_np_moveaxis"
    places = [[axis_of(name, i, a.ndim) for i in axes] for axes in (source, destination)]
    if not (len(source) == len(destination) and all(len(set(p)) == len(p) for p in places)):
        fail(name, f"source={list(source)} and destination={list(destination)} must be equally many different axes")
    return jnp.moveaxis(a, *places)


@op("_npi_flip", onnx="shapes.reverse")
def flip(data: Array, axis: Shape | None = REQUIRED) -> jax.Array:
    """`data` with the order of elements reversed along axes.

    data    array of any shape and type
    axis    the axes, negative ones counting from the end; None for all

    Returns an array like `data`. Raises MXNetError if an axis does not exist.
    """
    return jnp.flip(data, None if axis is None else tuple(axis_of("_npi_flip", i, data.ndim) for i in axis))


@op("_np_copy", same_shape=True, onnx="elementwise.same")
def copy(a: Array) -> jax.Array:
    """A copy of `a`.

    a    array of any shape and type

    Returns an array like `a`.
    """
    return a


@op("_npi_broadcast_to", onnx="shapes.broadcast")
def broadcast_to(array: Array, shape: Shape = ()) -> jax.Array:
    """`array` repeated along axes of length 1 and new leading ones, to have `shape`.

    array    array of any type
    shape    the shape; -2 keeps a dimension

    Returns an array of the type of `array`. Raises MXNetError if `array` cannot be brought to that shape.
    """
    lead = len(shape) - array.ndim
    target = tuple(array.shape[i - lead] if n == -2 and i >= lead else n for i, n in enumerate(shape))
    fits = lead >= 0 and all(n >= 0 for n in target) and all(p in (1, n) for p, n in zip(array.shape, target[lead:]))
    check(fits, "_npi_broadcast_to", lambda: f"shape {list(array.shape)} is not broadcastable to {list(shape)}")
    return jnp.broadcast_to(array, target)


_WHERE = "_npi_where"


@op(_WHERE, gradient_names=numbered_for("x", "y"), onnx="elementwise.where")
def where(condition: AnyArray, x: Array, y: Array) -> jax.Array:
    """Elements of `x` where `condition` is not 0, else of `y`.

    condition    array of any type. It gets no gradient.
    x, y    arrays of one element type

    Returns an array of the shape to which all three broadcast. Raises MXNetError if they do not.
    """
    fit(_WHERE, condition, x)
    fit(_WHERE, x, y)
    fit(_WHERE, condition, y)
    return jnp.where(condition != 0, x, y)


@op("_npi_where_lscalar", gradient_names=numbered_for("x"), onnx=("elementwise.where_number", True))
def where_lscalar(condition: AnyArray, x: AnyArray, scalar: float = 0.0) -> jax.Array:
    """A number where `condition` is not 0, else elements of `x`.

    condition    array of any type
    x    array of any type
    scalar    the number, converted to the element type of `x`

    Returns an array of the shape to which both broadcast, of the type of `x`. Raises MXNetError if they do not.
    """
    fit("_npi_where_lscalar", condition, x)
    return jnp.where(condition != 0, scalar_like(scalar, x.dtype), x)


@op("_npi_where_rscalar", gradient_names=numbered_for("y"), onnx=("elementwise.where_number", False))
def where_rscalar(condition: AnyArray, y: AnyArray, scalar: float = 0.0) -> jax.Array:
    """Elements of `y` where `condition` is not 0, else a number.

    condition    array of any type
    y    array of any type
    scalar    the number, converted to the element type of `y`

    Returns an array of the shape to which both broadcast, of the type of `y`. Raises MXNetError if they do not.
    """
    fit("_npi_where_rscalar", condition, y)
    return jnp.where(condition != 0, y, scalar_like(scalar, y.dtype))


@op("_npi_where_scalar2", same_shape=True, onnx="elementwise.where_numbers")
def where_scalar2(condition: AnyArray, x: float = 0.0, y: float = 0.0) -> jax.Array:
    """One number where `condition` is not 0, else another.

    condition    array of any type
    x, y    the numbers

    Returns a float32 array of the shape of `condition`.
    """
    return jnp.where(condition != 0, np.float32(x), np.float32(y))
