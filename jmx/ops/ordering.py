"""Sorting: sort, argsort, topk, and the random permutation of rows."""

import functools
from typing import Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ..core.declare.gradients import custom_vjp
from ..core.declare.op import Array, Key, NumberType, Platform, op
from ..core.declare.positions import along
from ..core.declare.traits import shown_by
from ..core.declare.x64 import MOST_IN_32_BITS, position_type
from ._checks import check


def _along(name, data, axis):
    """`data` (flat where axis is None) with the sorted dimension last, and the way back."""
    if axis is None:
        return data.reshape(-1), lambda x: x
    check(-data.ndim <= axis < data.ndim, name, f"invalid axis={axis}: it must be between 0 and {data.ndim - 1}")
    axis %= data.ndim
    if axis == data.ndim - 1:
        return data, lambda x: x
    return jnp.moveaxis(data, axis, -1), lambda x: jnp.moveaxis(x, -1, axis)


def _flipped(x):
    """Keys whose descending order is the ascending order of `x`."""
    return -x if jnp.issubdtype(x.dtype, jnp.floating) else ~x


def _order(rows, k, ascending):
    """Positions of the `k` first elements of each row; equal elements keep their order."""
    keys = lax.stop_gradient(rows)
    if keys.dtype == jnp.bool_:
        keys = keys.astype(jnp.uint8)
    if jnp.issubdtype(keys.dtype, jnp.floating):
        keys = jnp.where(keys == 0, jnp.zeros((), keys.dtype), keys)  # -0 is no less than 0
    if k == 0 or rows.size == 0:
        return jnp.zeros(rows.shape[:-1] + (k,), jnp.int32)
    keys = _flipped(keys) if ascending else keys
    if rows.shape[-1] <= MOST_IN_32_BITS:
        return lax.top_k(keys, k)[1]
    at = lax.broadcasted_iota(position_type(rows.shape[-1]), keys.shape, keys.ndim - 1)
    return lax.sort((_flipped(keys), at), num_keys=1, is_stable=True)[1][..., :k]


def _as_whole(x, dtype=None):
    """Floating numbers as whole numbers of the same order, and, without `dtype`, those back to the floats' bits."""
    bits = x if dtype is None else lax.bitcast_convert_type(x, dtype)
    return bits ^ ((bits >> (8 * bits.dtype.itemsize - 1)) & jnp.iinfo(bits.dtype).max)


def _at(rows, order, platform):
    """The elements of rows at positions in them."""
    found = along(rows, order, rows.ndim - 1, platform=platform)
    return jnp.take_along_axis(rows, order, -1, mode="promise_in_bounds") if found is None else found


@functools.partial(custom_vjp, nondiff_argnums=(0, 1))
def _sorted(ascending, platform, rows):
    """Each row in order. Sorting bare whole numbers takes XLA a quarter of the time of any other sort."""
    if jnp.issubdtype(rows.dtype, jnp.floating):
        dtype = jnp.dtype(f"int{8 * rows.dtype.itemsize}")
        out = lax.bitcast_convert_type(_as_whole(lax.sort(_as_whole(rows, dtype))), rows.dtype)
    else:
        out = lax.sort(rows)
    return out if ascending else lax.rev(out, (rows.ndim - 1,))


def _sorted_forward(ascending, platform, rows):
    order = _order(rows, rows.shape[-1], ascending)
    return _at(rows, order, platform), order


def _sorted_backward(ascending, platform, order, g):
    return jax.vjp(lambda rows: _at(rows, order, platform), g)[1](g)


_sorted.defvjp(_sorted_forward, _sorted_backward)


@op(
    "sort",
    "_npi_sort",
    numbered_inputs=True,
    hidden=1,
    hidden_values=lambda run, a, data: [argsort(data, a.axis, a.is_ascend)],
    onnx="reduce.sort",
    backward=None,
)
def sort(data: Array, axis: int | None = -1, is_ascend: bool = True, *, platform: Platform) -> jax.Array:
    """Elements in order.

    data    array of any shape, of a numeric type
    axis    the dimension to sort along, negative ones counting from the end; None sorts the flattened array
    is_ascend    the smallest first; False for the greatest first

    Returns an array like `data`, flat if `axis` is None. Raises MXNetError if the dimension does not exist.

    Examples
    --------
    >>> nd.sort(nd.array([[3, 1, 2], [4, 6, 5]]))
    [[1. 2. 3.]
     [4. 5. 6.]]
    <NDArray 2x3 @cpu(0)>
    >>> nd.sort(nd.array([3, 1, 2]), is_ascend=False)
    [3. 2. 1.]
    <NDArray 3 @cpu(0)>
    """
    rows, back = _along("sort", data, axis)
    return back(_sorted(is_ascend, platform, rows))


