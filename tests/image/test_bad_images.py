"""mx.image with what is no image, no list and no label: MXNet's error classes, and a message that names the file or record."""

import struct

import numpy as np
import pytest

import jmx as mx
from jmx import image, recordio
from jmx.base import MXNetError

cv2 = pytest.importorskip("cv2")
SHAPE = (3, 8, 9)
BOX = [2, 5, 0, 0.1, 0.1, 0.5, 0.5]


def encoded(kind=".png", h=14, w=19):
    picture = np.random.RandomState(0).randint(0, 256, (h, w, 3)).astype("uint8")
    return cv2.imencode(kind, picture)[1].tobytes()


@pytest.fixture
def folder(tmp_path):
    whole = {".png": encoded(), ".jpg": encoded(".jpg")}
    files = {"good.png": whole[".png"], "good.jpg": whole[".jpg"], "text.jpg": b"no image", "empty.jpg": b"",
             "half.png": whole[".png"][:400], "head.jpg": whole[".jpg"][:60],
             "flip.png": whole[".png"][:300] + b"\xff\x00\xff" + whole[".png"][303:]}  # fmt: skip
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    writer = recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), str(tmp_path / "a.rec"), "w")
    for k, name in enumerate(("good.png", "text.jpg")):
        writer.write_idx(k + 5, recordio.pack((0, k, k, 0), files[name]))
    writer.close()
    return tmp_path


def drain(iterator):
    return [batch.data[0].shape for batch in iterator]


@pytest.mark.parametrize("name", ["text.jpg", "empty.jpg", "half.png", "head.jpg", "flip.png"])
def test_broken_images(folder, name):
    path = str(folder / name)
    with pytest.raises(MXNetError, match=name):
        image.imread(path).asnumpy()
    with pytest.raises(MXNetError):
        image.imdecode((folder / name).read_bytes()).asnumpy()
    for own in (None, [lambda x: image.imresize(x, 9, 8)]):  # on NumPy arrays, and on NDArrays
        with pytest.raises(MXNetError, match=f"Broken image filename: .*{name}"):
            drain(image.ImageIter(2, SHAPE, imglist=[[1, "good.png"], [2, name]], path_root=str(folder), aug_list=own))
    with pytest.raises(RuntimeError, match=f"Broken image filename: .*{name}"):
        drain(image.ImageDetIter(1, SHAPE, imglist=[[*BOX, name]], path_root=str(folder)))


def test_a_jpeg_cut_off_is_read_as_far_as_it_goes():
    whole = cv2.imencode(".jpg", np.full((64, 64, 3), 200, "uint8"), [cv2.IMWRITE_JPEG_QUALITY, 100])[1].tobytes()
    found = image.imdecode(whole[: len(whole) - 40]).asnumpy()
    assert found.shape == (64, 64, 3) and abs(int(found[0, 0, 0]) - 200) < 3


def test_broken_records(folder):
    rec, idx = str(folder / "a.rec"), str(folder / "a.idx")
    with pytest.raises(MXNetError, match=r"Broken image record 1 of .*a\.rec"):
        drain(image.ImageIter(1, SHAPE, path_imgrec=rec))
    with pytest.raises(MXNetError, match=r"Broken image index: 6 of .*a\.rec"):
        drain(image.ImageIter(1, SHAPE, path_imgrec=rec, path_imgidx=idx))
    with pytest.raises(MXNetError, match=r"record 1 of .*a\.rec"):
        mx.gluon.data.vision.ImageRecordDataset(rec)[1]
    whole = (folder / "a.rec").read_bytes()
    (folder / "a.rec").write_bytes(whole[:100])
    with pytest.raises(MXNetError, match=r"a\.rec"):
        drain(image.ImageIter(1, SHAPE, path_imgrec=rec))
    (folder / "a.rec").write_bytes(b"")
    assert drain(image.ImageIter(1, SHAPE, path_imgrec=rec)) == []


@pytest.mark.parametrize("line, error", [
    ("x\t1\tgood.png", ValueError), ("1\tx\tgood.png", TypeError), ("", ValueError), ("good.png", ValueError),
    ("1\t\tgood.png", TypeError), ("1 1 good.png", ValueError), ("1.5\t1\tgood.png", ValueError),
])  # fmt: skip
def test_lines_that_are_none(folder, line, error):
    path = folder / "a.lst"
    path.write_text(f"0\t1\tgood.png\n{line}\n")
    with pytest.raises(error, match=r"a\.lst, line 2"):
        image.ImageIter(2, SHAPE, path_imglist=str(path), path_root=str(folder))


