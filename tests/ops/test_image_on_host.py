"""Random changes of images by NumPy (eager calls on the CPU): the numbers are those of the compiled operators."""

import concurrent.futures

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, nd
from jmx.core.declare.op import REGISTRY, find
from jmx.gluon.data.vision import transforms
from jmx.ops import _image_values

RANDOM = np.random.RandomState(3)
CALLS = {
    "random_flip_left_right": {},
    "random_flip_top_bottom": {},
    "random_brightness": {"min_factor": 0.4, "max_factor": 1.6},
    "random_contrast": {"min_factor": 0.4, "max_factor": 1.6},
    "random_saturation": {"min_factor": 0.4, "max_factor": 1.6},
    "random_hue": {"min_factor": 0.5, "max_factor": 1.5},
    "random_lighting": {"alpha_std": 0.5},
    "random_color_jitter": {"brightness": 0.4, "contrast": 0.4, "saturation": 0, "hue": 0.2},
}
#: share of the levels of uint8 that may differ by one: XLA rounds products and sums together, and levels are cut off. What NumPy
#: gives are MXNet's levels.
ROUNDED = {"random_hue": 0.25, "random_color_jitter": 0.25}


def _image(dtype, channels, shape=(13, 17)):
    values = RANDOM.randint(0, 256, (*shape, channels))
    values[0, :, :] = values[0, :, :1]  # grey
    values[1, 0] = 0
    return nd.array(values, dtype=dtype)


def _drawn(name, image, options, times=6, seed=5):
    mx.random.seed(seed)
    return [getattr(nd.image, name)(image, **options).asnumpy() for _ in range(times)]


def _compare(name, found, expected):
    for one, other in zip(found, expected, strict=True):
        assert one.dtype == other.dtype and one.shape == other.shape
        if one.dtype == np.uint8:
            apart = np.abs(one.astype(int) - other)
            assert apart.max() <= (2 if name in ROUNDED else 0) and (apart > 0).mean() <= ROUNDED.get(name, 0)
        else:
            np.testing.assert_allclose(one, other, rtol=1e-5, atol=2e-3)


def test_all_that_have_such_a_form_are_tried():
    names = {op.name for op in REGISTRY.values() if op.numpy_form_is_eager and op.numpy_form and op.name.startswith("_image_")}
    assert names == {find(f"_image_{name}").name for name in CALLS}


@pytest.mark.parametrize("dtype", ["uint8", "float32", "float16", "int32", "float64"])
@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("name", CALLS)
def test_as_compiled(name, channels, dtype):
    image = _image(dtype, channels)
    before = image.asnumpy()
    found = _drawn(name, image, CALLS[name])
    with mx.util.bit_equal():
        expected = _drawn(name, image, CALLS[name])
    _compare(name, found, expected)
    np.testing.assert_array_equal(image.asnumpy(), before)


def test_more_draws_than_are_made_at_a_time():
    image = _image("uint8", 3, (2, 3))
    found = _drawn("random_brightness", image, CALLS["random_brightness"], 150)
    with mx.util.bit_equal():
        expected = _drawn("random_brightness", image, CALLS["random_brightness"], 150)
    _compare("random_brightness", found, expected)
    assert len({one.tobytes() for one in found}) > 100


@pytest.mark.parametrize("name", CALLS)
def test_gradients_pass_through(name):
    image = _image("float32", 3)
    image.attach_grad()
    mx.random.seed(5)
    with autograd.record():
        changed = getattr(nd.image, name)(image, **CALLS[name])
    changed.backward(nd.ones(image.shape) * 3)
    assert (image.grad.asnumpy() == 3).all()
    _compare(name, [changed.asnumpy()], _drawn(name, image.detach(), CALLS[name], 1))


def test_results_are_written_where_they_shall_go():
    image, goal = _image("uint8", 3), nd.zeros((13, 17, 3), dtype="uint8")
    mx.random.seed(5)
    assert nd.image.random_brightness(image, out=goal, **CALLS["random_brightness"]) is goal
    _compare("random_brightness", [goal.asnumpy()], _drawn("random_brightness", image, CALLS["random_brightness"], 1))


def test_an_image_that_stays_as_it_is_may_be_written_to():
    image = nd.ones((2, 3, 1))
    same = nd.image.random_hue(image, 1, 1)
    same += 1
    assert (image.asnumpy() == 1).all() and (same.asnumpy() == 2).all()


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 3e38, -5.0])
@pytest.mark.parametrize("name", CALLS)
def test_no_warning_of_odd_numbers(name, value, recwarn):
    image = nd.array(np.full((2, 3, 3), value, "float32"))
    assert getattr(nd.image, name)(image, **CALLS[name]).asnumpy().shape == (2, 3, 3)
    assert not recwarn.list


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
@pytest.mark.parametrize("shape", [(0, 4, 3), (4, 0, 3)])
@pytest.mark.parametrize("name", CALLS)
def test_images_without_pixels(name, shape, dtype):
    with mx.util.np_shape(True):
        assert getattr(nd.image, name)(nd.zeros(shape, dtype=dtype), **CALLS[name]).shape == shape


