"""What networks on 8-bit integers become for NVIDIA GPUs, as far as it can be told without one."""

import pathlib
import re
import sys

import jax
import numpy as np
import pytest

import jmx as mx
from tests.core.test_lowered_for_gpus import CPU_CALLS, RANDOM_STATE, for_cuda

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "golden"))
import quantized_fused_cases as cases

#: networks, and how they are calibrated: batch normalization on integers and attention need ranges
_CASES = [
    *((name, "naive") for name in ("plain", "perceptron", "resnet_v1", "attention")),
    ("plain", "none"),
    ("perceptron", "none"),
]


def _plain(name, mode):
    """A network whose operators are on integers one by one, as `quantize_model` makes it."""
    net = cases.network(mx, name)
    data = None if mode == "none" else mx.io.NDArrayIter(mx.nd.array(cases.examples(3)), batch_size=4)
    return mx.contrib.quantization.quantize_model(
        net, *cases.parameters(mx, net), label_names=None, calib_mode=mode, calib_data=data, quantized_dtype="int8"
    )


def _fused(name, mode):
    return cases.quantized(mx, name, "auto", mode, "full", "tensor-wise")


def _text(symbol, args, aux):
    """The text of the program of a network, whose results are those on the CPU in shape and type."""
    arrays = {**args, **aux, "data": mx.nd.array(cases.examples() / 2)}
    given = [arrays[name] for name in symbol.list_inputs()]
    op = mx.nd.CachedOp(symbol)
    wanted = op(*given)
    wanted = wanted if isinstance(wanted, list) else [wanted]

    def forward(*bufs):
        return op.program._forward(False, "gpu", RANDOM_STATE, (), *bufs)

    bufs = [a._data() for a in given]
    outs = jax.tree_util.tree_leaves(jax.eval_shape(forward, *bufs))[: len(wanted)]
    assert [(tuple(out.shape), out.dtype) for out in outs] == [(a.shape, np.dtype(a.dtype)) for a in wanted]
    return for_cuda(forward, *bufs)


@pytest.mark.parametrize("make", [_plain, _fused])
@pytest.mark.parametrize("name, mode", _CASES)
def test_without_calls_of_the_cpu(make, name, mode):
    """Integers are multiplied as integers, in products or convolutions of XLA, or as numbers; nothing is a call of oneDNN."""
    text = _text(*make(name, mode))
    assert not CPU_CALLS.findall(text)
    assert re.search(r"stablehlo\.(dot_general|convolution)", text)
    # there are 8-bit integers in the program: it is not a network in single precision
    assert re.search(r"tensor<[0-9x]*xu?i8>", text)
