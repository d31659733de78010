"""The LSTM on 8-bit integers: close to the one in single precision. (MXNet has it for some processors only.)"""

import numpy as np
import pytest

import jmx as mx
from jmx.ops.nn.rnn import parameter_size

STEPS, BATCH, INPUTS, HIDDEN = 6, 2, 4, 5


@pytest.mark.parametrize("layers, directions", [(1, 1), (2, 2)])
def test_close_to_rnn(layers, directions):
    rng = np.random.default_rng(0)

    def draw(*shape, reach=0.5):
        return mx.nd.array(rng.uniform(-reach, reach, shape))

    x = draw(STEPS, BATCH, INPUTS, reach=1)
    packed = draw(parameter_size("lstm", INPUTS, HIDDEN, layers, directions), reach=0.7)
    states = [draw(layers * directions, BATCH, HIDDEN) for _ in range(2)]
    attrs = {"state_size": HIDDEN, "num_layers": layers, "bidirectional": directions == 2, "mode": "lstm", "state_outputs": True}
    levels, scale, shift = mx.nd.contrib.quantize_asym(x)
    found = mx.nd.contrib.quantized_rnn(levels, packed, *states, scale, shift, **attrs)
    for one, other in zip(found, mx.nd.RNN(x, packed, *states, **attrs)):
        assert one.shape == other.shape and one.dtype == other.dtype
        np.testing.assert_allclose(one.asnumpy(), other.asnumpy(), atol=0.01)
    symbol = mx.sym.contrib.quantized_rnn(mx.sym.var("x", dtype="uint8"), **attrs)
    _, shapes, _ = symbol.infer_shape(x=levels.shape)
    assert shapes == [a.shape for a in found]


def test_refusals():
    x = mx.nd.ones((STEPS, BATCH, INPUTS))
    packed = mx.nd.ones(parameter_size("lstm", INPUTS, HIDDEN, 1, 1))
    rest = [packed, *[mx.nd.zeros((1, BATCH, HIDDEN))] * 2, mx.nd.ones(1), mx.nd.ones(1)]
    with pytest.raises(mx.MXNetError, match="only supports uint8"):
        mx.nd.contrib.quantized_rnn(x, *rest, state_size=HIDDEN, num_layers=1, mode="lstm")
    with pytest.raises(mx.MXNetError, match="only supports LSTM"):
        mx.nd.contrib.quantized_rnn(x.astype("uint8"), *rest, state_size=HIDDEN, num_layers=1, mode="gru")


@pytest.mark.parametrize("kind, shift, scale", [("int8", 128, 1), ("uint8", 0, 1)])
def test_integers_keep_their_steps(kind, shift, scale):
    x = mx.nd.array([[3, 100], [7, 0]], dtype=kind)
    levels, found_scale, found_shift = mx.nd.contrib.quantize_asym(x)
    assert levels.dtype == np.uint8 and levels.asnumpy().tolist() == (x.asnumpy().astype(int) + shift).tolist()
    assert (found_scale.asscalar(), found_shift.asscalar()) == (scale, shift)
