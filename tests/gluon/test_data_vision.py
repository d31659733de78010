"""gluon.data.vision: transforms against the real MXNet, and the loader's reading of whole batches."""

import pathlib

import numpy as np
import pytest

import jmx as mx
from jmx.gluon import data, nn
from jmx.gluon.data._batched import rows
from jmx.gluon.data.vision import transforms

GOLDEN = np.load(pathlib.Path(__file__).parents[1] / "golden" / "data.npz")
IMAGE = GOLDEN["image"]


def image(dtype="uint8"):
    return mx.nd.array(IMAGE, dtype=dtype)


@pytest.mark.parametrize("key", [k for k in GOLDEN.files if k.startswith("center_crop/")])
def test_center_crop(key):
    size = eval(key.split("/")[1], {})
    assert np.array_equal(transforms.CenterCrop(size)(image()).asnumpy(), GOLDEN[key])


def test_crop_resize():
    found = transforms.CropResize(1, 1, 4, 4, (6, 5), 1)(image())
    assert np.array_equal(found.asnumpy(), GOLDEN["crop_resize"])
    assert transforms.CropResize(1, 1, 4, 3)(image()).shape == (3, 4, 3)


def test_compose_joins_hybrid_runs_and_leaves_the_list_alone():
    steps = [transforms.Resize(8), transforms.ToTensor(), transforms.CenterCrop(4), transforms.Cast("float16")]
    made = transforms.Compose(steps)
    assert len(steps) == 4
    assert [type(child) for child in made._children.values()] == [
        nn.HybridSequential, transforms.CenterCrop, transforms.Cast]  # fmt: skip
    chain = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.1, 0.2, 0.3), (0.5, 1.0, 2.0))])
    assert np.allclose(chain(image()).asnumpy(), GOLDEN["normalize/three"], atol=1e-6)
    assert transforms.Compose([transforms.Cast("float16")])(image()).dtype == np.float16


def test_random_transforms_run():
    mx.random.seed(1)
    for made in (
        transforms.RandomFlipLeftRight(), transforms.RandomFlipTopBottom(), transforms.RandomBrightness(0.3),
        transforms.RandomContrast(0.3), transforms.RandomSaturation(0.3), transforms.RandomHue(0.1),
        transforms.RandomColorJitter(0.1, 0.1, 0.1, 0.1), transforms.RandomLighting(0.1),
    ):  # fmt: skip
        out = made(image())
        assert out.shape == IMAGE.shape and out.dtype == np.uint8
    assert transforms.RandomResizedCrop((5, 4))(image()).shape == (4, 5, 3)
    assert transforms.RandomResizedCrop(5, scale=(4.0, 5.0))(image()).shape == (5, 5, 3)
    never = transforms.RandomApply(transforms.ToTensor(), p=0)
    assert never(image()).shape == IMAGE.shape
    assert transforms.RandomApply(transforms.ToTensor(), p=1)(image()).shape == (3, 6, 7)


def images(n=23):
    random = np.random.RandomState(3)
    pixels = mx.nd.array(random.randint(0, 256, (n, 6, 5, 3)), dtype="uint8")
    return data.ArrayDataset(pixels, random.randint(0, 10, n).astype(np.int32))


CHAIN = [transforms.ToTensor(), transforms.Normalize((0.5, 0.4, 0.3), (0.5, 0.6, 0.7))]


@pytest.mark.parametrize(
    "make",
    [
        lambda: images(),
        lambda: images().transform_first(transforms.Compose(CHAIN)),
        lambda: images().transform_first(CHAIN[0]),
        lambda: images().transform_first(transforms.Compose([transforms.Resize((4, 3)), *CHAIN])).take(17),
        lambda: images().shard(2, 1).transform_first(transforms.Cast("float16")),
        lambda: data.ArrayDataset(mx.nd.arange(46).reshape((23, 2))),
    ],
)
def test_whole_batches_equal_stacked_samples(make):
    dataset = make()
    assert rows(dataset, [0, 1]) is not None
    found = list(data.DataLoader(dataset, 5))
    wanted = list(data.DataLoader(dataset, 5, batchify_fn=lambda samples: data.dataloader.default_batchify_fn(samples)))
    assert len(found) == len(wanted)
    for mine, other in zip(found, wanted):
        pairs = zip(mine, other) if isinstance(other, list) else [(mine, other)]
        assert isinstance(mine, list) == isinstance(other, list)
        for x, y in pairs:
            assert x.dtype == y.dtype and x.shape == y.shape and x.context == y.context
            assert np.array_equal(x.asnumpy(), y.asnumpy())


