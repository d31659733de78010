"""The fused recurrent operator: vanilla RNN, LSTM and GRU of several layers, one- or bidirectional.

The input's share of all gates is one matrix product over all steps; a `lax.scan` adds the state's share step by step. The
gradient is written by hand: what the loop over time keeps are the gates' values, not those of every operation.
"""

import functools
import itertools
from typing import Any, Literal

import jax
import jax.numpy as jnp
from jax import ShapeDtypeStruct, lax

from ...core.declare.gradients import custom_vjp
from ...core.declare.op import REQUIRED, AnyArray, Array, Count, Key, Platform, Train, op
from ...core.declare.traits import IntegerForm
from . import _rnn_onednn
from ._common import check, expect_shape, fail, listed, wide_enough

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


def parameter_size(mode, inputs, hidden, layers, directions, projection=None) -> int:
    """Number of elements of the packed parameters."""
    return sum(map(_size, _pieces(mode, inputs, hidden, layers, directions, projection)))


@functools.partial(custom_vjp, nondiff_argnums=(1,))
def _unpack(packed, shapes):
    """The parts of the vector. Its gradient is their gradients joined, not the sum of so many padded vectors."""
    ends = list(itertools.accumulate(map(_size, shapes)))
    return [packed[end - _size(shape) : end].reshape(shape) for shape, end in zip(shapes, ends)]


_unpack.defvjp(
    lambda packed, shapes: (_unpack(packed, shapes), None),
    lambda shapes, _, grads: (jnp.concatenate([grad.reshape(-1) for grad in grads]),),
)


def _gates(mode, clip):
    """(step, its derivative) of a cell behind the matrix products.

    step        (sums of the gates, state before, the state's share where it counts apart) -> (new state, kept values)
    derivative  (gradients of the new state, kept values, state before, new state) -> (gradients of the sums as the state
                sees them, of the sums as the input sees them where that differs, of the parts of the state before)
    The first part of a state is the cell's output before projection.
    """

    def plain(sums, before, _):
        return ((jnp.tanh(sums) if mode == "rnn_tanh" else jnp.maximum(sums, 0)),), ()

    def plain_back(grads, _, before, after):
        (out,) = after
        return grads[0] * ((1 - out * out) if mode == "rnn_tanh" else (out > 0)), None, ()

    def lstm(sums, before, _):
        into, forget, new, out = jnp.split(sums, 4, -1)
        into, forget, out = (jax.nn.sigmoid(gate) for gate in (into, forget, out))
        new = jnp.tanh(new)
        cell = forget * before[1] + into * new
        if clip is not None:
            cell = jnp.clip(cell, *clip)
        return (out * jnp.tanh(cell), cell), (into, forget, new, out)

    def lstm_back(grads, kept, before, after):
        (into, forget, new, out), cell = kept, after[1]
        shown = jnp.tanh(cell)
        grad = grads[1] + grads[0] * out * (1 - shown * shown)
        if clip is not None:
            grad = jnp.where((cell > clip[0]) & (cell < clip[1]), grad, 0)
        sums = [
            grad * new * into * (1 - into),
            grad * before[1] * forget * (1 - forget),
            grad * into * (1 - new * new),
            grads[0] * shown * out * (1 - out),
        ]
        return jnp.concatenate(sums, -1), None, (grad * forget,)

    def gru(sums, before, own):
        reset, update, new = jnp.split(sums, 3, -1)
        own = jnp.split(own, 3, -1)
        reset, update = jax.nn.sigmoid(reset + own[0]), jax.nn.sigmoid(update + own[1])
        new = jnp.tanh(new + reset * own[2])
        return ((1 - update) * new + update * before[0],), (reset, update, new, own[2])

    def gru_back(grads, kept, before, after):
        reset, update, new, own = kept
        d_new = grads[0] * (1 - update) * (1 - new * new)
        d_reset = d_new * own * reset * (1 - reset)
        d_update = grads[0] * (before[0] - new) * update * (1 - update)
        return jnp.concatenate([d_reset, d_update, d_new * reset], -1), d_new, (grads[0] * update,)

    return {"lstm": (lstm, lstm_back), "gru": (gru, gru_back)}.get(mode, (plain, plain_back))


