"""oneDNN's results in programs for the CPU are those of XLA, and nothing that it meets ends the process."""

import ctypes
import ctypes.util
import importlib.metadata
import json
import os
import pathlib
import re
import subprocess
import sys
import threading

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jmx.native import onednn, recipe
from jmx.ops.nn import _conv, _conv_onednn, _norm_onednn, _windows, dense

ROOT = pathlib.Path(__file__).resolve().parents[2]
needs_a_compiler = pytest.mark.skipif(recipe.compiler() is None, reason="there is no C compiler")
works = pytest.mark.skipif(not onednn.usable(), reason=f"oneDNN is {onednn.describe()}")


@pytest.fixture(autouse=True)
def small_arrays_too(monkeypatch):
    """No array is too small for a call."""
    for module in (_conv_onednn, _norm_onednn, _windows):
        monkeypatch.setattr(module, "_FEWEST", 1)


@pytest.fixture
def both_ways(monkeypatch):
    """A function that compares what a function returns with oneDNN and without."""

    library = onednn._load()

    def compare(function, *arrays, rtol=1e-4, atol=2e-4):
        outputs = {}
        for way, loaded in {"onednn": library, "xla": "a test"}.items():
            monkeypatch.setattr(onednn, "_loaded", loaded)
            compiled = jax.jit(lambda *given: function(*given))
            assert ("jmx_onednn" in compiled.lower(*arrays).as_text()) == (way == "onednn")
            outputs[way] = jax.tree.leaves(compiled(*arrays))
        assert len(outputs["onednn"]) == len(outputs["xla"]) > 0
        for ours, expected in zip(outputs["onednn"], outputs["xla"]):
            assert ours.dtype == expected.dtype
            np.testing.assert_allclose(ours, expected, rtol=rtol, atol=atol)

    return compare


def draw(*shape, seed=0):
    return np.random.default_rng(seed + sum(shape)).standard_normal(shape, "float32")