def listed(folder, *items, **kwargs):
    return image.ImageIter(2, SHAPE, imglist=list(items), path_root=str(folder), **kwargs)


def test_iterators_refuse(folder):
    rec, idx, root = str(folder / "a.rec"), str(folder / "a.idx"), str(folder)
    refused = [
        (AssertionError, "path_imgrec", lambda: image.ImageIter(2, SHAPE)),
        (AssertionError, "imglist", lambda: image.ImageIter(2, SHAPE, imglist=((1, "good.png"),))),
        (AssertionError, "path_imgidx", lambda: image.ImageIter(2, SHAPE, path_imgrec=rec, shuffle=True)),
        (AssertionError, "path_imgidx", lambda: image.ImageIter(2, SHAPE, path_imgrec=rec, num_parts=2)),
        (AssertionError, "2 >= 2", lambda: image.ImageIter(2, SHAPE, 1, rec, path_imgidx=idx, part_index=2, num_parts=2)),
        (AssertionError, "uint8 label", lambda: image.ImageIter(2, SHAPE, path_imgrec=rec, dtype="uint8")),
        (ValueError, "length 3", lambda: image.ImageIter(2, (8, 9), path_imgrec=rec)),
        (ValueError, "3 channels", lambda: image.ImageIter(2, (1, 8, 9), path_imgrec=rec)),
        (MXNetError, "batch_size is 0", lambda: image.ImageIter(0, SHAPE, path_imgrec=rec)),
        (TypeError, "brighness", lambda: image.ImageIter(2, SHAPE, path_imgrec=rec, brighness=1)),
        (MXNetError, "none.rec", lambda: image.ImageIter(2, SHAPE, path_imgrec=str(folder / "none.rec"))),
        (FileNotFoundError, "none.idx", lambda: image.ImageIter(2, SHAPE, path_imgrec=rec, path_imgidx=root + "/none.idx")),
        (FileNotFoundError, "none.lst", lambda: image.ImageIter(2, SHAPE, path_imglist=str(folder / "none.lst"))),
        (FileNotFoundError, "none.png", lambda: drain(listed(folder, [1, "none.png"]))),
        (TypeError, "path_root", lambda: drain(image.ImageIter(2, SHAPE, imglist=[[1, "good.png"]]))),
        (TypeError, "item 1", lambda: listed(folder, ["x", "good.png"])),
        (ValueError, "2 labels, and label_width is 1", lambda: drain(listed(folder, [1, 2, "good.png"]))),
        (ValueError, "0 labels", lambda: drain(listed(folder, [[], "good.png"]))),
        (ValueError, r"\(3, 14, 19\)", lambda: drain(listed(folder, [1, "good.png"], aug_list=[]))),
        (RuntimeError, "7 numbers", lambda: image.ImageDetIter(2, SHAPE, path_imgrec=rec)),
        (RuntimeError, "no images", lambda: image.ImageDetIter(2, SHAPE, imglist=[], path_root=root)),
    ]
    for error, text, call in refused:
        with pytest.raises(error, match=text):
            call()
    assert drain(listed(folder)) == []


@pytest.mark.parametrize("label", [
    [2, 5, 0, 0.1, 0.1, 0.5, 0.5, 1], [2, 0, 0, 0.1, 0.1, 0.5, 0.5], [3, 4, 0, 0.1, 0.1, 0.5, 0.5, 1, 1, 1, 1],
    [2, 5, 0, 0.5, 0.1, 0.5, 0.5], [float("nan"), 5, 0, 0.1, 0.1, 0.5, 0.5], [2, float("inf"), 0, 0.1, 0.1, 0.5, 0.5],
    [-5, 5, 0, 0.1, 0.1, 0.5, 0.5], [1e30, 5, 0, 0.1, 0.1, 0.5, 0.5],
])  # fmt: skip
def test_labels_that_are_no_objects(folder, label):
    with pytest.raises(RuntimeError, match=r"good\.png"):
        image.ImageDetIter(2, SHAPE, imglist=[[*label, "good.png"]], path_root=str(folder))


def test_boxes_outside_and_objects_without_class(folder):
    boxes = [[2, 5, 0, -0.5, 0.1, 1.5, 0.5, "good.png"], [2, 5, -1, 0.1, 0.1, 0.5, 0.5, "good.jpg"], [*BOX, "good.jpg"]]
    batches = list(image.ImageDetIter(2, SHAPE, imglist=boxes, path_root=str(folder)))
    assert len(batches) == 1 and batches[0].pad == 0  # the one of class -1 is skipped
    assert np.allclose(batches[0].label[0].asnumpy(), [[[0, -0.5, 0.1, 1.5, 0.5]], [[0, 0.1, 0.1, 0.5, 0.5]]])
    with pytest.raises(ValueError, match=r"\(1, 5\)"):
        drain(image.ImageDetIter(2, SHAPE, imglist=[[*BOX, "good.png"], [2, 6, *BOX[2:], 7, "good.jpg"]], path_root=str(folder)))


