"""Image operators against values of the real MXNet, and what randomness and gradients must satisfy."""

import pathlib

import numpy as np
import pytest

import jmx as mx

GOLDEN = np.load(pathlib.Path(__file__).parents[1] / "golden" / "data.npz")
IMAGE = GOLDEN["image"]
ops = mx.nd.image


def image(dtype="uint8"):
    return mx.nd.array(IMAGE, dtype=dtype)


def check(found, key, tolerance):
    wanted = GOLDEN[key]
    assert found.dtype == wanted.dtype.type and found.shape == wanted.shape
    difference = np.abs(found.asnumpy().astype(np.float64) - wanted)
    assert difference.max() <= tolerance, (key, difference.max())


@pytest.mark.parametrize("key", [k for k in GOLDEN.files if k.startswith("resize/") and k != "resize/batch"])
def test_resize(key):
    _, dtype, interp, width, height = key.split("/")
    found = ops.resize(image(dtype), (int(width), int(height)), False, int(interp))
    # OpenCV rounds cubic and Lanczos sums of bytes partly in floating point
    check(found, key, {"2": 1, "4": 1}.get(interp, 0) if dtype == "uint8" else 1e-3)


CALLS = {
    "resize_keep": lambda x: ops.resize(x, 9, True),
    "to_tensor": ops.to_tensor,
    "flip_left_right": lambda x: ops.flip_left_right(x[:, :6]),
    "flip_top_bottom": ops.flip_top_bottom,
    "crop": lambda x: ops.crop(x, 2, 1, 3, 4),
    "brightness": lambda x: ops.random_brightness(x, 1.3, 1.3),
    "contrast": lambda x: ops.random_contrast(x, 0.6, 0.6),
    "saturation": lambda x: ops.random_saturation(x, 0.4, 0.4),
    "hue": lambda x: ops.random_hue(x, 0.15, 0.15),
    "lighting": lambda x: ops.adjust_lighting(x, (0.1, -0.2, 0.3)),
}


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
@pytest.mark.parametrize("name", CALLS)
def test_values(name, dtype):
    # hues are cut, not rounded, to whole numbers: the last digit of a float decides
    tolerance = {"uint8": 1 if name == "hue" else 0, "float32": 1e-3}[dtype]
    check(CALLS[name](image(dtype)), f"{name}/{dtype}", 1e-6 if name == "to_tensor" else tolerance)


def test_normalize():
    tensor = ops.to_tensor(image())
    check(ops.normalize(tensor, mean=0.4, std=0.3), "normalize/one", 1e-6)
    check(ops.normalize(tensor, mean=(0.1, 0.2, 0.3), std=(0.5, 1.0, 2.0)), "normalize/three", 1e-6)
    check(ops.normalize(image().transpose((2, 0, 1)), mean=-1.5, std=2.0), "normalize/uint8", 0)


def test_batches():
    batch = mx.nd.array(np.stack([IMAGE, IMAGE[::-1]]), dtype="uint8")
    check(ops.to_tensor(batch), "to_tensor/batch", 1e-6)
    tensor = ops.to_tensor(batch)
    check(ops.normalize(tensor, mean=(0.1, 0.2, 0.3), std=(0.5, 1.0, 2.0)), "normalize/batch", 1e-6)
    check(ops.crop(batch, 1, 2, 4, 3), "crop/batch", 0)
    check(ops.resize(batch, (5, 4)), "resize/batch", 0)


@pytest.mark.parametrize("name, axis", [("random_flip_left_right", 1), ("random_flip_top_bottom", 0)])
def test_random_flips_do_both(name, axis):
    mx.random.seed(3)
    seen = {getattr(ops, name)(image()).asnumpy().tobytes() for _ in range(30)}
    assert seen == {IMAGE.tobytes(), np.flip(IMAGE, axis).tobytes()}


