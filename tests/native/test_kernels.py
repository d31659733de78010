"""Kernels in C: values and gradients are those of XLA's operations, also in threads and in graphs; what they refuse; memory."""

import concurrent.futures
import functools
import os
import pathlib
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
import jmx.ops  # declares the operators
from jmx.core.declare import op as declare
from jmx.core.numpy_tier import jit
from jmx.native import calls, kernels, portable

ROOT = pathlib.Path(__file__).resolve().parents[2]
works = pytest.mark.skipif(
    not all(map(kernels.usable, ("regions", "sampling", "ctc"))), reason=f"kernels: {kernels._load('regions')}"
)

ROIS = np.array(
    [[0, 3, 5, 60, 70], [1, 0, 0, 200, 200], [1, -40, 20, 9, 8], [0, 90, 10, 30, 60], [-1, 3, 3, 9, 9], [7, 1, 1, 50, 50]], "f"
)
INSIDE = np.concatenate([np.clip(ROIS[:, :1], 0, 1), ROIS[:, 1:]], 1)


def draw(*shape, seed=0):
    return np.random.default_rng(seed + sum(shape)).standard_normal(shape, "float32")


MAPS = draw(2, 21, 8, 9), draw(2, 21, 8, 9, seed=1)
#: name -> (operator, attributes, arrays, how many have a gradient, or which)
CASES = {
    "pool": ("ROIPooling", {"pooled_size": (3, 4), "spatial_scale": 0.1}, (draw(2, 19, 9, 11), ROIS), 1),
    "align": (
        "_contrib_ROIAlign", {"pooled_size": (3, 4), "spatial_scale": 0.1, "sample_ratio": 2}, (draw(2, 70, 9, 11), ROIS), 1,
    ),
    "align adaptive": (
        "_contrib_ROIAlign", {"pooled_size": (2, 2), "spatial_scale": 0.25, "aligned": True}, (draw(2, 3, 9, 11), INSIDE), 1,
    ),
    "by position": (
        "_contrib_PSROIPooling",
        {"spatial_scale": 0.125, "output_dim": 3, "pooled_size": 4, "group_size": 2}, (draw(2, 12, 9, 11), INSIDE), 1,
    ),
    "offsets": (
        "_contrib_DeformablePSROIPooling",
        {
            "spatial_scale": 0.1, "output_dim": 4, "group_size": 2, "pooled_size": 3, "part_size": 2, "sample_per_part": 3,
            "trans_std": 0.2,
        },
        (draw(2, 16, 9, 11), INSIDE, draw(6, 4, 2, 2)), (0, 2),
    ),
    "without offsets": (
        "_contrib_DeformablePSROIPooling",
        {"spatial_scale": 0.1, "output_dim": 3, "group_size": 3, "pooled_size": 3, "no_trans": True},
        (draw(2, 27, 9, 11), INSIDE), 1,
    ),
    "sampler": ("BilinearSampler", {}, (draw(2, 3, 5, 6), 1.3 * draw(2, 2, 4, 7)), 2),
    "transformer": (
        "SpatialTransformer",
        {"target_shape": (4, 3), "transform_type": "affine", "sampler_type": "bilinear"}, (draw(2, 3, 5, 6), draw(2, 6)), 2,
    ),
    "products": ("Correlation", {"kernel_size": 3, "max_displacement": 2, "stride1": 2, "stride2": 2, "pad_size": 3}, MAPS, 2),
    "classes": ("CTCLoss", {}, (draw(9, 5, 21), np.random.default_rng(0).integers(0, 4, (5, 4)).astype("f")), 1),
    "differences": ("Correlation", {"max_displacement": 3, "pad_size": 1, "is_multiply": False}, MAPS, 2),
}  # fmt: skip


def function_of(name, platform):
    """The operator's function of arrays; XLA's form is that of other platforms."""
    operator, attributes, arrays, count = CASES[name]
    found = declare.find(operator)
    which = count if isinstance(count, tuple) else tuple(range(count))
    return functools.partial(found.fn, **attributes, platform=platform), arrays, which