def _behind(steps, begin, backwards):
    """The states before each step from those after it."""
    parts = [steps[1:], begin[None]] if backwards else [begin[None], steps[:-1]]
    return jnp.concatenate(parts)


def _inside(lengths, time):
    return (time < lengths)[..., None]


def _scan(form, keep, x, begin, weights, biases, lengths):
    """(last state, (states after each step, kept values)); only the outputs of the steps unless `keep`."""
    mode, clip, backwards = form
    step, _ = _gates(mode, clip)
    # A GRU's state has its own share of the new content, which the reset gate scales; all else is added up at once.
    apart = mode == "gru"
    shares = jnp.einsum("tni,gi->tng", x, weights[0]) + (biases[0] if apart else biases[0] + biases[1])
    recurrent = weights[1].T

    def scan(before, now):
        time, share = now
        own = before[0] @ recurrent
        after, kept = step(share, before, own + biases[1]) if apart else step(share + own, before, None)
        if len(weights) > 2:
            after = (after[0] @ weights[2].T, *after[1:])
        if lengths is not None:
            after = tuple(jnp.where(_inside(lengths, time), new, old) for new, old in zip(after, before))
        return after, (after, kept) if keep else after[0]

    return lax.scan(scan, begin, (jnp.arange(x.shape[0]), shares), reverse=backwards)


def _cut(outputs, lengths):
    """Outputs with zeros behind the end of each sequence."""
    if lengths is None:
        return outputs
    return jnp.where(_inside(lengths, jnp.arange(outputs.shape[0])[:, None]), outputs, 0)


@functools.partial(custom_vjp, nondiff_argnums=(0,))
def _layer(form, x, begin, weights, biases, lengths):
    """(outputs (time, batch, size), last state) of one layer in one direction.

    form  (mode, bounds of an LSTM's cells or None, whether time runs backwards)
    """
    last, outputs = _scan(form, False, x, begin, weights, biases, lengths)
    return _cut(outputs, lengths), last


def _layer_forward(form, x, begin, weights, biases, lengths):
    last, (states, kept) = _scan(form, True, x, begin, weights, biases, lengths)
    return (_cut(states[0], lengths), last), (x, begin, weights, lengths, states, kept)


def _layer_backward(form, residuals, grads):
    """Gradients of a layer. The loop over time has one matrix product a step; those of the weights come after it, one for
    all steps, where differentiating the forward loop would add up matrices step by step."""
    mode, clip, backwards = form
    x, begin, weights, lengths, states, kept = residuals
    d_outputs, d_last = grads
    _, derivative = _gates(mode, clip)
    before = tuple(_behind(after, first, backwards) for after, first in zip(states, begin))
    projection = weights[2] if len(weights) > 2 else None

    def scan(carried, now):
        time, d_out, kept, before, after = now
        ahead = (carried[0] + d_out, *carried[1:])
        if lengths is not None:
            inside = _inside(lengths, time)
            ahead = tuple(jnp.where(inside, grad, 0) for grad in ahead)
        d_shown = ahead[0]
        if projection is not None:
            ahead = (d_shown @ projection, *ahead[1:])
        d_own, d_new, d_before = derivative(ahead, kept, before, after)
        d_state = d_own @ weights[1]
        if mode == "gru":
            d_state, d_before = d_state + d_before[0], ()
        back = (d_state, *d_before)
        if lengths is not None:
            back = tuple(grad + jnp.where(inside, 0, old) for grad, old in zip(back, carried))
        return back, (d_own, d_new, d_shown if projection is not None else None)

    now = (jnp.arange(x.shape[0]), d_outputs, kept, before, states)
    d_begin, (d_own, d_new, d_shown) = lax.scan(scan, d_last, now, reverse=not backwards)
    d_sums = d_own if d_new is None else jnp.concatenate([d_own[..., : -d_new.shape[-1]], d_new], -1)
    d_weights = [jnp.einsum("tng,tni->gi", d_sums, x), jnp.einsum("tng,tni->gi", d_own, before[0])]
    if projection is not None:
        hidden = kept[3] * jnp.tanh(states[1])
        d_weights.append(jnp.einsum("tnr,tnh->rh", d_shown, hidden))
    d_x = jnp.einsum("tng,gi->tni", d_sums, weights[0])
    return d_x, d_begin, d_weights, [d_sums.sum((0, 1)), d_own.sum((0, 1))], None


