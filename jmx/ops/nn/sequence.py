"""Operators on batches of sequences of different lengths, time along `axis` 0 or 1 and the batch along the other."""

import jax
import jax.numpy as jnp
from jax import ShapeDtypeStruct, lax

from ...core.declare.op import AnyArray, Array, op
from ...core.declare.traits import Indices, named
from ...core.declare.x64 import position_type
from .._numeric import scalar_like
from ._common import check, expect_shape, single

_WITH_LENGTH = {"sequence_length": lambda a: a.use_sequence_length}


def _check(name, data, sequence_length, axis):
    """(time axis, batch axis)."""
    check(data.ndim >= 2, name, f"data must have at least two dimensions, got shape {tuple(data.shape)}.")
    check(axis in (0, 1), name, f"axis must be 0 or 1, got {axis}.")
    expect_shape(name, "sequence_length", sequence_length, (data.shape[1 - axis],), f"for data {tuple(data.shape)}, axis={axis}")
    return axis, 1 - axis


def _lengths(data, sequence_length, batch_axis):
    """The lengths as integers, shaped to broadcast against data."""
    lengths = sequence_length.astype(position_type(*data.shape[:2]))
    return lengths.reshape([-1 if i == batch_axis else 1 for i in range(data.ndim)])


def _lengths_up_to(a, shapes):
    """A sequence's length is that of the array at most."""
    return [Indices(1, shapes[0][a.axis] + 1)]


def _deduce(a, data):
    return {"sequence_length": ShapeDtypeStruct((data.shape[1 - a.axis],), data.dtype)}


@op(
    "SequenceMask",
    "_npx_sequence_mask",
    when=_WITH_LENGTH,
    indices=_lengths_up_to,
    gradient_names=named,
    outputs=("output",),
    onnx="recurrent.sequence_mask",
    source="layers.sequence_mask",
)
def sequence_mask(
    data: Array, sequence_length: AnyArray | None = None, use_sequence_length: bool = False, value: float = 0.0, axis: int = 0
) -> jax.Array:
    """`data` with all elements from each sequence's length on set to `value`.

    data    (time, batch, *rest), or with axis=1 (batch, time, *rest)
    sequence_length    (batch,): numbers of steps, with `use_sequence_length`
    use_sequence_length    whether `sequence_length` is an input; without it the result is `data` itself
    value    what padding becomes
    axis    the axis of time, 0 or 1

    Returns an array like `data`.

    Examples
    --------
    >>> nd.SequenceMask(nd.ones((2, 3)), nd.array([1, 3]), use_sequence_length=True, axis=1)
    [[1. 0. 0.]
     [1. 1. 1.]]
    <NDArray 2x3 @cpu(0)>
    """
    time, batch = _check("SequenceMask", data, sequence_length, axis)
    if sequence_length is None:
        return data
    inside = lax.broadcasted_iota(position_type(*data.shape[:2]), data.shape, time) < _lengths(data, sequence_length, batch)
    return jnp.where(inside, data, scalar_like(single(value), data.dtype))


@op(
    "SequenceLast",
    "_npx_sequence_last",
    when=_WITH_LENGTH,
    indices=lambda a, shapes: [found._replace(lowest=1) for found in _lengths_up_to(a, shapes)],
    gradient_names=named,
    outputs=("output",),
    onnx="recurrent.sequence_last",
    source="layers.sequence_last",
)
def sequence_last(
    data: Array, sequence_length: AnyArray | None = None, use_sequence_length: bool = False, axis: int = 0
) -> jax.Array:
    """The last element of each sequence.

    data    (time, batch, *rest), or with axis=1 (batch, time, *rest)
    sequence_length    (batch,): numbers of steps, with `use_sequence_length`
    use_sequence_length    whether `sequence_length` is an input; without it all steps count
    axis    the axis of time, 0 or 1

    Returns (batch, *rest).

    Examples
    --------
    >>> nd.SequenceLast(nd.array([[1, 2, 3], [4, 5, 6]]), nd.array([1, 3]), use_sequence_length=True, axis=1)
    [1. 6.]
    <NDArray 2 @cpu(0)>
    """
    time, batch = _check("SequenceLast", data, sequence_length, axis)
    if sequence_length is None:
        return lax.index_in_dim(data, data.shape[time] - 1, time, keepdims=False)
    place = _lengths(data, sequence_length, batch) - 1
    return jnp.take_along_axis(
        data, jnp.broadcast_to(place, [1 if i == time else n for i, n in enumerate(data.shape)]), time, mode="clip"
    ).squeeze(time)


@op(
    "SequenceReverse",
    "_npx_sequence_reverse",
    when=_WITH_LENGTH,
    indices=_lengths_up_to,
    gradient_names=named,
    outputs=("output",),
    onnx="recurrent.sequence_reverse",
    source="layers.sequence_reverse",
)
def sequence_reverse(
    data: Array, sequence_length: AnyArray | None = None, use_sequence_length: bool = False, axis: int = 0
) -> jax.Array:
    """Each sequence backwards, its padding left in place.

    data    (time, batch, *rest)
    sequence_length    (batch,): numbers of steps, with `use_sequence_length`
    use_sequence_length    whether `sequence_length` is an input; without it all steps count
    axis    the axis of time; only 0

    Returns an array like `data`.

    Examples
    --------
    >>> nd.SequenceReverse(nd.array([[1, 2], [3, 4], [5, 6]]), nd.array([2, 3]), use_sequence_length=True)
    [[3. 6.]
     [1. 4.]
     [5. 2.]]
    <NDArray 3x2 @cpu(0)>
    """
    check(axis == 0, "SequenceReverse", f"axis must be 0, got {axis}.")
    time, batch = _check("SequenceReverse", data, sequence_length, axis)
    if sequence_length is None:
        return jnp.flip(data, time)
    lengths = _lengths(data, sequence_length, batch)
    place = lax.broadcasted_iota(lengths.dtype, data.shape[:2] + (1,) * (data.ndim - 2), 0)
    place = jnp.where(place < lengths, lengths - 1 - place, place)
    return jnp.take_along_axis(data, place, 0, mode="clip")


for _op in (sequence_mask, sequence_last, sequence_reverse):
    _op.deduce(_deduce)
