"""Operators whose inputs are stretched to a common shape, and those that stretch one array to a given shape."""

import jax

from jmx.core.declare.op import AnyArray, Array, Shape, any_layout, op
from jmx.core.declare.traits import numbered_for

from ._binary import FLAT, KERNELS, TRUTHS, stretched
from ._checks import axis_of, fail
from ._examples import shown
from ._numeric import refuse_bool

_DOC = """{text}

lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
and for boolean arrays.
"""


def _check_fit(name, a, b):
    for m, n in zip(a.shape[::-1], b.shape[::-1]):
        if m != n and m != 1 and n != 1:
            fail(name, f"operands could not be broadcast together with shapes {list(a.shape)} {list(b.shape)}")


def _declare(word, names):
    kernel, text, example = KERNELS[word]
    name = names[0]

    def apply(lhs: Array, rhs: Array):
        refuse_bool(name, lhs)
        _check_fit(name, lhs, rhs)
        return kernel(lhs, rhs)

    traits = {"channels_last": any_layout, "zero_gradient": kernel in TRUTHS, "flat_integers": kernel in FLAT}
    traits |= {"onnx": ("elementwise.binary", word), "source": ("binary", word)}
    given, _, result = example.partition(" -> ")
    column, _, row = given.rpartition(", [")
    doc = _DOC.format(text=text) + shown(f"nd.{name}(nd.array({column}), nd.array([{row}))", result)
    return op(*names, doc=doc, **traits)(apply)


_ALIASES = {
    "add": ["_sparse_broadcast_add", "_sparse_broadcast_plus", "broadcast_plus"],
    "sub": ["_sparse_broadcast_minus", "_sparse_broadcast_sub", "broadcast_minus"],
    "mul": ["_sparse_broadcast_mul"],
    "greater": ["_npx_broadcast_greater"],
    "div": ["_sparse_broadcast_div"],
    "maximum": ["_npi_maximum"],
    "minimum": ["_npi_minimum"],
}

for _word in KERNELS:
    _declare(_word, [f"broadcast_{_word}", *_ALIASES.get(_word, [])])


def _check_ndim(name, data, shape):
    if data.ndim != len(shape):
        text = f"operand of shape {list(data.shape)} cannot be broadcasted to {list(shape)}"
        fail(name, f"{text}: the number of axes differs")


def _stretch(name, data, shape):
    """`data` stretched to `shape`, which has as many axes."""
    for have, want in zip(data.shape, shape):
        if have != want and have != 1:
            fail(name, f"array cannot be broadcasted from {list(data.shape)} to {list(shape)}")
    return stretched(data, tuple(shape))


@op("broadcast_to", numbered_inputs=True, onnx="shapes.broadcast", backward=None, source="layers.broadcast_to")
def broadcast_to(data: Array, shape: Shape = ()) -> jax.Array:
    """`data` repeated along axes of length 1 until it has the shape `shape`.

    data    array of any type
    shape    the new shape, with as many axes as `data` has; 0 keeps an axis as it is

    Returns an array of that shape. Raises MXNetError if the number of axes differs or an axis that would change is
    not 1 long.

    Examples
    --------
    >>> nd.broadcast_to(nd.array([[1], [2]]), shape=(2, 3))
    [[1. 1. 1.]
     [2. 2. 2.]]
    <NDArray 2x3 @cpu(0)>
    """
    _check_ndim("broadcast_to", data, shape)
    return _stretch("broadcast_to", data, tuple(want or have for have, want in zip(data.shape, shape)))


@op(
    "broadcast_axis", "broadcast_axes", numbered_inputs=True, onnx="shapes.broadcast", backward=None, source="layers.broadcast_to"
)
def broadcast_axis(data: Array, axis: Shape = (), size: Shape = ()) -> jax.Array:
    """`data` repeated along the axes `axis`, which have length 1.

    data    array of any type
    axis    one axis or several, not negative
    size    new length of each of them

    Returns the longer array. Raises MXNetError if an axis does not exist or is not 1 long, or if `size` has another
    length than `axis`.

    Examples
    --------
    >>> nd.broadcast_axis(nd.array([[1], [2]]), axis=1, size=3)
    [[1. 1. 1.]
     [2. 2. 2.]]
    <NDArray 2x3 @cpu(0)>
    """
    if len(axis) != len(size):
        fail("broadcast_axis", f"axis has {len(axis)} entries and size {len(size)}; expected equally many")
    shape = list(data.shape)
    for i, n in zip(axis, size):
        if not 0 <= i < data.ndim:
            fail("broadcast_axis", f"axis {i} must be in range [0, {data.ndim}): negative ones do not count")
        if shape[i] != 1:
            text = f"broadcasting axis must have size 1, axis {i} of shape {list(data.shape)} has {shape[i]}"
            fail("broadcast_axis", text)
        shape[i] = n
    return stretched(data, tuple(shape))


@op(
    "broadcast_like",
    "_npx_broadcast_like",
    gradient_names=numbered_for("lhs"),
    onnx="shapes.broadcast",
    backward=None,
    source="layers.broadcast_like",
)
def broadcast_like(lhs: Array, rhs: AnyArray, lhs_axes: Shape | None = None, rhs_axes: Shape | None = None) -> jax.Array:
    """`lhs` repeated along axes of length 1 until it has the shape of `rhs`.

    lhs    array of any type
    rhs    array whose shape is taken; it gets no gradient
    lhs_axes, rhs_axes    these axes of `lhs` take the lengths of those of `rhs`; all, in order, unless both are given

    Returns the longer array. Raises MXNetError if shapes or axes do not fit together.

    Examples
    --------
    >>> nd.broadcast_like(nd.array([[1, 2]]), nd.zeros((2, 2)))
    [[1. 2.]
     [1. 2.]]
    <NDArray 2x2 @cpu(0)>
    >>> nd.broadcast_like(nd.array([[1], [2]]), nd.zeros((5, 3)), lhs_axes=(1,), rhs_axes=(1,)).shape
    (2, 3)
    """
    name = "broadcast_like"
    if lhs_axes is None or rhs_axes is None:
        _check_ndim(name, lhs, rhs.shape)
        return _stretch(name, lhs, rhs.shape)
    if not (len(lhs_axes) == len(rhs_axes) and lhs_axes):
        fail(name, f"lhs_axes {lhs_axes} and rhs_axes {rhs_axes} must be equally long and not empty")
    shape = list(lhs.shape)
    for i, j in zip(lhs_axes, rhs_axes):
        shape[axis_of(name, i, lhs.ndim, "lhs axis")] = rhs.shape[axis_of(name, j, rhs.ndim, "rhs axis")]
    return _stretch(name, lhs, tuple(shape))
