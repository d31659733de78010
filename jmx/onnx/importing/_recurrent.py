"""Forms of LSTM, GRU and RNN: MXNet's fused layers where they compute the same, otherwise steps that are written out."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ._forms import GIVE, Unsupported, form
from ._values import Value

#: how many steps are written out at most
_STEPS = 512
#: the order of MXNet's gates, as numbers of ONNX's
_GATES = {"LSTM": (0, 2, 3, 1), "GRU": (1, 0, 2), "RNN": (0,)}
_ACTIVATIONS = {"LSTM": ("Sigmoid", "Tanh", "Tanh"), "GRU": ("Sigmoid", "Tanh"), "RNN": ("Tanh",)}


class Layer(NamedTuple):
    """A recurrent layer, as ONNX gives it; `x` has the steps first.

    kind: "LSTM", "GRU" or "RNN"; turned: for each direction, whether it runs from the end; activations: for each direction
    """

    kind: str
    x: Value
    weight: Value
    recurrent: Value
    bias: Value | None
    hidden: Value | None
    cell: Value | None
    peepholes: Value | None
    size: int
    turned: tuple[bool, ...]
    activations: list[tuple[str, ...]]
    clip: float | None
    options: dict[str, Any]

    @property
    def count(self) -> int:
        """The number of directions."""
        return len(self.turned)


@form("LSTM", since=7, folds=None)
def lstm(
    g,
    x,
    w,
    r,
    b=None,
    lengths=None,
    hidden=None,
    cell=None,
    peepholes=None,
    *,
    activation_alpha=None,
    activation_beta=None,
    activations=None,
    clip=None,
    direction="forward",
    hidden_size=None,
    input_forget=0,
    layout=0,
):
    plain = activation_alpha is None and activation_beta is None
    names = (activations, plain, direction)
    return _recurrent(g, x, w, r, b, lengths, hidden, cell, peepholes, names, clip, layout, {"input_forget": input_forget})


@form("GRU", since=7, folds=None)
def gru(
    g,
    x,
    w,
    r,
    b=None,
    lengths=None,
    hidden=None,
    *,
    activation_alpha=None,
    activation_beta=None,
    activations=None,
    clip=None,
    direction="forward",
    hidden_size=None,
    layout=0,
    linear_before_reset=0,
):
    plain = activation_alpha is None and activation_beta is None
    names = (activations, plain, direction)
    return _recurrent(g, x, w, r, b, lengths, hidden, None, None, names, clip, layout, {"linear": linear_before_reset})


@form("RNN", since=7, folds=None)
def rnn(
    g,
    x,
    w,
    r,
    b=None,
    lengths=None,
    hidden=None,
    *,
    activation_alpha=None,
    activation_beta=None,
    activations=None,
    clip=None,
    direction="forward",
    hidden_size=None,
    layout=0,
):
    plain = activation_alpha is None and activation_beta is None
    return _recurrent(g, x, w, r, b, lengths, hidden, None, None, (activations, plain, direction), clip, layout, {})


def _recurrent(g, x, w, r, b, lengths, hidden, cell, peepholes, names, clip, layout, options):
    activations, plain, direction = names
    if direction not in ("forward", "reverse", "bidirectional"):
        raise Unsupported(f"direction={direction!r}")
    if not plain:
        raise Unsupported("activation_alpha and activation_beta")
    turned = {"forward": (False,), "reverse": (True,), "bidirectional": (False, True)}[direction]
    if layout:
        x = g.transpose(x, [1, 0, 2])
        hidden, cell = [None if value is None else g.transpose(value, [1, 0, 2]) for value in (hidden, cell)]
    if lengths is not None and (lengths.array is None or set(lengths.array.reshape(-1).tolist()) != {x.dims[0]}):
        raise Unsupported("sequence_lens: sequences of several lengths")
    kind, each = g.op_type, len(_ACTIVATIONS[g.op_type])
    chosen = list(activations or _ACTIVATIONS[kind] * len(turned))
    groups = [tuple(name.capitalize() for name in chosen[i * each : (i + 1) * each]) for i in range(len(turned))]
    layer = Layer(kind, x, w, r, b, hidden, cell, peepholes, r.shapes[0][2], turned, groups, clip, options)
    made = _fused(g, layer) or _written_out(g, layer)
    if layout:
        made = [g.transpose(made[0], [2, 0, 1, 3]), *[g.transpose(value, [1, 0, 2]) for value in made[1:]]]
    return made


def _start(g, layer: Layer, given: Value | None) -> Value:
    """The state before the first step: (directions, batch, size)."""
    if given is not None:
        return given
    one = g.slice(g.slice(layer.x, 0, 0, 1), 2, 0, 1)
    zero = g.op("zeros_like", one)
    return g.op("broadcast_axis", zero, axis=(0, 2), size=(layer.count, layer.size))


def _fused(g, layer: Layer) -> list[Value] | None:
    """MXNet's RNN; None where it computes something else."""
    mode = {"LSTM": "lstm", "GRU": "gru", "RNN": "rnn_tanh"}[layer.kind]
    groups = set(layer.activations)
    if layer.kind == "RNN" and groups == {("Relu",)}:
        mode = "rnn_relu"
    elif groups != {_ACTIVATIONS[layer.kind]}:
        return None
    arrays = [None if v is None else v.array for v in (layer.weight, layer.recurrent, layer.bias)]
    if arrays[0] is None or arrays[1] is None or arrays[2] is None and layer.bias is not None:
        return None
    if layer.clip or layer.peepholes is not None or layer.options.get("input_forget"):
        return None
    if layer.kind == "GRU" and not layer.options["linear"] and not _is_linear_anyway(arrays[1], layer.size):
        return None
    single = layer.turned == (True,)
    x = g.moved("reverse", layer.x, axis=0) if single else layer.x
    states = [_start(g, layer, layer.hidden)]
    if layer.kind == "LSTM":
        states.append(_start(g, layer, layer.cell))
    parameters = g.constant(_packed(layer, *arrays))
    parameters.weight = True
    count = len(states)
    made = g.op(
        "RNN",
        *(x, parameters, *states),
        outputs=1 + count,
        mode=mode,
        state_size=layer.size,
        num_layers=1,
        bidirectional=layer.count == 2,
        state_outputs=True,
    )
    y = g.moved("reverse", made[0], axis=0) if single else made[0]
    if layer.count == 2:
        y = g.transpose(g.codes(y, [0, 0, -4, 2, layer.size]), [0, 2, 1, 3])
    else:
        y = g.expand(y, [1])
    return [y, *made[1:]]