_layer.defvjp(_layer_forward, _layer_backward)


def _dropped(key, x, p):
    """The outputs of a layer in training, a share `p` of them zero."""
    keep = jax.random.bernoulli(key, 1 - p, x.shape)
    return jnp.where(keep, x / (1 - p), 0) if p < 1 else jnp.zeros_like(x)


def _plain_layer(mode, backwards, x, begin, weights, biases):
    return _layer((mode, None, backwards), x, begin, weights, biases, None)


def _outputs(a):
    names = ["output"]
    if a.state_outputs:
        names += ["state_output"] + ["statecell_output"] * (a.mode == "lstm")
    return names


def _check_axes(name, data):
    if len(data.shape) != 3:
        wanted = "[sequence length, batch size, input size]"
        fail(
            name,
            f"Input data should be rank-3 tensor of dim {wanted}, got shape {tuple(data.shape)}. Add the axes that are missing "
            "with expand_dims or reshape.",
        )


def _cell_bounds(name: str, lowest: float | None, highest: float | None) -> Any:
    """The bounds of an LSTM's cells, None without any. Raises MXNetError if there is only one."""
    if lowest is None and highest is None:
        return None
    if lowest is None or highest is None:
        fail(name, "lstm_state_clip_min and lstm_state_clip_max must be given together.")
    return lowest, highest


def _input_shapes(a, data):
    directions = 2 if a.bidirectional else 1
    known = (a.mode, data.shape[2], a.state_size, a.num_layers, directions, a.projection_size)
    total, batch = a.num_layers * directions, data.shape[1]
    return {
        "parameters": (parameter_size(*known),),
        "state": (total, batch, a.projection_size or a.state_size),
        "state_cell": (total, batch, a.state_size),
    }


def _output_shapes(a, data, parameters, *states):
    """`Traits.output_shapes`, of plain layers."""
    if len(data.shape) != 3 or a.p == 1 or a.projection_size is not None or a.use_sequence_length:
        return None
    if a.lstm_state_clip_min is not None or a.lstm_state_clip_max is not None:
        return None
    wanted = list(_input_shapes(a, data).values())[: 3 if a.mode == "lstm" else 2]
    if [given.shape for given in (parameters, *states)] != wanted:
        return None
    outputs = (*data.shape[:2], a.state_size * (2 if a.bidirectional else 1))
    return [outputs, *(wanted[1:] if a.state_outputs else [])]


