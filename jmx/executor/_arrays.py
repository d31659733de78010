"""The arrays of an executor: what it is bound to, how values are written and shapes change."""

from __future__ import annotations

import math
import typing
from typing import TYPE_CHECKING

from ..base import MXNetError
from ..core.run.storage import element_type, move, wrap
from ..ndarray import empty, zeros

if TYPE_CHECKING:
    from ..ndarray.ndarray import NDArray


class Bound(typing.NamedTuple):
    """The arrays of an executor: arguments, their gradients (or None), what to do with these, auxiliary states.

    `order` are the nodes of the symbol in the order of `topo`, where the caller has them.
    """

    args: list
    grads: list | None
    requests: list[str]
    states: list
    order: list | None = None


def assign(target, value, ctx) -> None:
    """Write a buffer on `ctx` to an array."""
    # `is` first: comparing contexts costs more, and nearly all passes stay on one
    if target._ctx is not ctx and target._ctx != ctx:
        value = move(value, target._ctx)
    if value.dtype != element_type(target):
        # by way of the array, which casts: `_set_data` takes the buffer's element type as it is
        target[:] = wrap(value, target._ctx)
    else:
        target._set_data(value)


def check_resize(kind, name, array, shape, allowed, up_sizing) -> None:
    """Raise MXNetError unless an array may change to `shape`."""
    if not allowed:
        raise MXNetError(
            f"Shape of unspecified array {kind}:{name} changed from {array.shape} to {shape}. This can cause the new "
            "executor to not share parameters with the old one. Please check for error in network. If this is "
            "intended, set partial_shaping=True to suppress this warning."
        )
    if math.prod(shape) > math.prod(array.shape) and not up_sizing:
        raise MXNetError(
            f"New shape of {kind}:{name} larger than original: {shape} against {array.shape}. First making a big "
            "executor and then down sizing it is more efficient than the reverse. If you really want to up size, set "
            "allow_up_sizing=True to enable allocation of new arrays."
        )


def resized(array, shape) -> NDArray:
    """An array of another shape: in the memory of `array` where it is large enough, else a new one."""
    if array.shape == shape:
        return array
    # how many elements a sparse array stores follows from its values, so that its memory cannot be lent by size
    if array.stype != "default":
        return zeros(shape, array._ctx, array.dtype, stype=array.stype)
    if math.prod(shape) <= array.size:
        # as in MXNet, where an executor reshaped to less goes on in the memory of the larger one
        return array._alias(0, tuple(shape))
    return empty(shape, array._ctx, array.dtype)