def test_random_factors_stay_in_range():
    mx.random.seed(4)
    grey = mx.nd.ones((2, 2, 3)) * 100
    factors = np.array([ops.random_brightness(grey, 0.5, 1.5).asnumpy().mean() / 100 for _ in range(60)])
    assert 0.5 <= factors.min() < 0.7 and 1.3 < factors.max() <= 1.5
    noise = np.array([(ops.random_lighting(grey, 0.1) - grey).asnumpy()[0, 0] for _ in range(40)])
    assert noise.std() > 1 and (ops.random_lighting(grey, 0.0) == grey).asnumpy().all()
    jittered = [ops.random_color_jitter(image("float32"), 0.3, 0.3, 0.3, 0.1).asnumpy() for _ in range(3)]
    assert not np.array_equal(jittered[0], jittered[1])
    assert np.array_equal(ops.random_color_jitter(image(), 0, 0, 0, 0).asnumpy(), IMAGE)


def test_grey_images():
    grey = mx.nd.array(IMAGE[:, :, :1], dtype="uint8")
    for found in (ops.random_saturation(grey, 0.3, 0.3), ops.random_hue(grey, 0.3, 0.3), ops.random_lighting(grey)):
        assert np.array_equal(found.asnumpy(), IMAGE[:, :, :1])
    assert ops.random_contrast(grey, 0.0, 0.0).asnumpy().std() == 0


def test_gradients():
    x = image("float32")
    x.attach_grad()
    head = mx.nd.random.uniform(shape=(3, 6, 7))
    with mx.autograd.record():
        y = ops.to_tensor(x)
    y.backward(head)
    assert np.allclose(x.grad.asnumpy(), head.asnumpy().transpose(1, 2, 0) / 255)
    with mx.autograd.record():
        y = ops.flip_left_right(x)
    y.backward(y.detach())
    assert np.array_equal(x.grad.asnumpy(), IMAGE.astype(np.float32))
    with mx.autograd.record():
        y = ops.random_brightness(x, 0.5, 0.5)
    y.backward()
    assert (x.grad.asnumpy() == 1).all()
    with mx.autograd.record():
        y = ops.crop(x, 1, 1, 2, 3)
    y.backward()
    assert x.grad.asnumpy().sum() == 18 and (x.grad.asnumpy()[1:4, 1:3] == 1).all()


def test_numpy_images_are_resized_alike():
    from jmx.ops._resample import resample

    for key in (k for k in GOLDEN.files if k.startswith("resize/") and k != "resize/batch"):
        _, dtype, interp, width, height = key.split("/")
        found = resample(IMAGE.astype(dtype), int(height), int(width), int(interp))
        assert found.dtype == dtype
        assert np.abs(found.astype(float) - GOLDEN[key]).max() <= {"2": 1, "4": 1}.get(interp, 1e-3)


@pytest.mark.parametrize(
    "call, text",
    [
        (lambda: ops.to_tensor(mx.nd.ones((4, 5))), "Input image must have shape"),
        (lambda: ops.normalize(mx.nd.ones((2, 4, 4)), 0.5, 0.5), "first dimension of input tensor must be the channel"),
        (lambda: ops.normalize(mx.nd.ones((1, 2, 4, 4)), 0.5, 0.5), "second dimension"),
        (lambda: ops.normalize(mx.nd.ones((3, 4, 4)), (0.5, 0.1), 0.5), "mean must have either 1 or 3 elements"),
        (lambda: ops.flip_left_right(mx.nd.ones((2, 4, 5, 3))), "height, width, channels"),
        (lambda: ops.random_hue(mx.nd.ones((4, 5, 2)), 0.1, 0.1), "1 or 3 elements"),
        (lambda: ops.random_brightness(mx.nd.ones((4, 5, 3)), -1, 1), "min_factor should be greater equal to 0"),
        (lambda: ops.crop(mx.nd.ones((4, 5, 3)), 1, 1, 5, 2), "x \\+ width should not be greater"),
        (lambda: ops.crop(mx.nd.ones((4, 5, 3)), 1, 1, 0, 2), "greater than 0"),
        (lambda: ops.resize(mx.nd.ones((4, 5, 3))), "must be 1 or 2, but got 0"),
        (lambda: ops.resize(mx.nd.ones((4, 5, 3)), 0), "should be greater than 0"),
        (lambda: ops.resize(mx.nd.ones((4, 5, 3), dtype="int32"), 3), "int32 cannot be resized"),
        (lambda: ops.adjust_lighting(mx.nd.ones((4, 5, 3)), (1, 2)), "3 elements"),
    ],
)
def test_refusals(call, text):
    with pytest.raises(mx.MXNetError, match=text):
        call()
