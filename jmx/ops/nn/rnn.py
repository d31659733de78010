"""The fused recurrent operator: vanilla RNN, LSTM and GRU of several layers, one- or bidirectional.

The input's share of all gates is one matrix product over all steps; a `lax.scan` adds the state's share step by step.
"""

import itertools
from typing import Literal

import jax
import jax.numpy as jnp
from jax import ShapeDtypeStruct, lax

from ...core.op import REQUIRED, AnyArray, Array, Key, Train, op
from ._common import expect_shape, listed, require, wide_enough

GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}


def _pieces(mode, inputs, hidden, layers, directions, projection):
    """Shapes of the packed parameters: all weights, layer by layer and direction by direction, then all biases.

    A layer's weights are (gates * hidden, inputs), (gates * hidden, state) and with a projection (projection, hidden).
    """
    rows, state = GATES[mode] * hidden, projection or hidden
    for layer, _ in itertools.product(range(layers), range(directions)):
        yield rows, inputs if layer == 0 else state * directions
        yield rows, state
        if projection:
            yield projection, hidden
    for _ in range(layers * directions):
        yield (rows,)
        yield (rows,)


def _size(shape):
    return shape[0] * (shape[1] if len(shape) > 1 else 1)


def parameter_size(mode, inputs, hidden, layers, directions, projection=None):
    """Number of elements of the packed parameters."""
    return sum(map(_size, _pieces(mode, inputs, hidden, layers, directions, projection)))


def _unpack(packed, shapes):
    found, at = [], 0
    for shape in shapes:
        found.append(packed[at : at + _size(shape)].reshape(shape))
        at += _size(shape)
    return found


def _cell(mode, clip):
    """The step (state parts, input's share of the gates, weight, bias, projection) -> new state parts, output first."""

    def plain(state, gates, weight, bias, _):
        act = jnp.tanh if mode == "rnn_tanh" else lambda x: jnp.maximum(x, 0)
        return (act(gates + state[0] @ weight.T + bias),)

    def lstm(state, gates, weight, bias, projection):
        into, forget, new, out = jnp.split(gates + state[0] @ weight.T + bias, 4, -1)
        cell = jax.nn.sigmoid(forget) * state[1] + jax.nn.sigmoid(into) * jnp.tanh(new)
        if clip is not None:
            cell = jnp.clip(cell, *clip)
        output = jax.nn.sigmoid(out) * jnp.tanh(cell)
        return output if projection is None else output @ projection.T, cell

    def gru(state, gates, weight, bias, _):
        reset, update, new = jnp.split(gates, 3, -1)
        own = jnp.split(state[0] @ weight.T + bias, 3, -1)
        reset, update = jax.nn.sigmoid(reset + own[0]), jax.nn.sigmoid(update + own[1])
        return ((1 - update) * jnp.tanh(new + reset * own[2]) + update * state[0],)

    return {"lstm": lstm, "gru": gru}.get(mode, plain)


def _layer(step, x, state, weights, biases, lengths, backwards):
    """(outputs (time, batch, size), last state) of one layer in one direction."""
    shares = jnp.einsum("tni,gi->tng", x, weights[0]) + biases[0]
    projection = weights[2] if len(weights) > 2 else None

    def scan(state, now):
        time, share = now
        after = step(state, share, weights[1], biases[1], projection)
        if lengths is None:
            return after, after[0]
        inside = (time < lengths)[:, None]
        after = tuple(jnp.where(inside, new, old) for new, old in zip(after, state))
        return after, jnp.where(inside, after[0], 0)

    last, outputs = lax.scan(scan, state, (jnp.arange(x.shape[0]), shares), reverse=backwards)
    return outputs, last


def _outputs(a):
    names = ["output"]
    if a.state_outputs:
        names += ["state_output"] + ["statecell_output"] * (a.mode == "lstm")
    return names


