"""Triangles and products of vectors and matrices that MXNet 2.0 and the array API standard have and MXNet 1.9.1 lacks."""

import contextlib

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jmx.core.declare.op import AnyArray, Array, op
from jmx.core.declare.x64 import position_type, x64

from .._checks import axis_of, check, fail
from ._types import mend, promoted


@op("_npi_triu")
def triu(data: Array, k: int = 0) -> jax.Array:
    """The upper triangle of matrices, the rest being 0; a vector is first repeated as rows.

    data    array of one dimension or more, of any type
    k    the first diagonal to keep: 0 is the main one, positive ones are above it

    Returns an array like `data`, or a square matrix for a vector. Raises MXNetError for an array without dimension.
    """
    check(data.ndim, "_npi_triu", "the input needs a dimension")
    if data.ndim == 1:
        data = jnp.broadcast_to(data, (data.shape[0], data.shape[0]))
    rows, columns = (lax.broadcasted_iota(position_type(*data.shape), data.shape, data.ndim - i) for i in (2, 1))
    return jnp.where(rows + k <= columns, data, jnp.zeros((), data.dtype))


@contextlib.contextmanager
def _common(name, a, b):
    """Both in their common type, which two types of 32 bits may have in one of 64."""
    dtype = promoted(name, a, b)
    with x64(dtype, a, b):
        yield a.astype(dtype), b.astype(dtype)


@op("_npi_kron")
def kron(a: AnyArray, b: AnyArray) -> jax.Array:
    """Kronecker product: blocks of `b`, each multiplied by an element of `a`.

    a, b    arrays of numeric types; the one with fewer dimensions gets axes of length 1 in front

    Returns an array whose dimensions are the products of those of the inputs, of their common type.
    """
    with _common("_npi_kron", a, b) as (a, b):
        ndim = max(a.ndim, b.ndim)
        left, right = ((1,) * (ndim - x.ndim) + x.shape for x in (a, b))
        pairs = a.reshape([n for m in left for n in (m, 1)]) * b.reshape([n for m in right for n in (1, m)])
        return pairs.reshape([m * n for m, n in zip(left, right)])


@op("_npi_cross")
def cross(a: AnyArray, b: AnyArray, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None) -> jax.Array:
    """Cross products of vectors of 3 or 2 elements; for two of 2 elements the third component alone.

    a, b    arrays of numeric types whose other axes broadcast
    axisa, axisb    the axes that hold the vectors
    axisc    the axis of the result that holds them
    axis    instead of all three

    Returns an array of the common type. Raises MXNetError for vectors of another length, missing axes and shapes that do
    not broadcast.
    """
    name = "_npi_cross"
    if axis is not None:
        axisa = axisb = axisc = axis
    with _common(name, a, b) as (a, b):
        a = jnp.moveaxis(a, axis_of(name, axisa, a.ndim, "axisa"), -1)
        b = jnp.moveaxis(b, axis_of(name, axisb, b.ndim, "axisb"), -1)
        if a.shape[-1] not in (2, 3) or b.shape[-1] not in (2, 3):
            fail(name, f"vectors must have 2 or 3 elements, got {a.shape[-1]} and {b.shape[-1]}")
        try:
            np.broadcast_shapes(a.shape[:-1], b.shape[:-1])
        except ValueError:
            fail(name, f"operands could not be broadcast together with shapes {list(a.shape)} {list(b.shape)}")
        x, y = a[..., 0], a[..., 1]
        u, v = b[..., 0], b[..., 1]
        last = x * v - y * u
        if a.shape[-1] == b.shape[-1] == 2:
            return last
        zero = jnp.zeros((), a.dtype)
        z, w = (p[..., 2] if p.shape[-1] == 3 else zero for p in (a, b))
        parts = jnp.broadcast_arrays(y * w - z * v, z * u - x * w, last)
        product = jnp.stack(parts, -1)
        return jnp.moveaxis(product, -1, axis_of(name, axisc, product.ndim, "axisc"))


@op("_npi_vecdot")
def vecdot(x1: AnyArray, x2: AnyArray, axis: int = -1) -> jax.Array:
    """Sums of products of vectors along an axis.

    x1, x2    arrays of numeric types whose shapes broadcast
    axis    the axis of the vectors, counted from the end if negative; as long in both

    Returns an array of the other axes, of the common type. Raises MXNetError if the vectors differ in length and for booleans.
    """
    name = "_npi_vecdot"
    with _common(name, x1, x2) as (x1, x2):
        if x1.dtype == np.bool_:
            mend(name, (x1.dtype,), "booleans are not supported.")
        x1, x2 = (jnp.moveaxis(x, axis_of(name, axis, x.ndim), -1) for x in (x1, x2))
        if x1.shape[-1] != x2.shape[-1]:
            fail(name, f"vectors must be equally long, got {x1.shape[-1]} and {x2.shape[-1]}")
        return jnp.sum(x1 * x2, -1, dtype=x1.dtype)
