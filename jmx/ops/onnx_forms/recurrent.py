"""The fused recurrent operator, as one ONNX node for each layer; sequences of different lengths."""

import numpy as np

from ..nn.rnn import GATES, _pieces, _size
from .layers import positions_along

_KINDS = {"lstm": "LSTM", "gru": "GRU", "rnn_tanh": "RNN", "rnn_relu": "RNN"}
#: MXNet's gates in ONNX's order: input, output, forget, cell; update, reset, new
_ORDER = {"lstm": (0, 3, 1, 2), "gru": (1, 0, 2), "rnn_tanh": (0,), "rnn_relu": (0,)}


def _unpacked(packed, shapes):
    parts, at = [], 0
    for shape in shapes:
        parts.append(packed[at : at + _size(shape)].reshape(shape))
        at += _size(shape)
    return parts


def _reordered(part, mode, hidden):
    gates = part.reshape(GATES[mode], hidden, *part.shape[1:])
    return gates[list(_ORDER[mode])].reshape(part.shape)


def rnn(g, call):
    a, mode = call.a, call.a.mode
    x, parameters, state = call.inputs[:3]
    if a.projection_size:
        call.refuse("an LSTM with a projection (projection_size) has no ONNX form; unroll its cells")
    if a.lstm_state_clip_min is not None or a.lstm_state_clip_max is not None:
        call.refuse("ONNX has no bounds of an LSTM's cells (lstm_state_clip_min); unroll its cells")
    if parameters.array is None:
        call.refuse(f"its parameters {parameters.name!r} must be constant: give them with the network's parameters")
    directions, hidden, layers = 1 + a.bidirectional, a.state_size, a.num_layers
    shapes = list(_pieces(mode, x.shape[2], hidden, layers, directions, None))
    pieces = _unpacked(parameters.array, shapes)
    biases = pieces[2 * layers * directions :]
    lengths = call.get("sequence_length")
    if lengths is not None:
        lengths = g.cast(lengths, np.int32)
    states = [state] + ([call.get("state_cell")] if mode == "lstm" else [])
    last: list[list] = [[] for _ in states]
    for layer in range(layers):
        at = range(layer * directions, (layer + 1) * directions)
        weights, recurrences, bias = [], [], []
        for i in at:
            weights.append(_reordered(pieces[2 * i], mode, hidden))
            recurrences.append(_reordered(pieces[2 * i + 1], mode, hidden))
            bias.append(np.concatenate([_reordered(b, mode, hidden) for b in biases[2 * i : 2 * i + 2]]))
        begin = [_layer_states(g, s, at, layers * directions) for s in states]
        options = {"linear_before_reset": 1} if mode == "gru" else {}
        if mode == "rnn_relu":
            options["activations"] = ["Relu"] * directions
        outputs, *ends = g.node(
            _KINDS[mode], x, np.stack(weights), np.stack(recurrences), np.stack(bias), lengths, *begin,
            outputs=1 + len(states), hidden_size=hidden, direction="bidirectional" if directions > 1 else "forward", **options,
        )  # fmt: skip
        time = [sample[:2] for sample in call.x.samples]
        outputs.shape, outputs.second = ((t[0], directions, t[1], hidden) for t in time)
        x = g.reshape(g.transpose(outputs, [0, 2, 1, 3]), *((*t, directions * hidden) for t in time))
        for parts, end in zip(last, ends):
            parts.append(end)
    if not a.state_outputs:
        return x
    return [x, *(g.node("Concat", *parts, axis=0) if len(parts) > 1 else parts[0] for parts in last)]


def _layer_states(g, value, at, total):
    """The begin states of one layer; None where they are zeros."""
    if value.array is not None:
        return None if not value.array.any() else g.constant(value.array[at.start : at.stop])
    if len(at) == total:
        return value
    return g.slice(value, [at.start], [at.stop], [0])


# ---- sequences of different lengths ----


def _lengths(g, call):
    """The lengths as int64, shaped to broadcast against the data."""
    lengths, x, batch = call.get("sequence_length"), call.x, 1 - call.a.axis
    whole = g.cast(lengths, np.int64)
    whole.shape, whole.second = lengths.samples
    return g.reshape(whole, *(tuple(s[0] if i == batch else 1 for i in range(x.ndim)) for s in lengths.samples))


def sequence_mask(g, call):
    x = call.x
    if call.get("sequence_length") is None:
        return x
    inside = g.node("Less", positions_along(g, x, call.a.axis), _lengths(g, call), dtype=np.bool_)
    return g.where(inside, x, g.number(np.float32(call.a.value), x.dtype))


def sequence_last(g, call):
    x, axis = call.x, call.a.axis
    lengths = call.get("sequence_length")
    if lengths is None:
        return g.squeeze(_part(g, x, axis), [axis])
    at = g.node("Sub", g.cast(lengths, np.int64), 1)
    at.shape, at.second = lengths.samples
    batch_first = g.transpose(x, [1, 0, *range(2, x.ndim)]) if axis == 0 else x
    return g.node("GatherND", batch_first, g.unsqueeze(at, [1]), batch_dims=1)


def _part(g, x, axis):
    last = g.slice(x, [-1], [np.iinfo(np.int64).max], [axis])
    last.shape, last.second = (tuple(1 if i == axis else n for i, n in enumerate(s)) for s in x.samples)
    return last


def sequence_reverse(g, call):
    x, lengths = call.x, call.get("sequence_length")
    if lengths is None:
        return g.slice(x, [-1], [np.iinfo(np.int64).min], [0], [-1])
    return g.node("ReverseSequence", x, g.cast(lengths, np.int64), time_axis=0, batch_axis=1)
