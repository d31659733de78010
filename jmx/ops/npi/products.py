"""Products of arrays: dot, matmul, tensordot, einsum."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jmx.core.declare.op import REQUIRED, Array, Shape, op

from .._checks import axis_of, check, fail
from .._numeric import is_float
from ._types import mend
from .rearrange import diagonal_of

_SHAPES = "a and b have shapes {} and {}"


def _floating(name, *arrays):
    for x in arrays:
        if not is_float(x):
            mend(name, (x.dtype,), "only floating point types are supported.")


def _contract(name, a, b, of_a, of_b, batch=((), ())):
    """Sum of products over the axes `of_a` of `a` and `of_b` of `b`, which must be equally long."""
    if not all(a.shape[i] == b.shape[j] for i, j in zip(of_a, of_b)):
        fail(
            name,
            f"shape inconsistent: {_SHAPES.format(list(a.shape), list(b.shape))}, and the axes to sum over, "
            f"{list(of_a)} and {list(of_b)}, are not equally long",
        )
    return lax.dot_general(a, b, ((of_a, of_b), batch))


@op("_np_dot", onnx="products.npi_dot")
def dot(a: Array, b: Array) -> jax.Array:
    """Sum of products over the last axis of `a` and the last but one of `b`; a scalar multiplies the other array.

    a, b    arrays of one floating type

    Returns an array of that type, without dimension for two vectors. Raises MXNetError if those axes are not equally long.
    """
    name = "_np_dot"
    _floating(name, a, b)
    if not (a.ndim and b.ndim):
        return a * b
    return _contract(name, a, b, (a.ndim - 1,), (max(b.ndim - 2, 0),))


@op("_npi_matmul", outputs=("out",), onnx="products.matmul")
def matmul(a: Array, b: Array) -> jax.Array:
    """Matrix products over the last two dimensions, leading ones being broadcast; vectors are rows before and columns behind.

    a, b    arrays of one floating type with one dimension or more

    Returns an array of that type, without the dimension that a vector lacks. Raises MXNetError for arrays without
    dimension and for shapes that do not go together.
    """
    name = "_npi_matmul"
    check(a.ndim and b.ndim, name, "multiplication by scalars is not allowed; use multiply")
    _floating(name, a, b)
    left, right = a.shape[:-2], b.shape[:-2]
    try:
        np.broadcast_shapes(left, right)
    except ValueError:
        fail(name, f"could not be broadcast: {_SHAPES.format(list(a.shape), list(b.shape))}")
    if a.shape[-1] != b.shape[max(b.ndim - 2, 0)]:
        fail(
            name,
            f"shape inconsistent: {_SHAPES.format(list(a.shape), list(b.shape))}: the last size of a, {a.shape[-1]}, must equal "
            f"the {'last but one' if b.ndim > 1 else 'only'} of b, {b.shape[max(b.ndim - 2, 0)]}. Transpose or reshape one of "
            "them.",
        )
    return jnp.matmul(a, b)


@op("_npi_tensordot_int_axes", onnx="products.tensordot")
def tensordot_int_axes(a: Array, b: Array, axes: int = REQUIRED) -> jax.Array:
    """Sum of products over the last axes of `a` and the first ones of `b`.

    a, b    arrays of one floating type
    axes    how many axes are summed over; 0 and less for none

    Returns an array of the remaining axes, first those of `a`. Raises MXNetError if the axes are not equally long.
    """
    name = "_npi_tensordot_int_axes"
    _floating(name, a, b)
    if not (a.ndim and b.ndim):
        return a * b
    count = max(axes, 0)
    check(count <= min(a.ndim, b.ndim), name, lambda: f"axes={axes} is too many: {_SHAPES.format(list(a.shape), list(b.shape))}")
    return _contract(name, a, b, tuple(range(a.ndim - count, a.ndim)), tuple(range(count)))


@op("_npi_tensordot", onnx="products.tensordot")
def tensordot(a: Array, b: Array, a_axes_summed: Shape = REQUIRED, b_axes_summed: Shape = REQUIRED) -> jax.Array:
    """Sum of products over pairs of axes.

    a, b    arrays of one floating type
    a_axes_summed, b_axes_summed    axes of `a` and the axes of `b` that they meet, negative ones counting from the end

    Returns an array of the remaining axes, first those of `a`. Raises MXNetError if axes do not exist, repeat, differ in
    number or are not equally long.
    """
    name = "_npi_tensordot"
    _floating(name, a, b)
    if not (a.ndim and b.ndim):
        return a * b
    of_a = tuple(axis_of(name, i, a.ndim, "a_axes_summed") for i in a_axes_summed)
    of_b = tuple(axis_of(name, i, b.ndim, "b_axes_summed") for i in b_axes_summed)
    if not len(of_a) == len(of_b) == len(set(of_a)) == len(set(of_b)):
        fail(
            name,
            f"a_axes_summed={list(a_axes_summed)} and b_axes_summed={list(b_axes_summed)} must name equally many different axes",
        )
    return _contract(name, a, b, of_a, of_b)


def _labelled(term, ndim):
    """(label, axis) for each label of an operand; those behind an ellipsis are of the last axes."""
    front, _, back = term.partition("...")
    return [*zip(front, range(ndim)), *zip(back, range(ndim - len(back), ndim))]


def _terms(name, subscripts, shapes):
    """(labels of each input, labels of the result), ellipses spelled out; raises MXNetError for what makes no sense."""
    text = "".join(subscripts.split())
    left, arrow, right = text.partition("->")
    for c in text.replace("...", "").replace("->", ""):
        check(c.isascii() and (c.isalpha() or c == ","), name, lambda c=c: f"character {c} is not a valid symbol")
    terms = left.split(",")
    if len(terms) != len(shapes):
        fail(name, f"number of einsum subscripts must be equal to the number of operands, got {len(terms)} and {len(shapes)}")
    seen = left.replace("...", "").replace(",", "")
    for c in right.replace("...", ""):
        check(c in seen, name, lambda c=c: f"output character {c} did not appear in the input")
        check(right.count(c) == 1, name, lambda c=c: f"subscripts include output subscript '{c}' multiple times")
    if not arrow:
        right = ("..." if "..." in left else "") + "".join(sorted(c for c in set(seen) if seen.count(c) == 1))
    sizes: dict = {}
    for position, (term, shape) in enumerate(zip(terms, shapes)):
        named = len(term.replace("...", ""))
        if named > len(shape) or named < len(shape) and "..." not in term:
            fail(name, f"einstein sum subscripts {term!r} do not match the shape {list(shape)}")
        for c, i in _labelled(term, len(shape)):
            n = sizes.get(c, 1)
            if 1 not in (n, shape[i]) and n != shape[i]:
                fail(name, f"size of label '{c}' for operand {position} ({shape[i]}) does not match previous terms ({n})")
            sizes[c] = max(n, shape[i]) if 0 not in (n, shape[i]) else 0
    return terms, right, sizes


def _spread(term, x, sizes):
    """(labels, `x`) with axes of length 1 repeated where another operand has more, and diagonals taken of repeated labels."""
    shape = list(x.shape)
    for c, i in _labelled(term, x.ndim):
        shape[i] = sizes[c]
    x = jnp.broadcast_to(x, shape)
    # jnp.einsum takes them too, but masks the whole array
    while "..." not in term and len(set(term)) < len(term):
        c = next(c for c in term if term.count(c) > 1)
        first = term.index(c)
        x = diagonal_of(x, 0, first, term.index(c, first + 1))
        term = term.replace(c, "", 2) + c
    return term, x


@op("_npi_einsum", onnx="products.einsum")
def einsum(*data: Array, subscripts: str = "", optimize: int = 0) -> jax.Array:
    """Sums of products by Einstein's convention.

    data    arrays of one element type
    subscripts    labels of the axes, as "ij,jk->ik"; an ellipsis stands for any further axes, which are broadcast
    optimize    accepted and ignored: the order of several products is chosen by itself

    Returns an array of the type of the inputs. Raises MXNetError for subscripts that do not fit the arrays.
    """
    name = "_npi_einsum"
    terms, right, sizes = _terms(name, subscripts, [x.shape for x in data])
    terms, arrays = zip(*[_spread(term, x, sizes) for term, x in zip(terms, data)])
    dtype = arrays[0].dtype
    if dtype == np.bool_:
        arrays = [x.astype("int32") for x in arrays]
    result = jnp.einsum(",".join(terms) + "->" + right, *arrays, optimize="greedy" if len(arrays) > 2 else "optimal")
    return result.astype(dtype)