def everything(function, which):
    """A function that gives the output, its gradients, and the gradients of their squares."""

    def slopes(*arrays):
        return jax.grad(lambda *arrays: (function(*arrays) ** 2).sum(), which)(*arrays)

    def again(*arrays):
        return jax.grad(lambda *arrays: sum((slope**2).sum() for slope in slopes(*arrays)), which)(*arrays)

    return jax.jit(lambda *arrays: (function(*arrays), slopes(*arrays), again(*arrays)))


def expect_equal(ours, expected, rtol=1e-4):
    for one, other in zip(jax.tree.leaves(ours), jax.tree.leaves(expected), strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_allclose(
            one, other, rtol=rtol, atol=rtol * max(1, np.abs(other).max(initial=0, where=np.isfinite(other)))
        )


@works
@pytest.mark.parametrize("name", CASES)
def test_values_and_gradients_are_those_of_xla(name):
    function, arrays, which = function_of(name, "cpu")
    ours, plain = everything(function, which), everything(function_of(name, "gpu")[0], which)
    assert "jmx_" in ours.lower(*arrays).as_text() and "jmx_" not in plain.lower(*arrays).as_text()
    expect_equal(ours(*arrays), plain(*arrays))


@works
@pytest.mark.parametrize("name", [name for name in CASES if CASES[name][0] not in ("Correlation", "CTCLoss")])
@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf, 3e38, -3e38])
def test_places_that_are_no_places(name, number):
    """They do no harm: other regions and places have the values that they have without them."""
    function, arrays, which = function_of(name, "cpu")
    strange = [arrays[0], arrays[1].copy(), *arrays[2:]]
    strange[1].flat[1::7] = number
    sound = jax.jit(function)(*arrays)
    out, slopes, _ = everything(function, which)(*strange)
    assert out.shape == sound.shape and slopes[0].shape == arrays[0].shape
    if which != (0, 1):  # nothing of the third region is strange
        np.testing.assert_array_equal(out[2], sound[2])
    elif name == "sampler":
        same = (strange[1] == arrays[1]).all(1)
        np.testing.assert_array_equal(np.moveaxis(out, 1, 3)[same], np.moveaxis(sound, 1, 3)[same])


@works
@pytest.mark.parametrize("name", CASES)
def test_other_types_and_portable_programs_are_left_to_xla(name):
    function, arrays, _ = function_of(name, "cpu")
    half = [array.astype("float16") for array in arrays]
    assert "jmx_" not in jax.jit(function).lower(*half).as_text()
    with portable():
        assert "jmx_" not in jax.jit(lambda *arrays: function(*arrays)).lower(*arrays).as_text()


@works
def test_threads_at_once():
    names = list(CASES) * 4
    expected = {}
    for name in CASES:
        function, arrays, which = function_of(name, "cpu")
        program = everything(function, which)
        expected[name] = program, arrays, program(*arrays)
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for name, found in zip(names, pool.map(lambda name: expected[name][0](*expected[name][1]), names)):
            for one, other in zip(jax.tree.leaves(found), jax.tree.leaves(expected[name][2])):
                np.testing.assert_array_equal(one, other)


@works
def test_large_arrays_are_divided_among_threads():
    x, rois = draw(1, 96, 40, 40), np.concatenate([np.zeros((200, 1), "f"), np.sort(np.abs(draw(200, 4)) * 20)], 1)
    for name in ("ROIPooling", "_contrib_ROIAlign"):
        attributes = {"pooled_size": (7, 7), "spatial_scale": 1.0}
        function = functools.partial(declare.find(name).fn, **attributes)
        ours, plain = (
            jax.jit(jax.value_and_grad(lambda x, f=function, p=p: (f(x, rois, platform=p) ** 2).sum())) for p in ("cpu", "gpu")
        )
        expect_equal(ours(x), plain(x))


def test_equal_maxima_and_images_that_are_not_there():
    """The gradient of ROIPooling goes to the first maximum, and a region of no image is zero, as in MXNet 1.9.1; by XLA, too."""
    rois = np.array([[0, 0, 0, 3, 3], [-1, 0, 0, 3, 3], [1, 0, 0, 3, 3]], "f")
    for platform in ("cpu", "gpu"):
        function = functools.partial(declare.find("ROIPooling").fn, pooled_size=(2, 2), spatial_scale=1.0, platform=platform)
        out, pull = jax.vjp(lambda x, f=function: f(x, rois), jnp.ones((1, 1, 4, 4)))
        np.testing.assert_array_equal(out.reshape(3, 4), [[1] * 4, [0] * 4, [0] * 4])
        expected = np.zeros((4, 4))
        expected[::2, ::2] = 1
        np.testing.assert_array_equal(pull(jnp.ones((3, 1, 2, 2)))[0][0, 0], expected)
        nothing = function(jnp.full((1, 1, 4, 4), jnp.nan), rois[:1])
        assert (nothing == np.finfo("f").min).all()


