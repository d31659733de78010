"""ImageIter and ImageDetIter: what programs replace in them, resets, drawing, training from them."""

import pickle

import numpy as np
import pytest

import jmx as mx
from jmx import image, recordio

SHAPE = (3, 8, 9)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    pytest.importorskip("cv2")
    path = tmp_path_factory.mktemp("pictures")
    rng = np.random.RandomState(0)
    writer = recordio.MXIndexedRecordIO(str(path / "a.idx"), str(path / "a.rec"), "w")
    for k in range(5):
        picture = np.full((12, 14, 3), 20 * k, "uint8") + rng.randint(0, 5, (12, 14, 3)).astype("uint8")
        packed = recordio.pack_img((0, k, k, 0), picture, 3, ".png")
        writer.write_idx(k, packed)
        (path / f"{k}.png").write_bytes(recordio.unpack(packed)[1])
    writer.close()
    return str(path)


def listed(folder):
    return {"path_root": folder, "imglist": [[k, f"{k}.png"] for k in range(5)]}


def drain(iterator):
    batches = list(iterator)
    return np.concatenate([b.data[0].asnumpy() for b in batches]), np.concatenate([b.label[0].asnumpy() for b in batches])


class Halved(image.ImageIter):
    def augmentation_transform(self, data):
        assert isinstance(data, mx.nd.NDArray)
        return super().augmentation_transform(data) / 2


class Halved2(image.ImageIter):
    def postprocess_data(self, datum):
        return super().postprocess_data(datum) / 2


class Halved3(image.ImageIter):
    def imdecode(self, s):
        return super().imdecode(s) / 2


class Skipping(image.ImageIter):
    def check_valid_image(self, data):
        super().check_valid_image(data)
        if data[0, 0, 0].asscalar() < 20:
            raise RuntimeError("too dark")


class Renamed(image.ImageIter):
    def read_image(self, fname):
        return super().read_image(fname.removeprefix("x"))


class Negative(image.ImageIter):
    def next_sample(self):
        label, encoded = super().next_sample()
        assert isinstance(label, mx.nd.NDArray)
        return -label, encoded


def test_methods_that_classes_replace(folder):
    pixels, labels = drain(image.ImageIter(5, SHAPE, **listed(folder)))
    for kind in (Halved, Halved2):
        assert np.allclose(drain(kind(5, SHAPE, **listed(folder)))[0], pixels / 2)
    assert np.abs(drain(Halved3(5, SHAPE, **listed(folder)))[0] - pixels / 2).max() <= 1
    assert drain(Skipping(4, SHAPE, **listed(folder)))[1].tolist() == [1, 2, 3, 4]
    assert drain(Negative(5, SHAPE, **listed(folder)))[1].tolist() == (-labels).tolist()
    renamed = {"path_root": folder, "imglist": [[k, f"x{k}.png"] for k in range(5)]}
    assert np.array_equal(drain(Renamed(5, SHAPE, **renamed))[0], pixels)


def test_methods_that_objects_replace(folder):
    iterator = image.ImageIter(5, SHAPE, **listed(folder))
    iterator.postprocess_data = lambda datum: mx.nd.zeros(SHAPE)
    assert not drain(iterator)[0].any()


def test_augmenters_changed_later(folder):
    iterator = image.ImageIter(5, SHAPE, **listed(folder))
    pixels = drain(iterator)[0]
    iterator.reset()
    iterator.auglist.append(lambda x: x * 0)
    assert pixels.any() and not drain(iterator)[0].any()


def test_hard_reset_forgets_what_rolled_over(folder):
    iterator = image.ImageIter(3, SHAPE, last_batch_handle="roll_over", **listed(folder))
    assert drain(iterator)[1].tolist() == [0, 1, 2]
    iterator.reset()
    assert iterator.next().label[0].asnumpy().tolist() == [3, 4, 0]
    assert drain(iterator)[1].tolist() == [1, 2, 3]
    iterator.hard_reset()
    assert iterator.next().label[0].asnumpy().tolist() == [0, 1, 2]


def test_lists_of_files_in_their_encoding(folder, tmp_path):
    name = "b\u00e4r.png"
    (tmp_path / name).write_bytes(open(folder + "/1.png", "rb").read())
    (tmp_path / "a.lst").write_text(f"0\t7\t{name}\n", encoding="utf-8")
    assert drain(image.ImageIter(1, SHAPE, path_imglist=str(tmp_path / "a.lst"), path_root=str(tmp_path)))[1].tolist() == [7]


def test_augmenters_travel_to_other_processes():
    augmenters = image.CreateAugmenter((3, 9, 8), 11, mean=True, std=True, brightness=0.1, pca_noise=0.1)
    augmenters += image.CreateDetAugmenter((3, 9, 8), rand_crop=1, rand_pad=1)
    for augmenter in augmenters:
        assert pickle.loads(pickle.dumps(augmenter)).dumps() == augmenter.dumps()


def test_drawing(folder):
    cv2 = pytest.importorskip("cv2")
    iterator = image.ImageDetIter(1, (3, 24, 28), path_root=folder, mean=True, std=True,
                                  imglist=[[2, 5, k, 0.25, 0.25, 0.75, 0.75, f"{k}.png"] for k in range(2)])  # fmt: skip
    drawn = list(iterator.draw_next((255, 0, 0), 1, mean=True, std=True, id2labels={1: "one"}))
    assert [x.shape for x in drawn] == [(24, 28, 3)] * 2 and drawn[0].dtype == np.uint8
    assert drawn[0][6, 7].tolist() == [0, 0, 255] and drawn[0][18, 21].tolist() == [0, 0, 255]
    assert np.abs(drawn[1][0, 0].astype(int) - 22).max() <= 3
    assert cv2.__name__ == "cv2"


def test_training_from_files(folder):
    iterator = image.ImageIter(2, SHAPE, path_imgrec=folder + "/a.rec", path_imgidx=folder + "/a.idx", shuffle=True)
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.flatten(mx.sym.var("data")), num_hidden=5), name="softmax")
    module = mx.mod.Module(net)
    module.fit(iterator, num_epoch=2, optimizer_params={"learning_rate": 1e-5})
    iterator.reset()
    assert module.predict(iterator).shape == (5, 5)