@op(
    "RNN",
    "_npx_rnn",
    outputs=_outputs,
    output_shapes=_output_shapes,
    save=True,
    when={"state_cell": lambda a: a.mode == "lstm", "sequence_length": lambda a: a.use_sequence_length},
    bounds={"p": (0, 1)},
    draws=lambda a: a.p > 0,
    parameters=("parameters",),
    integers=IntegerForm("_contrib_quantized_rnn", lambda a: a.mode == "lstm", must=True, plain=None, asymmetric=True),
    onnx="recurrent.rnn",
)
def rnn(
    data: Array,
    parameters: Array,
    state: Array,
    state_cell: Array | None = None,
    sequence_length: AnyArray | None = None,
    state_size: Count = REQUIRED,
    num_layers: Count = REQUIRED,
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
    platform: Platform,
) -> jax.Array | tuple[jax.Array, ...]:
    """Recurrent layers over a whole sequence.

    "rnn_tanh" and "rnn_relu": h = f(W x + b + R h + c). "lstm": i, f, o = sigmoid(...), g = tanh(...), cell = f * cell + i * g,
    h = o * tanh(cell). "gru": r, z = sigmoid(...), n = tanh(W x + b + r * (R h + c)), h = (1 - z) * n + z * h.

    data              (time, batch, inputs)
    parameters        all weights, then all biases, in one vector
    state             (layers * directions, batch, state_size), or projection_size for the last axis with a projection
    state_cell        the same for the cells of an LSTM, always state_size
    sequence_length   (batch,) numbers of steps, with `use_sequence_length`; later outputs are zero
    state_size        numbers in a state
    num_layers        layers on top of each other
    bidirectional     run each layer in both directions and join the outputs
    mode              "rnn_relu", "rnn_tanh", "lstm" or "gru"
    p                 in training, the share of each layer's outputs but the last's that is dropped
    state_outputs     also return the last states
    projection_size   of "lstm": project each state to so many numbers
    lstm_state_clip_min, lstm_state_clip_max    of "lstm": limits of the cells
    lstm_state_clip_nan    accepted, without effect
    use_sequence_length    whether `sequence_length` is an input

    Returns the outputs (time, batch, directions * size) and with `state_outputs` the last states in the shapes given.
    Raises MXNetError if the vector has not as many elements as these layers need.

    Examples
    --------
    >>> x, weights, h = nd.ones((3, 1, 1)), nd.array([1, 1, 0, 0]), nd.zeros((1, 1, 1))
    >>> nd.RNN(x, weights, h, state_size=1, num_layers=1, mode="rnn_relu")
    [[[1.]]
    <BLANKLINE>
     [[2.]]
    <BLANKLINE>
     [[3.]]]
    <NDArray 3x1x1 @cpu(0)>
    """
    name = "RNN"
    _check_axes(name, data)
    check(0 <= p < 1, name, f"unsupported dropout value, should be 0 <= dropout < 1, got p={p}.")
    check(projection_size is None or mode == "lstm", name, f"projection_size is for mode 'lstm', got mode {mode!r}.")
    directions, (_, batch, inputs) = 2 if bidirectional else 1, data.shape
    known = (mode, inputs, state_size, num_layers, directions, projection_size)
    expect_shape(name, "parameters", parameters, (parameter_size(*known),), f"for data {listed(data.shape)}, {mode}")
    total = num_layers * directions
    expect_shape(name, "state", state, (total, batch, projection_size or state_size))
    expect_shape(name, "state_cell", state_cell, (total, batch, state_size))
    expect_shape(name, "sequence_length", sequence_length, (batch,))
    clip = _cell_bounds(name, lstm_state_clip_min, lstm_state_clip_max)
    lengths = None if sequence_length is None else sequence_length.astype(jnp.int32)
    wide = wide_enough(data.dtype)
    states = [state.astype(wide)] + ([] if state_cell is None else [state_cell.astype(wide)])
    pieces = _unpack(parameters.astype(wide), tuple(_pieces(*known)))
    biases = [pieces[i : i + 2] for i in range(len(pieces) - 2 * total, len(pieces), 2)]
    per_layer = 3 if projection_size else 2
    by_onednn = platform == "cpu" and projection_size is None and clip is None and lengths is None
    x, last = data.astype(wide), []
    for layer in range(num_layers):
        outputs = []
        for direction in range(directions):
            i = layer * directions + direction
            given = x, tuple(s[i] for s in states), pieces[per_layer * i : per_layer * (i + 1)], biases[i]
            if by_onednn and _rnn_onednn.suits(mode, x, state_size):
                out, after = _rnn_onednn.layer(_plain_layer, mode, direction == 1, *given)
            else:
                out, after = _layer((mode, clip, direction == 1), *given, lengths)
            outputs.append(out)
            last.append(after)
        x = jnp.concatenate(outputs, -1) if directions > 1 else outputs[0]
        if train and p > 0 and layer + 1 < num_layers:
            x = _dropped(jax.random.fold_in(key, layer), x, p)
    out = x.astype(data.dtype)
    if not state_outputs:
        return out
    return out, *(jnp.stack(parts).astype(data.dtype) for parts in zip(*last))


@rnn.deduce
def _(a, data):
    _check_axes("RNN", data)
    return {**_input_shapes(a, data), "sequence_length": ShapeDtypeStruct((data.shape[1],), data.dtype)}
