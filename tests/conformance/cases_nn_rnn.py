"""Cases of the fused recurrent operator."""

GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}
T, N, I, H = 4, 3, 5, 2


def _rnn(mode, layers=1, bidirectional=False, dtype="float32", projection=None, **attrs):
    directions, size = 2 if bidirectional else 1, projection or H
    rows, total = GATES[mode] * H, 0
    for layer in range(layers):
        inputs = I if layer == 0 else size * directions
        total += directions * (rows * (inputs + size + 2) + (projection * H if projection else 0))
    inputs = [((T, N, I), dtype), ((total,), dtype), ((layers * directions, N, size), dtype)]
    if mode == "lstm":
        inputs.append(((layers * directions, N, H), dtype))
    attrs = {"state_size": H, "num_layers": layers, "mode": mode, "bidirectional": bidirectional, **attrs}
    if projection:
        attrs["projection_size"] = projection
    tolerance = {"tol": (1e-4, 1e-5), "grad_tol": (1e-3, 2e-5)} if dtype == "float32" else {}
    return {"op": "RNN", "inputs": inputs, "attrs": attrs, **tolerance}


CASES = [_rnn(mode, state_outputs=True) for mode in GATES]
CASES += [
    _rnn("lstm", layers=2, bidirectional=True, state_outputs=True),
    _rnn("gru", layers=2, bidirectional=True, dtype="float64"),
    _rnn("rnn_tanh", layers=2, dtype="float64", state_outputs=True),
    _rnn("lstm", dtype="float64"),
    {**_rnn("lstm", layers=2, projection=3, state_outputs=True), "grad": False},
]
