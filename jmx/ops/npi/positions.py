"""Operators of MXNet 2.0 and the array API standard that read or write at positions that an array gives."""

import jax
import jax.numpy as jnp
import numpy as np

from jmx.core.declare.op import AnyArray, Array, Platform, op
from jmx.core.declare.positions import NONE, added, along, written

from .._checks import axis_of, check, fail
from .._numeric import is_float, working
from ._types import mend

_DOC = """`a` with `val` {text} at the positions `ind`; the array itself is left as it is.

a    array of one dimension or more
ind    int32 or int64 positions: one column for each place, one row for each of the leading axes of `a`; a vector or a number
       holds positions along the first axis. Negative ones count from the end, those outside are left out.
val    array of the type of `a`, which broadcasts to (places, the other axes of `a`)

Returns an array like `a`. Raises MXNetError for other types, for more rows than `a` has axes, and for shapes that do not fit.

Examples
--------
>>> places = mx.np.array([[0, 1], [1, 2]], dtype="int32")
>>> mx.npx.index_{name}(mx.np.ones((2, 3)), places, mx.np.array([5, 7]))
{shown}
"""


def _places(name, a, ind, val):
    """(`ind` with a row for each axis, `val` in the shape of what is picked)."""
    if is_float(ind) or ind.dtype not in (np.int32, np.int64):
        mend(name, (ind.dtype,), "'ind' takes int32 and int64.")
    check(a.ndim, name, "the first input has no dimension. Use + or np.where instead.")
    check(ind.ndim <= 2, name, lambda: f"'ind' has 2 dimensions at most, got shape {list(ind.shape)}")
    check(ind.size, name, "'ind' has no elements")
    ind = ind.reshape(1, -1) if ind.ndim < 2 else ind
    rows, count = ind.shape
    check(
        rows <= a.ndim, name, lambda: f"'ind' has {rows} rows, more than the {a.ndim} axes of an array of shape {list(a.shape)}"
    )
    picked = (count, *a.shape[rows:])
    try:
        fits = np.broadcast_shapes(val.shape, picked) == picked
    except ValueError:
        fits = False
    if not fits:
        fail(name, f"'val' of shape {list(val.shape)} does not broadcast to {list(picked)}")
    return ind, jnp.broadcast_to(val, picked)


@op("_npx_index_add", doc=_DOC.format(text="added", name="add", shown="array([[1., 6., 1.],\n       [1., 1., 8.]])"))
def index_add(a: Array, ind: AnyArray, val: Array, *, platform: Platform) -> jax.Array:
    at, val = _places("_npx_index_add", a, ind, val)
    return added(a, at, val, NONE, platform)


@op("_npx_index_update", doc=_DOC.format(text="written", name="update", shown="array([[1., 5., 1.],\n       [1., 1., 7.]])"))
def index_update(a: Array, ind: AnyArray, val: Array, *, platform: Platform) -> jax.Array:
    at, val = _places("_npx_index_update", a, ind, val)
    return written(a, at, val, NONE, platform)


@op("_npi_take_along_axis")
def take_along_axis(arr: Array, indices: AnyArray, axis: int | None = None, *, platform: Platform) -> jax.Array:
    """Elements at positions that are given for every place of the other axes.

    arr    array of any type
    indices    integer positions, of as many dimensions as `arr`, whose other axes broadcast against it
    axis    the axis that they are positions of; None flattens `arr`

    Returns an array of the type of `arr`. Raises MXNetError for other numbers of dimensions and for positions that are not
    integers; what stands for a position outside is not defined.
    """
    name = "_npi_take_along_axis"
    if is_float(indices) or indices.dtype == np.bool_:
        mend(name, (indices.dtype,), "positions are integers.")
    if axis is None:
        arr, axis = arr.reshape(-1), 0
    axis = axis_of(name, axis, arr.ndim)
    check(indices.ndim == arr.ndim, name, lambda: f"positions of {indices.ndim} dimensions in an array of {arr.ndim}")
    found = None
    if (*arr.shape[:axis], *arr.shape[axis + 1 :]) == (*indices.shape[:axis], *indices.shape[axis + 1 :]):
        found = along(arr, indices, axis, NONE, platform)
    return jnp.take_along_axis(arr, indices, axis) if found is None else found


@op("_npi_cumprod")
def cumprod(a: Array, axis: int | None = None) -> jax.Array:
    """Running products along an axis.

    a    array of a numeric type
    axis    the axis, negative ones counting from the end; None runs through the flattened array

    Returns an array like `a`, flat if `axis` is None. Raises MXNetError for booleans, and if the axis does not exist.
    """
    if a.dtype == np.bool_:
        mend("_npi_cumprod", (a.dtype,), "booleans are not supported.")
    if axis is None:
        a, axis = a.reshape(-1), 0
    axis = axis_of("_npi_cumprod", axis, a.ndim)
    return jnp.cumprod(working(a) if is_float(a) else a, axis).astype(a.dtype)