@works
def test_in_graphs_and_hybridized():
    x, rois = mx.nd.array(draw(2, 4, 9, 11)), mx.nd.array(ROIS)

    class Net(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x, rois):
            return F.ROIPooling(x, rois, pooled_size=(3, 3), spatial_scale=0.1) + F.contrib.ROIAlign(
                x, rois, pooled_size=(3, 3), spatial_scale=0.1
            )

    found = []
    for hybrid in (False, True):
        net = Net()
        net.hybridize(hybrid)
        x.attach_grad()
        for _ in range(3):
            with mx.autograd.record():
                out = net(x, rois)
            out.backward()
        found.append((out.asnumpy(), x.grad.asnumpy()))
    names = mx.sym.Variable("x"), mx.sym.Variable("rois")
    bound = Net()(*names).bind(mx.cpu(), {"x": x, "rois": rois}, args_grad={"x": mx.nd.zeros_like(x)})
    bound.forward(is_train=True)
    bound.backward(mx.nd.ones_like(out))
    found.append((bound.outputs[0].asnumpy(), bound.grad_dict["x"].asnumpy()))
    for pair in found[1:]:
        expect_equal(pair, found[0])


@works
def test_calls_that_no_operator_makes_are_refused():
    x, number, boxes = draw(1, 2, 3, 4), np.zeros(5, np.int32), draw(5, 4)
    result = jax.ShapeDtypeStruct((5, 2, 2, 2), jnp.float32)
    good = [2, 2, 2, 0, 1, 2, 3, 4]
    jax.block_until_ready(kernels.call("regions", good, [result], x, number, boxes))
    wrong = [[9, *good[1:]], good[:-1], [2, 0, *good[2:]], [*good[:-1], 2**62], [2, 2**40, *good[2:]], [2, 2, 2, 5000, *good[4:]]]
    for plan in wrong:
        with pytest.raises(Exception, match="other arrays than its plan"):
            jax.block_until_ready(kernels.call("regions", plan, [result], x, number, boxes))
    with pytest.raises(Exception, match="other arrays than its plan"):
        jax.block_until_ready(kernels.call("regions", good, [result], x, number, boxes[:4]))
    maps, out = draw(1, 2, 3, 4), jax.ShapeDtypeStruct((1, 9, 3, 4), jnp.float32)
    for plan in ([3, 1, 2, 3, 4, 3, 4, 1, 1, 1, 1, 0, 1], [3, 1, 2, 3, 4, 3, 4, 1, 1, 0, 1, 1, 1], [0, 1, 2, 3, 4, 3, 4], [7]):
        with pytest.raises(Exception, match="other arrays than its plan"):
            jax.block_until_ready(kernels.call("sampling", plan, [out], maps, maps))


@works
@pytest.mark.parametrize("samples", [-1, 2])
def test_rotated_regions(call_directly, samples):
    """RROIAlign; sizes and places that mean nothing do other regions no harm."""
    x, rois = draw(2, 70, 9, 11), np.zeros((9, 6), "f")
    rois[:, 0], rois[:, 1:3], rois[:, 3:5] = [0, 1, 1, 0, -1, 5, np.nan, 0, 0], 40 * np.abs(draw(9, 2)), 60 * np.abs(draw(9, 2))
    rois[:, 5] = np.linspace(-200, 400, 9)
    attributes = {"pooled_size": (3, 4), "spatial_scale": 0.1, "sampling_ratio": samples}
    ours, plain = (
        jax.jit(functools.partial(declare.find("_contrib_RROIAlign").fn, **attributes, platform=p)) for p in ("cpu", "gpu")
    )
    assert "jmx_" in ours.lower(x, rois).as_text()
    expect_equal(ours(x, rois), plain(x, rois))
    strange = rois.copy()
    strange[:5, 1:] = np.array([[np.nan], [np.inf], [-np.inf], [3e38], [-3e38]])
    np.testing.assert_array_equal(ours(x, strange)[5:], ours(x, rois)[5:])
    result = np.zeros((9, 70, 3, 4), "f")
    arrays = np.asarray(x), np.asarray(rois), result
    for plan in (
        [6, 3, 4, -1, 2, 70, 9, 11, 0],
        [6, 3, 4, 0, 2, 70, 9, 11],
        [6, 3, 4, 0, 2, 70, 9, 12, 0],
        [6, 3, 4, 0, 2, 2**62, 9, 11, 0],
    ):
        assert "other arrays than its plan" in (call_directly("jmx_regions", plan, arrays[:2], arrays[2:]) or "")


