"""What programs become for NVIDIA GPUs, as far as it can be told without one: JAX lowers for a platform that is not there."""

import re

import jax
import numpy as np
import pytest

import jmx as mx
from benchmarks.cases.operator_table import TYPICAL
from jmx import autograd, gluon, nd
from jmx.core.declare.x64 import is_wide, x64
from jmx.core.run import dispatch
from jmx.core.run.fused_update import apply, arrange

#: calls that exist in CPU programs only
CPU_CALLS = re.compile(r"@?(jmx_\w+|lapack_\w+|xla_python_cpu_callback|xla_ffi_python_cpu_callback|\w*cpu_callback)")
RANDOM_STATE = np.zeros(3, np.uint32)


@pytest.fixture
def calls(monkeypatch):
    """The programs that run, with their buffers and scalars."""
    made = []
    run = dispatch.run

    def watched(program, inputs, scalars=(), *others, **options):
        made.append((program, [a._data() for a in inputs], scalars))
        return run(program, inputs, scalars, *others, **options)

    monkeypatch.setattr(dispatch, "run", watched)
    return made


def for_cuda(function, *args, wide=False):
    """The text of a function's program for NVIDIA GPUs."""
    with x64(wide or is_wide(*jax.tree_util.tree_leaves(args))):
        return jax.jit(function).trace(*args).lower(lowering_platforms=("cuda",)).as_text()


def forward_text(program, bufs, scalars=(), train=True):
    def forward(state, scalars, *arrays):
        return program._forward(train, "gpu", state, scalars, *arrays)

    return for_cuda(forward, RANDOM_STATE, tuple(scalars), *bufs, wide=program.wide)


def gradient_text(program, bufs, scalars, positions):
    with x64(program.wide):
        outs = jax.eval_shape(lambda *arrays: program._forward(True, "gpu", RANDOM_STATE, scalars, *arrays)[0], *bufs)
    smooth = [jax.numpy.issubdtype(out.dtype, np.inexact) for out in outs]
    back = program.gradient(tuple(positions), tuple(False if is_smooth else None for is_smooth in smooth))
    slopes = [np.ones(out.shape, out.dtype) for out, is_smooth in zip(outs, smooth) if is_smooth]
    return forward_text(back, [*bufs, *slopes], scalars)


def array(spec):
    if isinstance(spec, str):
        return nd.array(np.eye(128) + 0.01)
    if isinstance(spec[0], tuple):
        shape, bound = spec[0], spec[1]
        low, high = bound if isinstance(bound, tuple) else (0, bound)
        return nd.array(np.random.RandomState(0).randint(low, high, shape))
    return nd.array(np.random.RandomState(0).uniform(0.1, 0.9, spec))


# Whether a matrix can be factorized is looked at on the host, and JAX lowers such a call only where the GPU is.
@pytest.mark.parametrize("name", [name for name in TYPICAL if name != "_linalg_potrf"])
def test_operators(name, calls):
    where, inputs, attributes, positions = TYPICAL[name]
    function = nd
    for part in where.split("."):
        function = getattr(function, part)
    arrays = [array(spec) for spec in inputs]
    calls.clear()
    function(*arrays, **attributes)
    assert calls
    for program, bufs, scalars in list(calls):
        texts = [forward_text(program, bufs, scalars)]
        if positions and len(bufs) >= len(positions):
            texts.append(gradient_text(program, bufs, scalars, positions))
        for text in texts:
            assert "module @" in text and not CPU_CALLS.findall(text)


def sequence(*layers):
    net = gluon.nn.HybridSequential()
    net.add(*layers)
    return net


def zoo(name):
    return gluon.model_zoo.vision.get_model(name, classes=10)


NETWORKS = {
    "resnet18_v1": (lambda: zoo("resnet18_v1"), (2, 3, 32, 32)),
    "mobilenetv2_0.25": (lambda: zoo("mobilenetv2_0.25"), (2, 3, 32, 32)),
    "deconvolution": (
        lambda: sequence(
            gluon.nn.Conv2DTranspose(8, 4, strides=2),
            gluon.nn.BatchNorm(),
            gluon.nn.LeakyReLU(0.1),
            gluon.nn.AvgPool2D(),
            gluon.nn.Dropout(0.5),
        ),
        (2, 3, 8, 8),
    ),
    "language model": (
        lambda: sequence(gluon.nn.Embedding(50, 16), gluon.rnn.LSTM(16, 2, dropout=0.2), gluon.nn.Dense(50, flatten=False)),
        (5, 2),
    ),
    "normalized": (
        lambda: sequence(gluon.nn.Dense(16, activation="tanh"), gluon.nn.LayerNorm(), gluon.nn.GELU(), gluon.nn.Dense(4)),
        (2, 8),
    ),
}


@pytest.mark.parametrize("name", NETWORKS)
def test_networks_and_their_gradients(name, calls):
    make, shape = NETWORKS[name]
    net = make()
    net.initialize()
    net.hybridize()
    x = nd.array(np.random.RandomState(0).randint(0, 9, shape))
    net(x)
    calls.clear()
    with autograd.record():
        net(x)
    ((program, bufs, _),) = [call for call in calls if call[0].graph is not None]
    mask = tuple(i for i, node in enumerate(program.graph.inputs) if "data" not in node.name and "running" not in node.name)

    def step(state, *arrays):
        return program._stepped(True, "gpu", mask, False, state, (), *arrays)

    text = for_cuda(step, RANDOM_STATE, *bufs)
    assert not CPU_CALLS.findall(text)
    layouts = set(re.findall(r"dim_numbers = (\[[^\]]*\])x\[[^\]]*\]->(\[[^\]]*\])", text))
    # Of gradients of weights the batch is the sum and the channels are the images.
    first = {("[b, f, 0, 1]", "[b, f, 0, 1]"), ("[f, b, 0, 1]", "[f, b, 0, 1]"), ("[f, b, 0, 1]", "[b, f, 0, 1]")}
    last = {("[b, 0, 1, f]", "[b, 0, 1, f]"), ("[f, 0, 1, b]", "[f, b, 0, 1]")}
    assert layouts <= (last if program.graph.images > 1 else first)
    assert bool(layouts) == (len(shape) == 4)


def test_an_update_of_all_parameters():
    weights, grads, moments = ([nd.ones((64, 32)), nd.ones((32,))] for _ in range(3))
    made = [("sgd_mom_update", [w, g, m], {"lr": 0.1, "momentum": 0.9}, w) for w, g, m in zip(weights, grads, moments)]
    plans, slots, scalars, unique, index, _ = arrange(made)

    def update(scalars, *bufs):
        return apply([plan for plan, _ in plans], slots, index, None, scalars, bufs, "gpu")

    text = for_cuda(update, scalars, *[a._data() for a in unique])
    assert "stablehlo.add" in text and not CPU_CALLS.findall(text)


def test_images_of_half_precision_stay_so_on_the_way_through_a_convolution():
    net = sequence(gluon.nn.Conv2D(8, 3, in_channels=4))
    net.initialize()
    net.cast("float16")
    symbol = net(mx.sym.var("data"))
    shapes, _, _ = symbol.infer_shape(data=(2, 4, 8, 8))
    arrays = [np.ones(shape, np.float16) for shape in shapes]
    program = mx.nd.CachedOp(symbol).program
    text = for_cuda(lambda *bufs: program._forward(False, "gpu", None, (), *bufs), *arrays)
    assert re.search(r"stablehlo.convolution.*tensor<2x4x8x8xf16>", text)