def _is_linear_anyway(recurrent, size) -> bool:
    """Whether it makes no difference if a GRU's reset comes before or after the product: there is nothing to be multiplied."""
    return not recurrent[:, 2 * size :].any()


def _packed(layer: Layer, weight, recurrent, bias) -> np.ndarray:
    """MXNet's flat vector: the weights of all directions, then their biases, gates in MXNet's order."""
    order, size = _GATES[layer.kind], layer.size
    if bias is None:
        bias = np.zeros((layer.count, 2 * len(order) * size), weight.dtype)

    def gates(array):
        return np.concatenate([array[i * size : (i + 1) * size] for i in order])

    parts = []
    for d in range(layer.count):
        parts += [gates(weight[d]).reshape(-1), gates(recurrent[d]).reshape(-1)]
    half = len(order) * size
    for d in range(layer.count):
        parts += [gates(bias[d][:half]), gates(bias[d][half:])]
    return np.concatenate(parts)


# ---- steps written out


def _written_out(g, layer: Layer) -> list[Value]:
    steps = layer.x.dims[0]
    if steps is None or steps > _STEPS:
        raise Unsupported(
            f"a {layer.kind} that is not MXNet's (its activations, clip, peepholes, input_forget, linear_before_reset=0, or "
            f"computed weights) is written out step by step, for a fixed number of at most {_STEPS} steps: {GIVE}"
        )
    sequences, hiddens, cells = [], [], []
    for d in range(layer.count):
        outputs, hidden, cell = _direction(g, layer, d, steps)
        sequences.append(g.op("stack", *outputs, axis=0))
        hiddens.append(hidden)
        cells.append(cell)
    made = [g.op("stack", *sequences, axis=1), g.op("stack", *hiddens, axis=0)]
    return made if layer.kind != "LSTM" else [*made, g.op("stack", *cells, axis=0)]