@op(
    "RNN",
    "_npx_rnn",
    outputs=_outputs,
    save=True,
    when={"state_cell": lambda a: a.mode == "lstm", "sequence_length": lambda a: a.use_sequence_length},
)
def rnn(
    data: Array,
    parameters: Array,
    state: Array,
    state_cell: Array | None = None,
    sequence_length: AnyArray | None = None,
    state_size: int = REQUIRED,
    num_layers: int = REQUIRED,
    bidirectional: bool = False,
    mode: Literal["gru", "lstm", "rnn_relu", "rnn_tanh"] = REQUIRED,
    p: float = 0.0,
    state_outputs: bool = False,
    projection_size: int | None = None,
    lstm_state_clip_min: float | None = None,
    lstm_state_clip_max: float | None = None,
    lstm_state_clip_nan: bool = False,
    use_sequence_length: bool = False,
    *,
    key: Key,
    train: Train,
):
    """Run recurrent layers over `data` (time, batch, inputs).

    parameters        all weights, then all biases, in one vector
    state             (layers * directions, batch, state_size), or projection_size for the last axis with a projection
    state_cell        the same for the cells of an LSTM, always state_size
    sequence_length   (batch,) numbers of steps, with `use_sequence_length`; later outputs are zero
    p                 in training, the share of each layer's outputs but the last's that is dropped

    Returns the outputs (time, batch, directions * size) and with `state_outputs` the last states in the shapes given.
    """
    name = "RNN"
    require(
        data.ndim == 3,
        name,
        f"Input data should be rank-3 tensor of dim [sequence length, batch size, input size], got shape {tuple(data.shape)}.",
    )
    require(projection_size is None or mode == "lstm", name, f"projection_size is for mode 'lstm', got mode {mode!r}.")
    directions, (_, batch, inputs) = 2 if bidirectional else 1, data.shape
    known = (mode, inputs, state_size, num_layers, directions, projection_size)
    expect_shape(name, "parameters", parameters, (parameter_size(*known),), f"for data {listed(data.shape)}, {mode}")
    total = num_layers * directions
    expect_shape(name, "state", state, (total, batch, projection_size or state_size))
    expect_shape(name, "state_cell", state_cell, (total, batch, state_size))
    expect_shape(name, "sequence_length", sequence_length, (batch,))
    clip = None
    if lstm_state_clip_min is not None or lstm_state_clip_max is not None:
        require(
            lstm_state_clip_min is not None and lstm_state_clip_max is not None,
            name,
            "lstm_state_clip_min and lstm_state_clip_max must be given together.",
        )
        clip = (lstm_state_clip_min, lstm_state_clip_max)
    lengths = None if sequence_length is None else sequence_length.astype(jnp.int32)
    wide = wide_enough(data.dtype)
    states = [state.astype(wide)] + ([] if state_cell is None else [state_cell.astype(wide)])
    pieces = _unpack(parameters.astype(wide), list(_pieces(*known)))
    biases = [pieces[i : i + 2] for i in range(len(pieces) - 2 * total, len(pieces), 2)]
    per_layer = 3 if projection_size else 2
    step, x, last = _cell(mode, clip), data.astype(wide), []
    for layer in range(num_layers):
        outputs = []
        for direction in range(directions):
            i = layer * directions + direction
            weights = pieces[per_layer * i : per_layer * (i + 1)]
            begin = tuple(s[i] for s in states)
            out, after = _layer(step, x, begin, weights, biases[i], lengths, direction == 1)
            outputs.append(out)
            last.append(after)
        x = jnp.concatenate(outputs, -1) if directions > 1 else outputs[0]
        if train and p > 0 and layer + 1 < num_layers:
            keep = jax.random.bernoulli(jax.random.fold_in(key, layer), 1 - p, x.shape)
            x = jnp.where(keep, x / (1 - p), 0) if p < 1 else jnp.zeros_like(x)
    out = x.astype(data.dtype)
    if not state_outputs:
        return out
    return out, *(jnp.stack(parts).astype(data.dtype) for parts in zip(*last))


@rnn.deduce
def _(a, data):
    directions = 2 if a.bidirectional else 1
    known = (a.mode, data.shape[2], a.state_size, a.num_layers, directions, a.projection_size)
    total, batch = a.num_layers * directions, data.shape[1]
    return {
        "parameters": (parameter_size(*known),),
        "state": (total, batch, a.projection_size or a.state_size),
        "state_cell": (total, batch, a.state_size),
        "sequence_length": ShapeDtypeStruct((batch,), data.dtype),
    }