class _Inverted(data.ArrayDataset):
    def __getitem__(self, idx):
        pixels, label = super().__getitem__(idx)
        return 255 - pixels, label


@pytest.mark.parametrize(
    "make",
    [
        lambda: images().transform_first(transforms.RandomFlipLeftRight()),
        lambda: images().transform_first(lambda x: x),
        lambda: images().transform(lambda x, y: (x, y)),
        lambda: _Inverted(mx.nd.zeros((4, 2, 2, 3)), np.arange(4)),
        lambda: data.ArrayDataset([mx.nd.ones((2, 2, 3))] * 4, np.arange(4)),
        lambda: data.SimpleDataset([1, 2, 3]),
    ],
)
def test_only_what_cannot_be_told_apart_is_read_whole(make):
    assert rows(make(), [0, 1]) is None


def test_hooks_see_every_sample():
    chain, calls = transforms.ToTensor(), []
    chain.register_forward_hook(lambda block, inputs, output: calls.append(output.shape))
    list(data.DataLoader(images(6).transform_first(chain), 3))
    assert calls == [(3, 6, 5)] * 6


class TestListed:
    """`ImageListDataset`, which MXNet 2.0 has."""

    @pytest.fixture
    def folder(self, tmp_path):
        cv2 = pytest.importorskip("cv2")
        for k in range(2):
            cv2.imwrite(str(tmp_path / f"{k}.png"), np.full((4 + k, 5, 3), 10 * k, "uint8"))
        (tmp_path / "a.lst").write_text("7\t1\t2.5\t1.png\n3\t4\t5\t0.png\n")
        return tmp_path

    def test_both_sources(self, folder):
        for source in ("a.lst", [[1, 2.5, "1.png"], [[4, 5], "0.png"]]):
            listed = data.vision.ImageListDataset(str(folder), source)
            assert len(listed) == 2 and listed.items[0][0] == str(folder / "1.png")
            for (pixels, label), (shape, value, labels) in zip(listed, (((5, 5, 3), 10, [1, 2.5]), ((4, 5, 3), 0, [4, 5]))):
                assert pixels.shape == shape and pixels.asnumpy().max() == value
                assert label.dtype == np.float32 and label.asnumpy().tolist() == labels
        assert data.vision.ImageListDataset(str(folder), "a.lst", 0)[0][0].shape == (5, 5, 1)

    def test_files_that_are_missing(self, folder):
        with pytest.raises(mx.base.MXNetError, match=r"none\.png"):
            data.vision.ImageListDataset(str(folder), [[1, "none.png"]])[0]
        with pytest.raises(FileNotFoundError):
            data.vision.ImageListDataset(str(folder), "none.lst")


def test_rotation_refuses():
    with pytest.raises(TypeError, match="uint8"):
        transforms.Rotate(3)(image())
    for limits, proba in (((3, 3), 1), ((5, 3), 1), ((3, 5), 1.5), ((3, 5), -0.1)):
        with pytest.raises(ValueError):
            transforms.RandomRotation(limits, rotate_with_proba=proba)
    pixels = transforms.ToTensor()(image())
    assert transforms.RandomRotation((3, 5), rotate_with_proba=0)(pixels) is pixels
    with pytest.raises(ValueError, match="both True"):
        transforms.Rotate(3, True, True)(pixels)


def test_crop_with_a_margin_and_grey():
    assert transforms.RandomCrop(4)(image()).shape == (4, 4, 3)
    padded = transforms.RandomCrop((11, 10), pad=(2, 2, 2, 2), pad_value=9)(image()).asnumpy()
    assert np.array_equal(padded[2:8, 2:9], IMAGE) and (padded[:2] == 9).all()
    grey = transforms.RandomGray(1)(image()).asnumpy()
    assert grey.dtype == np.float32 and np.allclose(grey[..., 0], IMAGE @ np.array([0.21, 0.72, 0.07]), atol=1e-3)
