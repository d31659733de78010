"""Operators one by one: forward, and forward + backward. The process is asked again and again and keeps its arrays."""

import time

from .operator_table import LAYERS, TYPICAL

CASES = {**TYPICAL, **LAYERS}
#: seconds that the calls of one answer take together, about
SECONDS = 4e-3
_inputs = {}
_calls = {}


def _arrays(mx, case):
    """Arrays of the shapes of a case, made once."""
    import numpy as np

    if case in _inputs:
        return _inputs[case]
    _, shapes, _, wanted = CASES[case]
    draw, arrays = np.random.default_rng(0), []
    for shape in shapes:
        if isinstance(shape, str):
            value = np.tril(draw.uniform(0.1, 1, (128, 128))) + 8 * np.eye(128)
            value = value @ value.T if shape == "positive" else value
        elif shape and isinstance(shape[0], tuple):
            value = draw.integers(*shape[1:], size=shape[0])
        else:
            value = draw.standard_normal(shape) if case in LAYERS else draw.uniform(0.1, 1, shape)
        arrays.append(mx.nd.array(value, dtype="float32"))
    for position in wanted:
        arrays[position].attach_grad()
    _inputs[case] = arrays
    return arrays


def _seconds(call, count):
    """Processor seconds of one of so many calls; each is waited for, or results that nobody asks for would not count."""
    start = time.process_time()
    for _ in range(count):
        for result in call():
            result.wait_to_read()
    return (time.process_time() - start) / count


def measure(package, case, back=False):
    """Return microseconds of processor time of one call, `back` with its gradient."""
    import mxnet as mx

    place, _, attributes, wanted = CASES[case]
    inputs, function = _arrays(mx, case), mx.nd
    for part in place.split("."):
        function = getattr(function, part)

    def forward():
        out = function(*inputs, **attributes)
        return out if isinstance(out, (list, tuple)) else [out]

    def both():
        with mx.autograd.record():
            out = forward()
        mx.autograd.backward(out)
        return [inputs[position].grad for position in wanted]

    call = both if back else forward
    count = _calls.get((case, back))
    if count is None:
        _seconds(call, 80)  # jmx compiles a call that was made often
        count = _calls[case, back] = max(2, min(200, int(SECONDS / max(_seconds(call, 5), 1e-6))))
    _seconds(call, count)  # the first ones after a pause are slower
    return {"cpu_us": _seconds(call, count) * 1e6}
