"""mx.image: reading, resizing and cropping, against MXNet's results (tests/golden/suites/image.py)."""

import io
import pathlib
import random

import numpy as np
import pytest

import jmx as mx

GOLDEN = np.load(pathlib.Path(__file__).parents[1] / "golden" / "image.npz")

CALLS = {
    **{f"resize_short {i}": lambda x, i=i: mx.image.resize_short(x, 11, i) for i in (0, 1, 2, 3, 9)},
    **{f"resize_short larger {i}": lambda x, i=i: mx.image.resize_short(x, 33, i) for i in (0, 1, 2, 3, 9)},
    "imresize": lambda x: mx.image.imresize(x, 17, 9),
    "fixed_crop": lambda x: mx.image.fixed_crop(x, 3, 4, 12, 9),
    "fixed_crop resized": lambda x: mx.image.fixed_crop(x, 3, 4, 12, 9, (6, 7), 1),
    "center_crop": lambda x: mx.image.center_crop(x, (10, 12)),
    "center_crop of a smaller one": lambda x: mx.image.center_crop(x, (40, 24), 1),
    "random_crop": lambda x: mx.image.random_crop(x, (10, 12)),
    "random_size_crop": lambda x: mx.image.random_size_crop(x, (8, 8), (0.2, 0.8), (0.75, 1.33), 1),
    "random_size_crop number": lambda x: mx.image.random_size_crop(x, (8, 8), 0.5, (1, 1), 1),
    "color_normalize": lambda x: mx.image.color_normalize(x.astype("float32"), mx.nd.array([1, 2, 3]), mx.nd.array([2, 3, 4])),
}


@pytest.mark.parametrize("name", CALLS)
def test_what_mxnet_gives(name):
    random.seed(5)
    made = CALLS[name](mx.nd.array(GOLDEN["source"], dtype="uint8"))
    image, place = made if isinstance(made, tuple) else (made, ())
    expected = GOLDEN[name]
    assert image.shape == expected.shape and image.dtype == expected.dtype
    assert list(place) == GOLDEN[name + "|place"].tolist()
    assert np.abs(image.asnumpy().astype("float64") - expected).max() <= (1 if expected.dtype == np.uint8 else 1e-5)


def test_scale_down():
    for row in GOLDEN["scale_down"].tolist():
        assert list(mx.image.scale_down(row[:2], row[2:4])) == row[4:]


def test_files(tmp_path):
    pillow = pytest.importorskip("PIL.Image")
    pixels = GOLDEN["source"]
    stream = io.BytesIO()
    pillow.fromarray(pixels).save(stream, "png")
    path = tmp_path / "image.png"
    path.write_bytes(stream.getvalue())
    for read in (mx.image.imread(str(path)), mx.image.imdecode(stream.getvalue()), mx.img.imdecode(bytearray(stream.getvalue()))):
        assert read.dtype == np.uint8 and np.array_equal(read.asnumpy(), pixels)
    assert np.array_equal(mx.image.imread(str(path), to_rgb=0).asnumpy(), pixels[:, :, ::-1])
    assert mx.image.imdecode(np.frombuffer(stream.getvalue(), np.uint8), flag=0).shape == (20, 31, 1)


def test_bad_input(tmp_path):
    image = mx.nd.array(GOLDEN["source"], dtype="uint8")
    with pytest.raises(mx.base.MXNetError, match="interp must be"):
        mx.image.imresize(image, 4, 4, interp=-1).asnumpy()
    with pytest.raises(ValueError, match="Unknown interp method 7"):
        mx.image.resize_short(image, 4, 7)
    with pytest.raises(ValueError, match="buf must be bytes"):
        mx.image.imdecode("text")
    with pytest.raises(mx.base.MXNetError):
        mx.image.imdecode(b"no image").asnumpy()
    with pytest.raises(mx.base.MXNetError):
        mx.image.imread(str(tmp_path / "none.jpg")).asnumpy()


def test_numpy_arrays(tmp_path):
    """Under `npx.set_np()` images are NumPy-like arrays, with the same values."""
    pixels = GOLDEN["source"]

    def run(image):
        steps = mx.image.CreateAugmenter((3, 9, 8), 11, rand_mirror=True, mean=True, std=True, brightness=0.1, contrast=0.1,
                                         hue=0.1, saturation=0.1, pca_noise=0.1, rand_gray=1)  # fmt: skip
        random.seed(2)
        np.random.seed(2)
        cut = mx.image.random_crop(image, (20, 15), 1)[0]
        for step in steps:
            cut = step(cut)
        return cut, mx.image.imrotate(image.astype("float32").transpose((2, 0, 1)), 30)

    classic = run(mx.nd.array(pixels, dtype="uint8"))
    with mx.util.np_shape(True), mx.util.np_array(True):
        modern = run(mx.np.array(pixels, dtype="uint8"))
        assert all(type(x) is mx.np.ndarray for x in modern)
        for x, y in zip(classic, modern):
            assert x.dtype == y.dtype and np.allclose(x.asnumpy(), y.asnumpy(), atol=1e-4)


def test_gradients_pass_through():
    x = mx.nd.array(GOLDEN["source"], dtype="float32")
    x.attach_grad()
    with mx.autograd.record():
        mx.image.imresize(mx.image.fixed_crop(x, 2, 3, 8, 6), 4, 3, interp=3).sum().backward()
    wanted = np.zeros(x.shape, "float32")
    wanted[3:9, 2:10] = 0.25
    assert np.allclose(x.grad.asnumpy(), wanted)


def test_out_and_views_of_the_same_image():
    x = mx.nd.array(GOLDEN["source"], dtype="uint8")
    out = mx.nd.zeros((9, 17, 3), dtype="uint8")
    mx.image.imresize(x, 17, 9, out=out)
    assert np.array_equal(out.asnumpy(), mx.image.imresize(x, 17, 9).asnumpy())
    for batch in (x, mx.nd.stack(x, x)):
        resized = mx.gluon.data.vision.transforms.Resize((17, 9), interpolation=2)(batch)
        assert np.array_equal(resized.asnumpy().reshape(-1, 9, 17, 3)[0], mx.image.imresize(x, 17, 9, 2).asnumpy())
    hybrid = mx.gluon.data.vision.transforms.Resize((17, 9))
    hybrid.hybridize()
    assert np.array_equal(hybrid(x).asnumpy(), out.asnumpy())


def test_the_name_that_gluoncv_imports():
    from jmx.image.image import _get_interp_method as chosen

    assert [chosen(9, (4, 4, new, new)) for new in (8, 2, 4)] == [2, 3, 1] and chosen(9) == 2 and chosen(3) == 3
    assert chosen(9, (4, 4, 8, 2)) == 1 and chosen(10) in range(5)