@pytest.mark.parametrize("shape", [(2, 3), (2, 3, 2), (1, 2, 3, 3)])
@pytest.mark.parametrize("name", CALLS)
def test_refuses(name, shape):
    with pytest.raises(mx.MXNetError, match=f"_image_{name}: .*shape"):
        getattr(nd.image, name)(nd.zeros(shape, dtype="uint8"), **CALLS[name])


def test_hues_of_mxnet():
    pixels = nd.array([[[200, 30, 77], [30, 200, 77], [12, 30, 250], [255, 255, 0], [9, 9, 9], [1, 254, 254]]], dtype="uint8")
    turned = nd.image.random_hue(pixels, 1.1, 1.1).asnumpy()[0]
    assert turned.tolist() == [[200, 84, 29], [29, 200, 179], [136, 11, 250], [101, 255, 0], [9, 9, 9], [0, 102, 254]]


def test_threads_draw_no_number_twice():
    image = nd.full((1, 1, 1), 100)
    mx.random.seed(9)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        draw = lambda _: float(nd.image.random_brightness(image, 0, 1).asnumpy().ravel()[0])
        found = list(pool.map(draw, range(200)))
    mx.random.seed(9)
    assert sorted(found) == sorted(draw(0) for _ in range(200))


def test_the_remainder_of_a_division_by_six():
    numbers = np.concatenate([np.linspace(0, 17.99, 5000), [0, 6, 12, 5.9999995, 11.999999]]).astype("float32")
    np.testing.assert_array_equal(_image_values._of_six(numbers.copy(), np), np.mod(numbers, np.float32(6)))
    wide = np.array([-7, 3, 20, np.nan, np.inf], "float32")
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(_image_values._of_six(wide.copy(), np), np.mod(wide, np.float32(6)))


def test_composed_transforms_run_one_by_one_when_sizes_vary():
    def steps():
        changes = transforms.Resize((8, 6)), transforms.RandomBrightness(0.3)
        return [*changes, transforms.ToTensor(), transforms.Normalize(0.5, 2.0)]

    composed = transforms.Compose(steps())
    images = [_image("uint8", 3, (n, 20 - n)) for n in range(5, 11)]
    first = composed(images[0])
    assert composed._children["0"]._cached_graph
    mx.random.seed(1)
    found = [composed(image).asnumpy() for image in images[1:]]
    mx.random.seed(1)
    expected = []
    for image in images[1:]:
        for step in steps():
            image = step(image)
        expected.append(image.asnumpy())
    assert first.shape == (3, 6, 8)
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, other)


def test_composed_transforms_of_one_size_are_one_program(monkeypatch):
    composed = transforms.Compose([transforms.ToTensor(), transforms.Normalize(0.5, 2.0)])
    composed(nd.zeros((4, 5, 3)))
    monkeypatch.setattr(transforms.ToTensor, "_call_operators", None)
    for _ in range(3):
        assert composed(nd.full((4, 5, 3), 255)).asnumpy().ravel()[0] == 0.25
    monkeypatch.setenv("JMX_COMPILE", "now")
    with pytest.raises(TypeError):
        composed(nd.zeros((5, 5, 3)))


@pytest.mark.parametrize("dtype", ["uint8", "float32", "float16"])
@pytest.mark.parametrize("numpy", [False, True])
def test_composed_transforms_stay_in_numpy_and_draw_as_operators_do(monkeypatch, dtype, numpy):
    def steps():
        flips = transforms.RandomFlipLeftRight(), transforms.RandomFlipTopBottom()
        colours = transforms.RandomColorJitter(0.4, 0.3, 0.2, 0.1), transforms.RandomLighting(0.1)
        return [*flips, *colours, transforms.ToTensor(), transforms.Normalize([0.4, 0.5, 0.6], [0.2, 0.3, 0.4])]

    with mx.util.np_shape(numpy), mx.util.np_array(numpy):
        images = [_image(dtype, 3, (n, 20 - n)) for n in range(5, 11)]
        images = [mx.np.array(image.asnumpy(), dtype=dtype) for image in images] if numpy else images
        composed = transforms.Compose(steps())
        composed(images[0])
        called = []
        plain = transforms.ToTensor._call_operators
        monkeypatch.setattr(transforms.ToTensor, "_call_operators", lambda *args: called.append(0) or plain(*args))
        mx.random.seed(1)
        found = [composed(image) for image in images[1:]]
        assert len(called) == (5 if dtype == "float16" else 0)
        mx.random.seed(1)
        for one, image in zip(found, images[1:], strict=True):
            before = image.asnumpy()
            expected = image
            for step in steps():
                expected = step(expected)
            assert type(one) is type(expected) and one.dtype == expected.dtype == np.float32
            np.testing.assert_allclose(one.asnumpy(), expected.asnumpy(), rtol=1e-6, atol=1e-6)
            np.testing.assert_array_equal(image.asnumpy(), before)


def test_composed_transforms_go_on_where_numpy_has_no_form():
    change = transforms.Compose([transforms.RandomFlipLeftRight(), transforms.Cast("float16"), transforms.ToTensor()])
    change(nd.zeros((4, 5, 3), dtype="uint8"))
    assert change(nd.full((3, 5, 3), 255, dtype="uint8")).asnumpy().min() == 1
    with pytest.raises(mx.MXNetError, match="image must have shape"):
        change(nd.zeros((3, 5), dtype="uint8"))