def test_functions_refuse():
    picture = mx.nd.array(np.zeros((6, 7, 3)), dtype="uint8")
    grey, tensors = picture[:, :, 0], mx.nd.ones((2, 3, 4, 5))
    refused = [
        (ValueError, "both True", lambda: image.imrotate(tensors, 1, True, True)),
        (TypeError, "uint8", lambda: image.imrotate(picture, 1)),
        (ValueError, r"\(6, 7\)", lambda: image.imrotate(grey.astype("float32"), 1)),
        (ValueError, "2, must equal .* 3", lambda: image.imrotate(tensors, mx.nd.ones(3))),
        (TypeError, "one number", lambda: image.imrotate(tensors[0], mx.nd.ones(1))),
        (ValueError, r"\(6, 7\)", lambda: image.resize_short(grey, 3)),
        (MXNetError, "nothing is left", lambda: image.fixed_crop(picture, 50, 50, 2, 2)),
        (AssertionError, "colour", lambda: image.random_size_crop(picture, (3, 3), 0.1, (1, 1), colour=1)),
        (MXNetError, "must not be negative", lambda: image.copyMakeBorder(picture, -1, 0, 0, 0)),
        (MXNetError, "type must be 0 to 4", lambda: image.copyMakeBorder(picture, 1, 0, 0, 0, type=5)),
        (MXNetError, "float16", lambda: image.copyMakeBorder(picture.astype("float16"), 1, 0, 0, 0)),
        (MXNetError, "int32", lambda: image.imresize(picture.astype("int32"), 3, 3)),
        (NotImplementedError, "override", lambda: image.Augmenter()(picture)),
        (NotImplementedError, "override", lambda: image.DetAugmenter()(picture, None)),
        (TypeError, "Borrowing", lambda: image.DetBorrowAug(3)),
        (ValueError, "DetAugmenter in list", lambda: image.DetRandomSelectAug([image.CastAug()])),
        (AssertionError, "aspect_ratio_range", lambda: image.DetRandomCropAug(aspect_ratio_range="wide")),
        (AssertionError, "pad_val", lambda: image.DetRandomPadAug(pad_val="grey")),
        (AssertionError, "elements", lambda: image.CreateMultiRandCropAugmenter([0.1, 0.2], max_attempts=[1, 2, 3])),
        (AssertionError, "rand_crop", lambda: image.CreateAugmenter(SHAPE, rand_resize=True)),
        (AssertionError, "mean", lambda: image.CreateAugmenter(SHAPE, mean=[1, 2, 3])),
        (AssertionError, "std", lambda: image.CreateDetAugmenter(SHAPE, std=np.ones(2))),
        (MXNetError, "float32", lambda: image.ContrastJitterAug(0.1)(picture)),
    ]
    for error, text, call in refused:
        with pytest.raises(error, match=text):
            call()
    for call in (lambda: image.DetRandomCropAug(area_range=(2, 1)), lambda: image.DetRandomPadAug(area_range=(0.1, 1.0)),
                 lambda: image.DetRandomPadAug((2, 1))):  # fmt: skip
        with pytest.warns(UserWarning, match="Skip DetRandom"):
            made = call()
        assert not made.enabled and np.array_equal(made(picture, np.ones((1, 5)))[0].asnumpy(), picture.asnumpy())
    with pytest.warns(DeprecationWarning, match="min_area"):
        image.random_size_crop(picture, (3, 3), 0.1, (1, 1), min_area=0.5)


def test_damaged_files_never_crash():
    rng = np.random.RandomState(1)
    for kind in (".png", ".jpg"):
        whole = np.frombuffer(encoded(kind), np.uint8)
        for _ in range(40):
            broken = whole.copy()[: rng.randint(1, len(whole))]
            broken[rng.randint(0, len(broken), 3)] = rng.randint(0, 256, 3)
            # a header that announces a huge image is not believed
            if kind == ".png" and len(broken) > 24:
                broken[16:20] = np.frombuffer(struct.pack(">I", rng.randint(0, 60)), np.uint8)
            try:
                assert image.imdecode(broken).asnumpy().shape[2] == 3
            except MXNetError:
                pass