def _direction(g, layer: Layer, d: int, steps: int):
    """(outputs in the order of the input, last hidden state, last cell) of one direction."""

    def of(value):
        return g.drop(g.slice(value, 0, d, d + 1), [0])

    count = len(_GATES[layer.kind])
    weight, recurrent = of(layer.weight), of(layer.recurrent)
    biases = [None, None]
    if layer.bias is not None:
        half = count * layer.size
        biases = [g.slice(of(layer.bias), 0, begin, begin + half) for begin in (0, half)]
    projected = g.op("dot", layer.x, weight, transpose_b=True)
    if biases[0] is not None:
        projected = g.add(projected, biases[0])
    hidden = of(_start(g, layer, layer.hidden))
    cell = of(_start(g, layer, layer.cell)) if layer.kind == "LSTM" else None
    peepholes = None if layer.peepholes is None else of(layer.peepholes)
    step = {"LSTM": _lstm_step, "GRU": _gru_step, "RNN": _rnn_step}[layer.kind]
    outputs: list[Any] = [None] * steps
    for t in reversed(range(steps)) if layer.turned[d] else range(steps):
        at = g.drop(g.slice(projected, 0, t, t + 1), [0])
        hidden, cell = step(g, layer, d, at, hidden, cell, recurrent, biases[1], peepholes)
        outputs[t] = hidden
    return outputs, hidden, cell


def _activate(g, layer: Layer, name: str, value: Value) -> Value:
    if layer.clip:
        value = g.unary("clip", value, a_min=-layer.clip, a_max=layer.clip)
    known = {"Sigmoid": "sigmoid", "Tanh": "tanh", "Relu": "relu", "Softsign": "softsign"}
    if name not in known:
        raise Unsupported(f"the activation {name!r}")
    return g.unary(known[name], value)


def _gate(g, layer, value, number):
    return g.slice(value, 1, number * layer.size, (number + 1) * layer.size)


def _recur(g, hidden, recurrent, bias):
    made = g.op("dot", hidden, recurrent, transpose_b=True)
    return made if bias is None else g.add(made, bias)


def _rnn_step(g, layer, d, at, hidden, cell, recurrent, bias, peepholes):
    return _activate(g, layer, layer.activations[d][0], g.add(at, _recur(g, hidden, recurrent, bias))), None


def _gru_step(g, layer, d, at, hidden, cell, recurrent, bias, peepholes):
    size = layer.size
    first, second = layer.activations[d]

    def rows(value, begin, end):
        return None if value is None else g.slice(value, 0, begin * size, end * size)

    both = _recur(g, hidden, rows(recurrent, 0, 2), rows(bias, 0, 2))
    update, reset = [_activate(g, layer, first, g.add(_gate(g, layer, at, i), _gate(g, layer, both, i))) for i in (0, 1)]
    last = rows(recurrent, 2, 3), rows(bias, 2, 3)
    if layer.options["linear"]:
        inner = g.mul(reset, _recur(g, hidden, *last))
    else:
        inner = _recur(g, g.mul(reset, hidden), *last)
    new = _activate(g, layer, second, g.add(_gate(g, layer, at, 2), inner))
    kept = g.mul(update, hidden)
    return g.add(g.mul(g.scalar("rminus", update, 1), new), kept), None


def _lstm_step(g, layer, d, at, hidden, cell, recurrent, bias, peepholes):
    first, second, third = layer.activations[d]
    gates = g.add(at, _recur(g, hidden, recurrent, bias))
    sent, out, forget, new = [_gate(g, layer, gates, i) for i in range(4)]
    peep = None if peepholes is None else [g.slice(peepholes, 0, i * layer.size, (i + 1) * layer.size) for i in range(3)]
    if peep is not None:
        sent, forget = g.add(sent, g.mul(cell, peep[0])), g.add(forget, g.mul(cell, peep[2]))
    sent = _activate(g, layer, first, sent)
    forget = g.scalar("rminus", sent, 1) if layer.options["input_forget"] else _activate(g, layer, first, forget)
    new = _activate(g, layer, second, new)
    cell = g.add(g.mul(forget, cell), g.mul(sent, new))
    if peep is not None:
        out = g.add(out, g.mul(cell, peep[1]))
    shown = _activate(g, layer._replace(clip=None), third, cell)
    return g.mul(_activate(g, layer, first, out), shown), cell