def geometry(size, kernel, stride, pad, dilate, groups=1, last=False, weight_first=False):
    out = tuple((n + 2 * p - (k - 1) * d - 1) // s + 1 for n, k, s, p, d in zip(size, kernel, stride, pad, dilate))
    return _conv.Geometry(size, out, kernel, stride, pad, dilate, groups, True, last, weight_first)


def convolution_arrays(geo, batch, channels, filters):
    """Data, weight and head of a convolution."""
    divided = channels // geo.groups
    x = (batch, *geo.size, channels) if geo.last else (batch, channels, *geo.size)
    w = (filters, *geo.kernel, divided) if geo.last and not geo.weight_first else (filters, divided, *geo.kernel)
    y = (batch, *geo.out, filters) if geo.last else (batch, filters, *geo.out)
    return draw(*x), draw(*w), draw(*y)


# ---- convolutions

GEOMETRIES = [
    geometry((9,), (3,), (2,), (1,), (1,)),
    geometry((14, 14), (3, 3), (1, 1), (1, 1), (1, 1)),
    geometry((15, 13), (3, 3), (2, 2), (1, 1), (1, 1), last=True),
    geometry((20, 20), (7, 7), (2, 2), (3, 3), (1, 1), last=True, weight_first=True),
    geometry((9, 17), (1, 7), (1, 1), (0, 3), (1, 1), last=True, weight_first=True),
    geometry((12, 12), (3, 3), (1, 1), (2, 2), (2, 2), groups=2),
    geometry((11, 12), (5, 3), (1, 2), (0, 1), (1, 1), groups=6, last=True, weight_first=True),
    geometry((8, 8), (1, 1), (2, 2), (0, 0), (1, 1), groups=3, last=True),
    geometry((8, 8), (1, 1), (1, 1), (1, 0), (1, 1)),
    geometry((5, 6, 7), (3, 2, 3), (1, 1, 2), (1, 0, 1), (1, 1, 1)),
]


@works
@pytest.mark.parametrize("geo", GEOMETRIES, ids=str)
def test_a_convolution_and_its_gradients(geo, both_ways):
    x, w, y = convolution_arrays(geo, 2, 6, 12)
    both_ways(lambda x, w: _conv.forward(x, w, geo), x, w)
    both_ways(lambda y, w: _conv.backward_data(y, w, geo), y, w)
    both_ways(lambda x, y: _conv.backward_weight(x, y, geo), x, y)


@works
@pytest.mark.parametrize("geo", GEOMETRIES[1:6], ids=str)
def test_gradients_of_gradients(geo, both_ways):
    x, w, head = convolution_arrays(geo, 1, 4, 6)

    def squares(x, w):
        return sum(jnp.sum(g**2) for g in jax.vjp(lambda x, w: _conv.forward(x, w, geo), x, w)[1](head))

    both_ways(jax.grad(squares, (0, 1)), x, w, rtol=1e-3, atol=1e-2)


@works
@pytest.mark.parametrize("relu", [False, True])
@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.parametrize("geo", [GEOMETRIES[1], GEOMETRIES[3]], ids=["second", "last"])
def test_bias_and_relu(geo, biased, relu, both_ways):
    x, w, head = convolution_arrays(geo, 2, 3, 8)
    arrays = (x, w, draw(8)) if biased else (x, w)

    def value_and_gradients(*arrays):
        y, pull = jax.vjp(lambda x, w, b=None: _conv.forward_with(x, w, b, geo, relu), *arrays)
        return y, pull(head)

    both_ways(value_and_gradients, *arrays)


@works
@pytest.mark.parametrize("size, kernel, stride, pad", [(2, 3, 2, 1), (1, 1, 1, 0), (3, 3, 1, 0), (14, 3, 1, 1)])
def test_relu_of_nan_is_zero(size, kernel, stride, pad, both_ways):
    geo = geometry(*[(n, n) for n in (size, kernel, stride, pad, 1)], last=True, weight_first=True)
    x, w, _ = convolution_arrays(geo, 1, 64, 128)
    scale = np.where(np.arange(128) % 2, np.nan, 1).astype("float32")
    scale[4:6] = np.inf
    compute = lambda *arrays: _conv.forward_affine(*arrays, None, geo, True)
    both_ways(compute, x, w, draw(128), scale, draw(128, seed=1), rtol=1e-3, atol=1e-3)
    assert not np.isnan(jax.jit(compute)(x, w, draw(128), scale, draw(128, seed=1))).any()


@works
@pytest.mark.parametrize("relu", [False, True])
@pytest.mark.parametrize("added", [False, True])
@pytest.mark.parametrize("groups", [1, 8])
def test_normalized_and_added_to_in_inference(groups, added, relu, both_ways):
    geo = geometry((10, 9), (3, 3), (1, 1), (1, 1), (1, 1), groups=groups, last=True, weight_first=True)
    x, w, other = convolution_arrays(geo, 2, 8, 8)
    arrays = (x, w, draw(8, seed=1), draw(8, seed=2), draw(8, seed=3), *([other] if added else []))

    def value_and_gradients(*arrays):
        fused = lambda x, w, b, scale, shift, other=None: _conv.forward_affine(x, w, b, scale, shift, other, geo, relu)
        y, pull = jax.vjp(fused, *arrays)
        return y, pull(jnp.ones_like(y))

    both_ways(value_and_gradients, *arrays)


@works
@pytest.mark.parametrize("stride", [1, 2])
def test_large_batches_with_channels_second_are_computed_in_parts(stride, both_ways):
    geo = geometry((80, 64), (3, 3), (stride, stride), (1, 1), (1, 1))
    x, w, other = convolution_arrays(geo, 12, 32, 16)
    biased = lambda x, w, b: _conv.forward_with(x, w, b, geo, True)
    fused = lambda x, w, b, scale, shift, other: _conv.forward_affine(x, w, b, scale, shift, other, geo, True)
    both_ways(biased, x, w, draw(16))
    both_ways(fused, x, w, draw(16, seed=1), draw(16, seed=2), draw(16, seed=3), other, atol=1e-3)
    both_ways(lambda y, w: _conv.backward_data(y, w, geo), other, w)
    both_ways(lambda x, y: _conv.backward_weight(x, y, geo), x, other, rtol=1e-3, atol=1e-2)


@works
def test_copies_to_another_layout_take_little_memory():
    """For images with channels second: not as much as the images themselves."""
    code = (
        "import re, jax, jax.numpy as jnp\n"
        "from jmx.ops.nn import _conv\n"
        "def memory(name): return int(re.search(name + r':\\s+(\\d+)', open('/proc/self/status').read())[1]) // 1024\n"
        "geo = _conv.Geometry((128, 128), (128, 128), (3, 3), (1, 1), (1, 1), (1, 1), 1, True)\n"
        "x, w = jax.block_until_ready((jnp.ones((32, 16, 128, 128)), jnp.ones((16, 16, 3, 3))))\n"
        "convolve = jax.jit(lambda x, w: _conv.forward(x, w, geo)).lower(x, w).compile()\n"
        "before = memory('VmRSS'); y = jax.block_until_ready(convolve(x, w)); print(memory('VmHWM') - before)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "2"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert 20 < int(done.stdout) < 56  # megabytes; images are 32 going in and coming out


@works
@pytest.mark.parametrize("geo", [GEOMETRIES[1], GEOMETRIES[2], GEOMETRIES[3], GEOMETRIES[9]], ids=str)
def test_a_weight_that_is_copied_by_a_call_of_its_own(geo):
    x, w, other = convolution_arrays(geo, 2, 6, 12)
    scale, shift = draw(12, seed=1), draw(12, seed=2)
    fused = [{"affine": (scale, shift), "other": other}] if geo.last else []
    for arrays in ({}, {"bias": shift, "relu": True}, *fused):
        call = lambda x, w, packed=False, given=arrays: _conv_onednn.forward(x, w, geo, **given, packed=packed)
        packed = jax.jit(lambda x, w, call=call: call(x, w, packed=True))
        assert onednn.PACKING_TARGET in packed.lower(x, w).as_text()
        np.testing.assert_array_equal(packed(x, w), jax.jit(call)(x, w))


@works
def test_copies_of_weights_that_no_convolution_wants():
    geo = GEOMETRIES[1]
    key = (2, 2, 1, 6, 12, 0, *(n for part in geo[:6] for n in part))
    flags = onednn.PACKED
    convolution = onednn._prepared((onednn.CONVOLVE, flags, *key))
    copy = onednn._prepared((onednn._PACK, flags, *key))
    assert convolution is not None and copy[1] >= 12 * 6 * 9 * 4
    assert onednn._prepared((onednn._PACK, 0, *key)) is None  # its convolution takes the weight as it is
    assert onednn._prepared((onednn._PACK, flags, *key[:-1])) is None
    assert onednn._prepared((onednn._PACK, flags, 2, 2, 1, 6, 12, 0, *[-1] * 12)) is None
    x, w, _ = convolution_arrays(geo, 2, 6, 12)
    call = jax.jit(lambda x, w: onednn.call(convolution, [jax.ShapeDtypeStruct((2, 12, 14, 14), np.float32)], x, w)[0])
    with pytest.raises(jax.errors.JaxRuntimeError, match="another size or type"):
        call(x, w[:1])
    result = jax.ShapeDtypeStruct((4,), np.float32)
    with pytest.raises(jax.errors.JaxRuntimeError, match="another size or type"):
        jax.jit(lambda w: jax.ffi.ffi_call(onednn.PACKING_TARGET, result)(w, plan=copy[0]))(w).block_until_ready()


@works
@pytest.mark.parametrize("batch", [18, 17])
def test_a_large_batch_with_channels_second_is_computed_in_parts(batch, both_ways, monkeypatch):
    monkeypatch.setattr(_conv, "_backward_data_of_few", lambda y, w, geo: None)  # which leaves oneDNN's gradient of four channels
    geo = geometry((256, 256), (3, 3), (1, 1), (1, 1), (1, 1))
    x, w, other = convolution_arrays(geo, batch, 4, 4)
    y = other[:, :, ::-1].copy()
    fused = lambda x, w, b, scale, shift, other: _conv.forward_affine(x, w, b, scale, shift, other, geo, True)
    both_ways(fused, x, w, draw(4, seed=1), draw(4, seed=2), draw(4, seed=3), other)
    both_ways(lambda y, w: _conv.backward_data(y, w, geo), y, w)


@works
def test_half_precision_is_computed_in_single_precision():
    geo = geometry((8, 8), (3, 3), (1, 1), (1, 1), (1, 1), last=True)
    x, w, _ = convolution_arrays(geo, 1, 4, 4)
    compiled = jax.jit(lambda x, w: _conv.forward(x, w, geo))
    x, w = x.astype("float16"), w.astype("float16")
    assert "jmx_onednn" in compiled.lower(x, w).as_text()
    y = compiled(x, w)
    assert y.dtype == "float16"
    expected = _conv._lax(x.astype("float32"), w.astype("float32"), geo)
    np.testing.assert_allclose(y.astype("float32"), expected, rtol=2e-3, atol=2e-3)


def test_double_precision_and_empty_batches_are_left_to_xla():
    geo = geometry((8, 8), (3, 3), (1, 1), (1, 1), (1, 1), last=True)
    with jax.enable_x64(True):
        y = jax.jit(lambda x, w: _conv.forward(x, w, geo))(np.ones((1, 8, 8, 2)), np.ones((4, 3, 3, 2)))
    assert y.dtype == "float64" and y[0, 4, 4, 0] == 18
    assert _conv.forward(np.ones((0, 8, 8, 2), "float32"), np.ones((4, 3, 3, 2), "float32"), geo).shape == (0, 8, 8, 4)


@works
def test_it_can_be_mapped_over():
    geo = geometry((6, 6), (3, 3), (1, 1), (1, 1), (1, 1), last=True)
    x, w, _ = convolution_arrays(geo, 5, 3, 4)
    mapped = jax.vmap(lambda x: _conv.forward(x[None], w, geo)[0])(x)
    np.testing.assert_allclose(mapped, _conv._lax(x, w, geo), rtol=1e-4, atol=1e-4)


# ---- dense layers


@works
@pytest.mark.parametrize("rows", [1, 2, 9])
@pytest.mark.parametrize("flatten", [False, True])
def test_dense_layers(rows, flatten, both_ways, monkeypatch):
    monkeypatch.setattr(dense, "_FEWEST", 1)
    data, weight, bias = draw(rows, 3, 8), draw(5, 24 if flatten else 8), draw(5)
    head = draw(*((rows, 5) if flatten else (rows, 3, 5)))

    def layer(*arrays):
        return dense.fully_connected(*arrays, num_hidden=5, no_bias=False, flatten=flatten, platform="cpu")

    def everything(*arrays):
        y, pull = jax.vjp(layer, *arrays)
        squares = lambda *given: sum(jnp.sum(g**2) for g in jax.vjp(layer, *given)[1](head))
        return y, pull(head), jax.grad(squares, (0, 1))(*arrays)

    both_ways(everything, data, weight, bias)


# ---- normalization and pooling


@works
@pytest.mark.parametrize("relu", [False, True])
@pytest.mark.parametrize("shape", [(4, 7, 16), (2, 6, 5, 3), (2, 3, 4, 5, 8)])
def test_normalization_its_statistics_and_gradients(monkeypatch, shape, relu):
    x, head, gamma, beta = draw(*shape) * 3 + 1, draw(*shape, seed=1), draw(shape[-1], seed=2), draw(shape[-1], seed=3)

    def value_and_gradients(normalize):
        y, pull = jax.vjp(normalize, x, gamma, beta)
        squares = lambda *given: sum(jnp.sum(g**2) for g in jax.vjp(normalize, *given)[1](head))
        return y, *pull(head), *jax.grad(squares, (0, 1, 2))(x, gamma, beta)

    ours = value_and_gradients(lambda *given: _norm_onednn.normalize(*given, 1e-3, relu)[0])
    plain = value_and_gradients(lambda *given: _norm_onednn._plain(*given, 1e-3, relu)[0])
    for got, expected in zip(ours, plain):
        np.testing.assert_allclose(got, expected, rtol=2e-3, atol=2e-3)
    _, mean, var = _norm_onednn.normalize(x, gamma, beta, 1e-3, relu)
    axes = tuple(range(x.ndim - 1))
    np.testing.assert_allclose(mean, x.mean(axes), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(var, x.var(axes), rtol=1e-5)


@works
def test_normalization_of_data_far_from_zero():
    x = draw(8, 16, 16, 4) + 1000
    _, _, var = _norm_onednn.normalize(x, np.ones(4, "f"), np.zeros(4, "f"), 1e-3, False)
    np.testing.assert_allclose(var, x.astype("float64").var((0, 1, 2)), rtol=1e-3)


@works
@pytest.mark.parametrize("kernel, stride, pad", [((2, 2), (2, 2), (0, 0)), ((3, 3), (2, 2), (1, 1)), ((3, 2), (1, 2), (1, 0))])
def test_maxima_and_their_gradients(kernel, stride, pad):
    out = tuple((n + 2 * p - k) // s + 1 for n, k, s, p in zip((9, 8), kernel, stride, pad))
    win = _windows.Windows((1, 2), kernel, stride, pad, out)
    x, head = np.round(draw(2, 9, 8, 5)), draw(2, *out, 5)  # rounded: many are equal, and the first of them counts

    def everything(maximum):
        y, pull = jax.vjp(lambda x: maximum(x, win), x)
        second = jax.grad(lambda g: jnp.sum(jax.vjp(lambda x: maximum(x, win), x)[1](g)[0] ** 2))(head)
        # of the data, too: where it goes is constant, what is added to it is not
        mixed = jax.grad(lambda x: jnp.sum(jax.vjp(lambda x: maximum(x, win), x)[1](head)[0] * x))(x)
        return y, *pull(head), second, mixed

    for ours, expected in zip(everything(_windows.onednn_maximum), everything(_windows.maximum)):
        np.testing.assert_allclose(ours, expected, rtol=1e-5, atol=1e-5)


@works
@pytest.mark.parametrize(
    "space, kernel, stride, pad", [((9, 8), (3, 2), (2, 1), (1, 0)), ((6, 5, 4), (3, 3, 2), (2, 1, 1), (1, 1, 0))]
)
def test_maxima_with_channels_second(monkeypatch, space, kernel, stride, pad):
    monkeypatch.setattr(_windows, "_LARGE", 1)
    out = tuple((n + 2 * p - k) // s + 1 for n, k, s, p in zip(space, kernel, stride, pad))
    win = _windows.Windows(tuple(range(2, 2 + len(space))), kernel, stride, pad, out)
    x, head = np.round(draw(2, 32, *space)), draw(2, 32, *out)
    if _windows.onednn_plan(onednn.POOL, x, win) is None:
        pytest.skip("oneDNN has no fast implementation of it for this processor")

    def everything(maximum):
        y, pull = jax.vjp(lambda x: maximum(x, win), x)
        second = jax.grad(lambda g: jnp.sum(jax.vjp(lambda x: maximum(x, win), x)[1](g)[0] ** 2))(head)
        return jax.jit(lambda x: maximum(x, win))(x), y, *pull(head), second

    for ours, expected in zip(everything(_windows.onednn_maximum), everything(_windows.maximum)):
        np.testing.assert_allclose(ours, expected, rtol=1e-5, atol=1e-5)


@works
def test_maxima_keep_places_for_a_gradient_only():
    win = _windows.Windows((1, 2), (3, 3), (2, 2), (1, 1), (4, 4))
    x = draw(2, 8, 8, 16)
    alone = jax.jit(lambda x: _windows.onednn_maximum(x, win)).lower(x).as_text()
    both = jax.jit(lambda x: jax.vjp(lambda x: _windows.onednn_maximum(x, win), x)[1](jnp.ones((2, 4, 4, 16)))).lower(x).as_text()
    assert "jmx_onednn" in alone and "ui8" not in alone and "ui8" in both


@works
def test_maxima_that_are_left_to_xla():
    """Few channels that come second, one axis, windows that do not overlap: oneDNN takes longer."""
    for shape, kernel, stride in (((2, 3, 9, 9), 3, 2), ((2, 32, 9), 3, 2), ((2, 32, 8, 8), 2, 2)):
        n = len(shape) - 2
        out = tuple((size - kernel) // stride + 1 for size in shape[2:])
        win = _windows.Windows(tuple(range(2, 2 + n)), (kernel,) * n, (stride,) * n, (0,) * n, out)
        assert _windows.onednn_plan(onednn.POOL, draw(*shape), win) is None


# ---- networks

TRAIN = """
import sys, numpy as np, jmx as mx
from jmx.native import onednn
net = mx.gluon.nn.HybridSequential()
block = mx.gluon.model_zoo.vision.BasicBlockV1
net.add(mx.gluon.nn.Conv2D(8, 3, padding=1), block(16, 2, True, in_channels=8), block(16, 1, False, in_channels=16))
net.add(mx.gluon.nn.Conv2D(16, 3, groups=16, activation="relu"), mx.gluon.nn.MaxPool2D())
net.add(mx.gluon.nn.Flatten(), mx.gluon.nn.Dense(5))
mx.random.seed(1); np.random.seed(1)
net.initialize(mx.init.Xavier()); net.hybridize(static_alloc=True)
x, label = mx.nd.array(np.random.rand(8, 3, 32, 32)), mx.nd.array(np.random.randint(0, 5, 8))
trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.05, "momentum": 0.9})
loss = mx.gluon.loss.SoftmaxCELoss()
losses = []
for _ in range(4):
    with mx.autograd.record():
        l = loss(net(x), label)
    l.backward(); trainer.step(8); losses.append(float(l.mean().asscalar()))
np.savez(sys.argv[1], losses=losses, out=net(x).asnumpy(), mean=net[1].body[1].running_mean.data().asnumpy())
net(x); print(onednn.usable())
"""


@works
def test_a_network_trains_alike_and_its_programs_are_kept(tmp_path):
    results = {}
    for name, value in (("first", "1"), ("kept", "1"), ("xla", "0")):
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "JMX_ONEDNN": value, "JMX_CACHE_DIR": str(tmp_path / "cache")}
        path = tmp_path / f"{name}.npz"
        command = [sys.executable, "-c", TRAIN, str(path)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        assert done.stdout == f"{value == '1'}\n" and "Error" not in done.stderr
        results[name] = np.load(path)
    for key, value in results["first"].items():
        np.testing.assert_array_equal(results["kept"][key], value)
        np.testing.assert_allclose(results["xla"][key], value, rtol=2e-3, atol=2e-4)


@works
@pytest.mark.parametrize("switch", ["JMX_ONEDNN", "MXNET_MKLDNN_ENABLED"])
def test_what_turns_it_off(switch, monkeypatch):
    monkeypatch.setattr(onednn, "_loaded", "")
    monkeypatch.setenv(switch, "0")
    assert not onednn.usable() and onednn.describe() == f"not used: {switch}=0"


@needs_a_compiler
@pytest.mark.on_linux("oneDNN is used on Linux")
def test_without_a_library_of_openmp(monkeypatch, tmp_path):
    """As in a small container: the library is there, and what it needs is not."""
    library = tmp_path / "libdnnl.so.3"
    build_library(tmp_path, "int gomp(void) { return 1; }", tmp_path / "libgomp.so.9")
    build_library(tmp_path, "int gomp(void); int other(void) { return gomp(); }", library, f"-L{tmp_path}", "-l:libgomp.so.9")
    (tmp_path / "libgomp.so.9").unlink()
    monkeypatch.setattr(onednn, "_loaded", "")
    monkeypatch.setattr(onednn, "_library_path", lambda: str(library))
    assert not onednn.usable() and "the system's package libgomp brings it" in onednn.describe()


def build_library(folder, text, path, *options):
    (folder / "source.c").write_text(text)
    command = [*recipe.compiler(), "-shared", "-fPIC", str(folder / "source.c"), "-o", str(path), *options]
    subprocess.run(command, check=True, capture_output=True)


@needs_a_compiler
@pytest.mark.parametrize("major, runtime", [(2, 2), (4, 2), (3, 8), (3, 512)])
@pytest.mark.on_linux("oneDNN is used on Linux")
def test_a_library_that_is_another_one(monkeypatch, tmp_path, major, runtime):
    """One that has all functions of oneDNN 3, which mean something else or need streams of the program."""
    names = set(re.findall(r"USE\([^,]*, (dnnl_\w+)", (ROOT / "jmx" / "native" / "onednn.h").read_text()))
    version = f"struct {{int a, b, c; char *h; unsigned r, g;}} x = {{{major}, 1, 0, 0, {runtime}, 0}};"
    text = version + "void *dnnl_version(void) { return &x; }" + "".join(f"int {name}(void) {{ return 0; }}" for name in names)
    build_library(tmp_path, text, tmp_path / "libdnnl.so.3")
    monkeypatch.setattr(onednn, "_loaded", "")
    monkeypatch.setattr(onednn, "_library_path", lambda: str(tmp_path / "libdnnl.so.3"))
    assert not onednn.usable() and f"is oneDNN {major}.1 (runtime {runtime}): needed is 3.x" in onednn.describe()


@pytest.mark.on_linux("oneDNN is used on Linux")
def test_the_library_may_be_taken_away(monkeypatch):
    def raise_(name):
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(onednn, "_loaded", "")
    monkeypatch.setattr(importlib.metadata, "files", raise_)
    monkeypatch.setattr(onednn, "_LIBRARY", "libdnnl-of-a-test.so.3")
    monkeypatch.setattr(onednn, "_library_path", onednn._library_path.__wrapped__)
    assert not onednn.usable() and "the distribution onednn-cpu-gomp brings it" in onednn.describe()


@pytest.mark.parametrize("known, used", [("gone.so.3.6", "gone.so.3.6"), ("gone.so.2", "gone.so.3"), (None, "gone.so.3")])
def test_a_library_of_the_system_may_have_the_minor_release_in_its_name(monkeypatch, known, used):
    monkeypatch.setattr(onednn, "_DISTRIBUTION", "no-such-distribution")
    monkeypatch.setattr(onednn, "_LIBRARY", "gone.so.3")
    monkeypatch.setattr(ctypes.util, "find_library", lambda name: known)
    assert onednn._library_path.__wrapped__() == used


@works
def test_a_source_that_is_no_file_leaves_everything_to_xla(monkeypatch):
    """As in a zip archive, or where a program was frozen."""
    monkeypatch.setattr(onednn, "_loaded", "")
    monkeypatch.setattr(onednn, "_SOURCE", "/nowhere/packed.zip/jmx/native/onednn.c")
    assert not onednn.usable() and "packed.zip" in onednn.describe()


@works
def test_whatever_goes_wrong_leaves_everything_to_xla(monkeypatch):
    def broken():
        raise UnicodeDecodeError("utf-8", b"", 0, 1, "a damaged RECORD")

    monkeypatch.setattr(onednn, "_loaded", "")
    monkeypatch.setattr(onednn, "_library_path", broken)
    assert not onednn.usable() and "UnicodeDecodeError" in onednn.describe() and "RECORD" in onednn.describe()


@pytest.mark.parametrize("path, why", [("/nowhere/libdnnl.so.3", "/nowhere"), ("libm.so.6", "no oneDNN 3")])
@pytest.mark.on_linux("oneDNN is used on Linux")
def test_without_the_library(path, why, monkeypatch):
    monkeypatch.setattr(onednn, "_loaded", "")
    monkeypatch.setenv("JMX_ONEDNN", "1")
    monkeypatch.setattr(onednn, "_library_path", lambda: path)
    assert not onednn.usable() and why in onednn.describe()
    geo = geometry((6, 6), (3, 3), (1, 1), (1, 1), (1, 1), last=True)
    x, w, _ = convolution_arrays(geo, 1, 3, 4)
    np.testing.assert_allclose(_conv.forward(x, w, geo), _conv._lax(x, w, geo), rtol=1e-5, atol=1e-5)


@works
def test_a_library_that_is_opened_again_serves_what_is_kept(monkeypatch):
    """Calls before and after, of one plan and of a new one: each has a stream of the call before."""
    found = []
    for sizes in ((11, 13), (11, 13), (11, 15)):
        geo = geometry(sizes, (3, 3), (1, 1), (1, 1), (1, 1), last=True)
        x, w, _ = convolution_arrays(geo, 1, 3, 4)
        found.append((np.asarray(_conv_onednn.forward(x, w, geo)), _conv._lax(x, w, geo)))
        monkeypatch.setattr(onednn, "_loaded", "")
        onednn._prepared.cache_clear()
    for one, other in found:
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-5)


@works
def test_info_says_what_is_used(tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "JMX_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-m", "jmx", "info", "--json"], env=environment, capture_output=True, check=True)
    assert json.loads(done.stdout)["onednn"] == onednn.describe()


# ---- bad calls, threads, the end of the process


@works
@pytest.mark.parametrize(
    "key",
    [
        (),
        (0,),
        (0, 0, 9, 1, 1, 1, 1, 0),
        (99, 0, 0, 1, 1, 1, 1, 0),
        (0, 1, 2, 1, 0, 3, 4, 0, *(3,) * 12),
        (0, 1, 1, -1, 1, 3, 4, 0, *(1,) * 6),
        (0, 1, 1, 2, 1, 3, 4, 0, 2**40, 2**40, 1, 1, 0, 1),
        (3, 0, 0, 2**31 - 1, 1, 2**31 - 1, 2**31 - 1, 0),
        (3, 0, 0, 2**62, 1, 2**62, 2, 0),
        (4, 1, 3, 2**31 - 1, 1, 8, 0, 0, *(2**31 - 1,) * 18),
        (6, 1, 1, 1, 1, 3, 0, 0, 4, 2, 2, 0, 0, 1),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(key):
    numbers = (ctypes.c_int64 * len(key))(*key)
    assert onednn._load().jmx_onednn_prepare(numbers, ctypes.c_int64(len(key)), ctypes.byref(ctypes.c_int64()))


@works
def test_networks_of_ever_new_shapes_are_left_to_xla_at_last():
    """The code of thousands of plans would use up the mappings that a process may have."""
    code = (
        "import numpy as np, jax, jax.numpy as jnp\n"
        "from jmx.native import onednn\n"
        "plans = [onednn.plan(onednn.MULTIPLY, 0, rows, 1, 2) for rows in range(1, 4004)]\n"
        "print(sum(plan is not None for plan in plans), onednn.plan(onednn.MULTIPLY, 0, 1, 1, 2) is not None)\n"
        "call = onednn.call(plans[7], [jax.ShapeDtypeStruct((8, 2), jnp.float32)], np.ones((8, 1), 'f'), np.ones((1, 2), 'f'))\n"
        "print(float(call[0].sum()))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stdout) == (0, "4000 True\n16.0\n"), done.stderr


@works
def test_sizes_that_onednn_would_not_survive():
    """Asked for while a program is traced, which takes no memory: a division in the library ended the process."""
    size = 2**31 - 1
    space = ((8,) * 3, (5, 7, 4), (5, 2, 1), (1, 1, 2), (1, 0, 0), (1, 1, 1))
    for batch in (2**24, 2**28, size):
        assert onednn.plan(onednn.CONVOLVE_DATA_GRADIENT, onednn.CHANNELS_LAST, batch, 3, 3, space=space) is None
    geo = geometry((8, 8), (3, 3), (1, 1), (1, 1), (1, 1), last=True, weight_first=True)
    images, kernel = jax.ShapeDtypeStruct((size, 8, 8, 3), jnp.float32), jax.ShapeDtypeStruct((4, 3, 3, 3), jnp.float32)
    assert jax.eval_shape(lambda x, w: _conv.forward(x, w, geo), images, kernel).shape == (size, 8, 8, 4)


@works
def test_a_program_with_a_wrong_call_raises():
    plan = onednn.plan(onednn.MULTIPLY, 0, 2, 3, 4)
    assert plan is not None
    good = onednn.call(plan, [jax.ShapeDtypeStruct((2, 4), jnp.float32)], draw(2, 3), draw(3, 4))[0]
    np.testing.assert_allclose(good, draw(2, 3) @ draw(3, 4), rtol=1e-5)
    calls = [(plan, [draw(2, 3)]), ((np.arange(3), 0), [draw(2, 3), draw(3, 4)])]
    calls += [
        (plan, [draw(2, 2), draw(3, 4)]),
        (plan, [draw(200, 3), draw(3, 4)]),
        (plan, [draw(2, 3).astype("int32"), draw(3, 4)]),
    ]
    for key, arrays in calls:
        with pytest.raises(jax.errors.JaxRuntimeError, match="oneDNN|no plan"):
            jax.block_until_ready(onednn.call(key, [jax.ShapeDtypeStruct((2, 4), jnp.float32)], *arrays))
    with pytest.raises(jax.errors.JaxRuntimeError, match="array of another size"):
        jax.block_until_ready(onednn.call(plan, [jax.ShapeDtypeStruct((1, 4), jnp.float32)], draw(2, 3), draw(3, 4)))


@works
def test_many_threads_at_once():
    geo = geometry((12, 12), (3, 3), (1, 1), (1, 1), (1, 1), last=True, weight_first=True)
    x, w, _ = convolution_arrays(geo, 2, 8, 8)
    expected, wrong = np.asarray(_conv._lax(x, w, geo)), []
    compiled = jax.jit(lambda x, w: _conv.forward(x, w, geo))

    def work():
        for _ in range(20):
            if not np.allclose(compiled(x, w), expected, rtol=1e-4, atol=1e-4):
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@works
def test_a_process_may_end_while_it_computes():
    code = (
        "import jmx as mx\n"
        "net = mx.gluon.nn.HybridSequential(); net.add(*[mx.gluon.nn.Conv2D(64, 3, padding=1) for _ in range(6)])\n"
        "net.initialize(); net.hybridize(); x = mx.nd.ones((8, 16, 96, 96)); net(x).asnumpy()\n"
        "for _ in range(5): net(x)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")


STRIDED = """
import numpy as np
import jmx as mx

draw = np.random.RandomState(0)
sizes = [(2, 4, 20, 16), (64, 8, 20, 8), (64, 4, 16, 8), (2, 4, 8, 32), (2, 16, 16, 32), (8, 3, 7, 7)]
for batch, channels, filters, size in sizes:
    x = mx.nd.array(draw.randn(batch, size, size, channels))
    w = mx.nd.array(draw.randn(filters, 1, 1, channels))
    w.attach_grad()
    for step in (2, 2, 2, 3):
        with mx.autograd.record(), mx.util.bit_equal():
            y = mx.nd.Convolution(x, w, kernel=(1, 1), stride=(step, step), num_filter=filters, no_bias=True, layout="NHWC")
        head = mx.nd.array(draw.randn(*y.shape))
        y.backward(head)
        whole = x.asnumpy()[:, ::step, ::step].astype("float64")
        expected = np.einsum("nhwc,nhwf->fc", whole, head.asnumpy().astype("float64"))
        error = np.abs(w.grad.asnumpy()[:, 0, 0] - expected).max() / np.abs(expected).max()
        assert error < 2e-6, (batch, channels, filters, size, step, error)
"""


@works
def test_weights_of_strided_windows_of_one_element():
    """oneDNN's own way to leave elements out wrote over other memory: gradients were wrong, or its threads waited for ever."""
    done = subprocess.run([sys.executable, "-c", STRIDED], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
