"""An LSTM whose matrix products are of 8-bit integers."""

import functools
from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
from jax import ShapeDtypeStruct, lax

from ...core.declare.op import AnyArray, Array, op
from .._attributes import attributes_of
from ._common import check, expect_shape, listed
from .rnn import _pieces, _unpack, parameter_size, rnn


def _outputs(a):
    return ["output", "state_output", "statecell_ouput"] if a.state_outputs else ["output"]  # MXNet's spelling


def _quantized_weights(weights: list[Array]) -> tuple[list[Array], Array]:
    """(the weights of all layers as whole numbers from -128 to 127, what their rows were multiplied by).

    All layers share one factor for each row of gates, that of its largest weight in any of them.
    """
    largest = jnp.stack([jnp.abs(w).max(1) for w in weights]).max(0)
    factor = np.float32(127) / jnp.where(largest == 0, 1, largest)
    return [jnp.clip(jnp.round(w * factor[:, None]), -128, 127) for w in weights], factor


def _lstm_step(
    recurrent: Callable[[Array], Array], as_levels: Callable[[Array], Array], before: tuple[Array, Array], share: Array
) -> tuple[tuple[Array, Array], Array]:
    """One step of an LSTM whose hidden state is quantized, for `lax.scan`: ((hidden state, cell), hidden state).

    recurrent   the hidden state's share of the gates' sums
    share       the input's share of them, with the biases
    """
    levels, cell = before
    into, forget, new, out = jnp.split(share + recurrent(levels), 4, -1)
    cell = jax.nn.sigmoid(forget) * cell + jax.nn.sigmoid(into) * jnp.tanh(new)
    levels = as_levels(jax.nn.sigmoid(out) * jnp.tanh(cell))
    return (levels, cell), levels


@op("_contrib_quantized_rnn", outputs=_outputs, bounds={"p": (0, 1)})
@attributes_of(rnn)
def quantized_rnn(
    data: AnyArray,
    parameters: AnyArray,
    state: AnyArray,
    state_cell: AnyArray,
    data_scale: AnyArray,
    data_shift: AnyArray,
    *,
    state_size,
    num_layers,
    bidirectional,
    mode,
    state_outputs,
    projection_size,
    use_sequence_length,
    **a,
) -> jax.Array | tuple[jax.Array, jax.Array, jax.Array]:
    """LSTM layers over uint8 data, as `quantize_asym` makes it.

    data    (time, batch, inputs), uint8
    parameters    float32, all weights, then all biases, as RNN takes them; rows of weights become int8 in here
    state, state_cell    float32, (layers * directions, batch, state_size)
    data_scale, data_shift    float32, shape (1,): data are uint8 numbers `x * data_scale + data_shift`; outputs of the layers
        are rounded to such numbers too
    mode    "lstm"
    projection_size    not supported
    p    accepted, without effect

    Returns float32 outputs (time, batch, directions * state_size) and with `state_outputs` the last states. Raises MXNetError
    for other modes and for a projection. Has no gradient.

    Examples
    --------
    >>> net = mx.sym.contrib.quantized_rnn(mx.sym.var("x", dtype="uint8"), mode="lstm", state_size=4, num_layers=1)
    >>> net.infer_shape(x=(3, 2, 5))[1]
    [(3, 2, 4)]
    """
    name = "_contrib_quantized_rnn"
    check(mode == "lstm", name, f"Quantized RNN operator only supports LSTM mode, got {mode!r}.")
    check(projection_size is None and not use_sequence_length, name, "projections and sequence lengths are not supported.")
    check(data.ndim == 3, name, f"data should have the dimensions [steps, batch, inputs], got shape {tuple(data.shape)}.")
    check(data.dtype == jnp.uint8, name, f"Quantized RNN operator only supports uint8 input, got {data.dtype}.")
    directions, (_, batch, inputs) = 2 if bidirectional else 1, data.shape
    known = ("lstm", inputs, state_size, num_layers, directions, None)
    expect_shape(name, "parameters", parameters, (parameter_size(*known),), f"for data {listed(data.shape)}")
    total = num_layers * directions
    for label, value in {"state": state, "state_cell": state_cell}.items():
        expect_shape(name, label, value, (total, batch, state_size))
    scale, shift = data_scale.reshape(()), data_shift.reshape(())
    pieces = _unpack(lax.stop_gradient(parameters), tuple(_pieces(*known)))
    whole, factor = _quantized_weights(pieces[: 2 * total])
    biases = pieces[2 * total :]

    def as_levels(x):
        return jnp.clip(jnp.round(x * scale + shift), 0, 255)

    def product(levels, weight):
        exact = jnp.matmul(levels, weight.T, precision="highest")
        return (exact - shift * weight.sum(1)) / (scale * factor)

    def run(x, i, backwards):
        share = product(x, whole[2 * i]) + biases[2 * i] + biases[2 * i + 1]
        begin = as_levels(state[i]), state_cell[i]
        step = functools.partial(_lstm_step, lambda levels: product(levels, whole[2 * i + 1]), as_levels)
        return lax.scan(step, begin, share, reverse=backwards)

    x, last = data.astype(jnp.float32), []
    for layer in range(num_layers):
        runs = [run(x, layer * directions + d, d == 1) for d in range(directions)]
        last += [after for after, _ in runs]
        x = jnp.concatenate([out for _, out in runs], -1)
    out = (x - shift) / scale
    if not state_outputs:
        return out
    return out, jnp.stack([(levels - shift) / scale for levels, _ in last]), jnp.stack([cell for _, cell in last])


@quantized_rnn.deduce
def _(a, data):
    directions = 2 if a.bidirectional else 1
    states = (a.num_layers * directions, data.shape[1], a.state_size)
    packed = (parameter_size("lstm", data.shape[2], a.state_size, a.num_layers, directions),)
    shapes = {"parameters": packed, "state": states, "state_cell": states, "data_scale": (1,), "data_shift": (1,)}
    return {name: ShapeDtypeStruct(shape, np.dtype("float32")) for name, shape in shapes.items()}