@works
@pytest.mark.parametrize("name", CASES)
def test_programs_that_numpy_runs_call_them(name):
    """The results are those of the compiled program to the bit, though nothing is compiled."""
    function, arrays, which = function_of(name, "cpu")
    arrays = [jnp.asarray(array) for array in arrays]
    for program in (function, lambda *arrays: jax.grad(lambda *arrays: function(*arrays).sum(), which)(*arrays)):
        by_numpy = jit(program)
        found = by_numpy(*arrays)
        assert by_numpy.interpreted and not by_numpy.compiled
        for one, other in zip(jax.tree.leaves(found), jax.tree.leaves(jax.jit(program)(*arrays)), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-6, atol=1e-6)


@works
def test_direct_calls_that_no_operator_makes_are_refused(call_directly):
    call = functools.partial(call_directly, "jmx_ctc")
    assert kernels.usable("ctc")
    data, labels = np.zeros((3, 2, 4), "f"), np.zeros((2, 2), "f")
    costs, slopes = np.zeros(2, "f"), np.zeros((3, 2, 4), "f")
    assert call((0, 0, 0, 0, 0), (data, labels), [costs]) is None
    for plan in ((2, 0, 0, 0, 0), (0, 4, 0, 0, 0), (0, -1, 0, 0, 0), (0, 0, 0, 1, 0), (1, 0, 0, 0, 0), (0, 0, 0, 0)):
        assert "other arrays than its plan" in (call(plan, (data, labels), [costs]) or "")
    for given in ((data, labels[:1]), (data.astype("d"), labels), (data, labels.astype(np.int64)), (data[0], labels)):
        assert "other arrays than its plan" in (call((1, 0, 0, 0, 0), given, [costs, slopes]) or "")
    for plan, given in (((), (data, labels)), ((1, 0, 0, 0, 0), 20 * (data, labels))):
        assert "too many arrays" in (call(plan, given, [costs, slopes]) or "")
    assert calls.direct("lapack_sgetrf", np.zeros(1, np.int64), [], 0) is None


MEMORY = """
import resource, numpy as np, jmx as mx
x = mx.nd.array(np.random.rand(1, 256, 38, 50)); x.attach_grad()
rois = mx.nd.array(np.concatenate([np.zeros((128, 1)), np.sort(np.random.rand(128, 4) * 600)], 1))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for name in ("ROIPooling", "ROIAlign"):
    call = getattr(mx.nd, name, None) or getattr(mx.nd.contrib, name)
    with mx.autograd.record():
        y = call(x, rois, pooled_size=(7, 7), spatial_scale=1 / 16)
    y.backward(); x.grad.wait_to_read()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.parametrize("value", ["0", "1"])
def test_memory_is_not_that_of_an_image_for_each_region(value):
    """128 copies of this image are 237 MiB, and the masks that XLA's form once made some gigabytes."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "JMX_NATIVE": value}
    done = subprocess.run(
        [sys.executable, "-c", MEMORY], env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 400 * 1024


def test_turned_off(monkeypatch):
    monkeypatch.setattr(kernels, "_loaded", {})
    monkeypatch.setenv("JMX_NATIVE", "0")
    assert not kernels.usable("regions") and kernels._loaded == {"regions": "JMX_NATIVE=0"}


@pytest.mark.on_linux("kernels in C are for Linux")
def test_without_a_compiler(monkeypatch):
    monkeypatch.setattr(kernels, "_loaded", {})
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setenv("JMX_CACHE", "0")
    assert not kernels.usable("sampling") and "there is no C compiler" in kernels._loaded["sampling"]
