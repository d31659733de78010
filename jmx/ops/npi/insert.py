"""Elements put between those of an array, and values written where a mask is true."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jmx.core.declare.op import REQUIRED, AnyArray, Array, op
from jmx.core.declare.positions import gathered

from .._attributes import attributes_of
from .._checks import axis_of, check, fail
from .._numeric import convert, scalar_like

_DOC = """`arr` with values put in front of {where}.

arr    array of any type
values    array of any type that broadcasts to what is put in, unless `val` is given{obj}
val    a number to put in
start, stop, step    the range of positions{slice}
int_ind    a position{single}
axis    the axis, negative ones counting from the end; None takes the flattened array

Returns an array of the type of `arr`. Raises MXNetError if the axis or a position does not exist and for values that do not
fit.
"""


def _aligned(name, arr, values, axis):
    """(array, values with as many dimensions, axis), the array flattened without an axis."""
    if axis is None:
        arr, axis = arr.reshape(-1), 0
    axis = axis_of(name, axis, arr.ndim)
    lead = values.shape[: max(values.ndim - arr.ndim, 0)]
    if not all(n == 1 for n in lead):
        fail(name, f"values of shape {list(values.shape)} do not fit into an array of shape {list(arr.shape)}")
    values = values.reshape(values.shape[len(lead) :])
    return arr, values.reshape((1,) * (arr.ndim - values.ndim) + values.shape), axis


def _fitted(name, arr, values, axis, count):
    """`values` broadcast to `count` slices of `arr` along `axis`, in its element type."""
    shape = [count if i == axis else n for i, n in enumerate(arr.shape)]
    if not all(m in (1, n) for m, n in zip(values.shape, shape)):
        fail(name, f"values of shape {list(values.shape)} do not broadcast to {shape}")
    return jnp.broadcast_to(convert(values, arr.dtype), shape)


def _position(name, at, size):
    check(-size <= at <= size, name, lambda: f"index {at} is out of bounds: it must be in the range [{-size}, {size}]")
    return at + size if at < 0 else at


def _single(name, arr, values, at, axis, moved):
    """Slices of `values` in front of the position `at`; with `moved` their first axis is the one along which they follow."""
    if moved:
        values = jnp.moveaxis(values, 0, axis)
    new = _fitted(name, arr, values, axis, values.shape[axis])
    parts = [lax.slice_in_dim(arr, 0, at, axis=axis), new, lax.slice_in_dim(arr, at, arr.shape[axis], axis=axis)]
    return jnp.concatenate(parts, axis)


def _several(name, arr, values, at, axis):
    """One slice in front of each of the positions `at`, which may be known only when the program runs."""
    size, count = arr.shape[axis], at.shape[0]
    new = _fitted(name, arr, values, axis, count)
    library = np if isinstance(at, np.ndarray) else jnp
    order = library.argsort(at, stable=True).astype("int32")
    places = at[order] + library.arange(count, dtype="int32")
    if library is np:
        source = np.full(size + count, -1, "int32")
        source[places] = size + order
    else:
        source = jnp.full(size + count, -1, "int32").at[places].set(size + order)
    kept = source < 0
    source = library.where(kept, library.cumsum(kept) - 1, source)
    return gathered(jnp.concatenate([arr, new], axis), source, axis)


def _in_front_of(name, arr, values, at, axis):
    """Slices of `values` in front of the position `at`, which may be known only when the program runs."""
    size, count = arr.shape[axis], values.shape[axis]
    new = _fitted(name, arr, values, axis, count)
    at = jnp.clip(at, 0, size)  # `inspects` refuses what is outside of it, for eager calls
    place = jnp.arange(size + count, dtype="int32")
    source = jnp.where(place < at, place, jnp.where(place < at + count, place - at + size, place - count))
    return gathered(jnp.concatenate([arr, new], axis), source, axis)


def _given(arr, values, val):
    return scalar_like(val, arr.dtype).reshape(()) if values is None else values


_WHEN = {"values": lambda a: a.val is None}


@op("_npi_insert_scalar", when=_WHEN, no_gradient=True)
def insert_scalar(
    arr: Array,
    values: AnyArray | None = None,
    val: float | None = None,
    start: int | None = None,
    stop: int | None = None,
    step: int | None = None,
    int_ind: int | None = None,
    axis: int | None = None,
) -> jax.Array:
    name = "_npi_insert_scalar"
    if int_ind is None:
        fail(name, "int_ind must be given")
    arr, values, axis = _aligned(name, arr, _given(arr, values, val), axis)
    return _single(name, arr, values, _position(name, int_ind, arr.shape[axis]), axis, True)


@op("_npi_insert_slice", when=_WHEN, no_gradient=True)
@attributes_of(insert_scalar)
def insert_slice(arr: Array, values: AnyArray | None = None, *, val, start, stop, step, axis, **a) -> jax.Array:
    name = "_npi_insert_slice"
    arr, values, axis = _aligned(name, arr, _given(arr, values, val), axis)
    at = range(*slice(start, stop, step).indices(arr.shape[axis]))
    if len(at) == 1:
        return _single(name, arr, values, at[0], axis, False)
    return _several(name, arr, values, np.array(at, "int32"), axis)


@op("_npi_insert_tensor", when=_WHEN, no_gradient=True)
@attributes_of(insert_scalar)
def insert_tensor(arr: Array, values: AnyArray | None = None, obj: AnyArray = REQUIRED, *, val, axis, **a) -> jax.Array:
    name = "_npi_insert_tensor"
    arr, values, axis = _aligned(name, arr, _given(arr, values, val), axis)
    check(obj.ndim <= 1, name, lambda: f"obj must have one dimension or none, got shape {list(obj.shape)}")
    at = obj.reshape(-1).astype("int32")
    at = jnp.where(at < 0, at + arr.shape[axis], at)
    if obj.size != 1:
        return _several(name, arr, values, at, axis)
    if obj.ndim == 0:
        values = jnp.moveaxis(values, 0, axis)
    return _in_front_of(name, arr, values, at[0], axis)


@insert_tensor.inspects
def _(a, arr, *others):
    size = arr.size if a.axis is None else arr.shape[axis_of("_npi_insert_tensor", a.axis, arr.ndim)]
    for at in np.asarray(others[-1]).ravel():
        _position("_npi_insert_tensor", int(at), size)


insert_scalar.__doc__ = _DOC.format(where="a position", obj="", slice=", not read here", single="")
insert_slice.__doc__ = _DOC.format(where="a range of positions", obj="", slice="", single=", not read here")
insert_tensor.__doc__ = _DOC.format(
    where="given positions", obj="\nobj    array of positions, one or several; a single one takes all values",
    slice=", not read here", single=", not read here",
)  # fmt: skip


def _masked(name, data, mask, start_axis):
    """(shape in front of the masked axes, behind them, data and mask with the masked axes as one)."""
    end = start_axis + mask.ndim
    check(start_axis >= 0 and data.shape[start_axis:end] == mask.shape, name,
          lambda: f"boolean index of shape {list(mask.shape)} did not match indexed array of shape {list(data.shape)} from "
                  f"axis {start_axis} on")  # fmt: skip
    lead, trail = data.shape[:start_axis], data.shape[end:]
    flags = (mask != 0).reshape(-1, *(1,) * len(trail))
    return lead, trail, data.reshape(*lead, mask.size, *trail), flags


@op("_npi_boolean_mask_assign_scalar")
def boolean_mask_assign_scalar(data: Array, mask: AnyArray, value: float = REQUIRED, start_axis: int = 0) -> jax.Array:
    """`data` with a number where a mask is true.

    data    array of any type
    mask    array of the shape of the axes of `data` from `start_axis` on; what is not 0 is true
    value    the number
    start_axis    the first axis that the mask covers

    Returns an array like `data`. Raises MXNetError if the mask does not fit.
    """
    _, _, flat, flags = _masked("_npi_boolean_mask_assign_scalar", data, mask, start_axis)
    return jnp.where(flags, scalar_like(value, data.dtype), flat).reshape(data.shape)


def _given_values(name, shape, lead, trail):
    """(shape of the values with an axis for the places that are true, how many they are: 1 for all the same)."""
    wanted = len(lead) + 1 + len(trail)
    shape = (*shape[: len(lead)], 1, *shape[len(lead) :]) if len(shape) == wanted - 1 else shape
    shape = (1,) * (wanted - len(shape)) + tuple(shape)
    fits = len(shape) == wanted and all(m in (1, n) for m, n in zip(shape[: len(lead)] + shape[len(lead) + 1 :], lead + trail))
    check(fits, name, lambda: f"shape mismatch: values of shape {list(shape)} for {[*lead, 'n', *trail]}")
    return shape, shape[len(lead)]


@op("_npi_boolean_mask_assign_tensor")
def boolean_mask_assign_tensor(data: Array, mask: AnyArray, value: Array, start_axis: int = 0) -> jax.Array:
    """`data` with values of another array, one after the other, where a mask is true.

    data    array of any type
    mask    array of the shape of the axes of `data` from `start_axis` on; what is not 0 is true
    value    array of the type of `data` with as many values as places are true, or one for all
    start_axis    the first axis that the mask covers

    Returns an array like `data`. Raises MXNetError if mask or values do not fit.
    """
    name = "_npi_boolean_mask_assign_tensor"
    lead, trail, flat, flags = _masked(name, data, mask, start_axis)
    if value.size == 1:
        return jnp.where(flags, value.reshape(()), flat).reshape(data.shape)
    shape, count = _given_values(name, value.shape, lead, trail)
    if not count:
        return data
    value = jnp.broadcast_to(value.reshape(shape), (*lead, count, *trail))
    at = jnp.clip(jnp.cumsum(flags.reshape(-1)) - 1, 0, count - 1)
    return jnp.where(flags, gathered(value, at, len(lead)), flat).reshape(data.shape)


@boolean_mask_assign_tensor.inspects
def _(a, data, mask, value):
    name = "_npi_boolean_mask_assign_tensor"
    lead, trail = data.shape[: a.start_axis], data.shape[a.start_axis + mask.ndim :]
    if value.size == 1:
        return
    count, true = _given_values(name, value.shape, lead, trail)[1], int(np.count_nonzero(np.asarray(mask)))
    check(count in (1, true), name,
          lambda: f"boolean array indexing assignment cannot assign {count} input values to the {true} output values where the "
                  "mask is true")  # fmt: skip