@op("argsort", "_npi_argsort", numbered_inputs=True, zero_gradient=True, onnx="reduce.argsort")
def argsort(data: Array, axis: int | None = -1, is_ascend: bool = True, dtype: NumberType = "float32") -> jax.Array:
    """The positions that would put elements in order; equal elements keep their order.

    data    array of any shape, of a numeric type
    axis    the dimension to sort along, negative ones counting from the end; None sorts the flattened array
    is_ascend    the smallest first; False for the greatest first
    dtype    element type of the positions

    Returns an array of the shape of `data`, flat if `axis` is None. Raises MXNetError if the dimension does not exist.
    There is no gradient.

    Examples
    --------
    >>> nd.argsort(nd.array([30, 10, 20]), dtype="int32")
    [1 2 0]
    <NDArray 3 @cpu(0)>
    """
    rows, back = _along("argsort", data, axis)
    return back(_order(rows, rows.shape[-1], is_ascend)).astype(dtype)


@op(
    "topk",
    "_npx_topk",
    outputs=lambda a: 2 if a.ret_typ == "both" else 1,
    numbered_inputs=True,
    zero_gradient=lambda a: a.ret_typ not in ("both", "value"),
    hidden=lambda a: int(a.ret_typ == "value"),
    hidden_values=shown_by(ret_typ="both"),
    onnx="reduce.topk",
    source="layers.top_k",
)
def topk(
    data: Array,
    axis: int | None = -1,
    k: int = 1,
    ret_typ: Literal["both", "indices", "mask", "value"] = "indices",
    is_ascend: bool = False,
    dtype: NumberType = "float32",
    *,
    platform: Platform,
) -> jax.Array | tuple[jax.Array, jax.Array]:
    """The greatest elements along a dimension: their positions, their values, both, or a mask of ones.

    data    array of any shape, of a numeric type
    axis    the dimension to search, negative ones counting from the end; None searches the flattened array
    k    how many elements; 0 for all, in order
    ret_typ    "indices" for positions, "value" for the elements, "both" for elements and positions, "mask" for 1 where one of
               them is and 0 elsewhere
    is_ascend    the smallest elements, the smallest first
    dtype    element type of positions; elements and mask have that of `data`

    Returns an array with `k` elements along the dimension, two of them for "both", and one like `data` for "mask". Raises
    MXNetError if `k` is larger than the dimension.

    Examples
    --------
    >>> x = nd.array([[3, 1, 2], [4, 6, 5]])
    >>> nd.topk(x, k=2)
    [[0. 2.]
     [1. 2.]]
    <NDArray 2x2 @cpu(0)>
    >>> nd.topk(x, ret_typ="value", is_ascend=True)
    [[1.]
     [4.]]
    <NDArray 2x1 @cpu(0)>
    >>> nd.topk(x, ret_typ="mask", k=1)
    [[1. 0. 0.]
     [0. 1. 0.]]
    <NDArray 2x3 @cpu(0)>
    """
    rows, back = _along("topk", data, axis)
    size = rows.shape[-1]
    check(k <= size, "topk", f"k must be smaller than {size}, get k = {k} for input of shape {data.shape}, axis={axis}")
    order = _order(rows, k if k > 0 else size, is_ascend)
    if ret_typ == "mask":
        mask = jnp.put_along_axis(jnp.zeros(rows.shape, data.dtype), order, jnp.ones((), data.dtype), -1, inplace=False)
        return back(mask).reshape(data.shape)
    if ret_typ == "indices":
        return back(order).astype(dtype)
    values = back(_at(rows, order, platform))
    return (values, back(order).astype(dtype)) if ret_typ == "both" else values


@op("_shuffle", "shuffle", "_npi_shuffle", numbered_inputs=True, no_gradient=True)
def shuffle(data: Array, *, key: Key) -> jax.Array:
    """The rows of an array in random order.

    data    array of one dimension or more; it is shuffled along the first one

    Returns an array like `data`.

    Examples
    --------
    >>> nd.sort(nd.shuffle(nd.array([1, 2, 3])))
    [1. 2. 3.]
    <NDArray 3 @cpu(0)>
    """
    return jax.random.permutation(key, data, axis=0)


@shuffle.on_host(arrays=True)
def _(a, random, data):
    """Fisher and Yates' shuffle, which takes a step for each row; XLA can only sort by random numbers."""
    if data.ndim == 1:
        return random.permutation(data)
    return np.take(data, random.permutation(len(data)), 0, mode="clip") if data.size else None
