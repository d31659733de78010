"""gluon.contrib.data.vision: loaders of images with boxes, and transforms of both, held against geometry."""

import pickle
import random

import numpy as np
import pytest

import jmx as mx
from jmx.gluon.contrib.data.vision import (
    ImageBboxDataLoader,  # fmt: skip
    ImageDataLoader,
    create_bbox_augment,
    create_image_augment,
    transforms,
)
from jmx.gluon.contrib.data.vision.dataloader import BboxLabelTransform
from jmx.gluon.contrib.data.vision.transforms import bbox
from jmx.gluon.contrib.data.vision.transforms.bbox import utils

cv2 = pytest.importorskip("cv2")
BOXES = np.array([[2, 3, 10, 9, 1], [12, 4, 18, 12, 0]], "float32")


def picture(h=14, w=20):
    y, x = np.mgrid[0:h, 0:w]
    return mx.nd.array(np.stack([x, y, x + y], -1), dtype="uint8")


@pytest.fixture
def folder(tmp_path):
    rng = np.random.RandomState(0)
    rows = []
    for k in range(5):
        cv2.imwrite(str(tmp_path / f"{k}.png"), rng.randint(0, 256, (14 + k, 20, 3)).astype("uint8"))
        rows.append(f"{k}\t{k}\t{k}.png\n")
    (tmp_path / "a.lst").write_text("".join(rows))
    return tmp_path


def test_flip():
    image, boxes = bbox.ImageBboxRandomFlipLeftRight(1)(picture(), mx.nd.array(BOXES))
    assert np.array_equal(image.asnumpy(), picture().asnumpy()[:, ::-1])
    assert np.array_equal(boxes.asnumpy(), [[10, 3, 18, 9, 1], [2, 4, 8, 12, 0]])
    image, boxes = bbox.ImageBboxRandomFlipLeftRight(0)(picture(), mx.nd.array(BOXES))
    assert np.array_equal(boxes.asnumpy(), BOXES)


def test_crop():
    image, boxes = bbox.ImageBboxCrop((1, 2, 14, 8))(picture(), mx.nd.array(BOXES))
    assert image.shape == (8, 14, 3) and np.array_equal(boxes.asnumpy(), [[1, 1, 9, 7, 1]])
    image, boxes = bbox.ImageBboxCrop((1, 2, 14, 8), True)(picture(), mx.nd.array(BOXES))
    assert np.array_equal(boxes.asnumpy(), [[1, 1, 9, 7, 1], [11, 2, 14, 8, 0]])
    image, boxes = bbox.ImageBboxCrop((1, 2, 30, 8))(picture(), mx.nd.array(BOXES))
    assert image.shape == (14, 20, 3) and np.array_equal(boxes.asnumpy(), BOXES)
    _, boxes = bbox.ImageBboxCrop((0, 0, 2, 2))(picture(), mx.nd.array(BOXES))
    assert np.array_equal(boxes.asnumpy(), [[-1] * 5])


def test_expand_and_resize():
    random.seed(3)
    image, boxes = bbox.ImageBboxRandomExpand(1, 3, (7, 8, 9), keep_ratio=False)(picture(), mx.nd.array(BOXES))
    left, top = (boxes.asnumpy() - BOXES)[0, :2].astype(int)
    assert np.array_equal(image.asnumpy()[top : top + 14, left : left + 20], picture().asnumpy())
    assert image.shape[0] > 14 and image.shape[1] > 20 and (image.asnumpy() == [7, 8, 9]).all(axis=2).any()
    image, boxes = bbox.ImageBboxResize(10, 28)(picture(), mx.nd.array(BOXES))
    assert image.shape == (28, 10, 3) and np.array_equal(boxes.asnumpy(), [[1, 6, 5, 18, 1], [6, 8, 9, 24, 0]])


def test_random_crop_keeps_boxes_and_pixels_together():
    random.seed(1)
    np.random.seed(1)
    cut = 0
    for _ in range(10):
        image, boxes = bbox.ImageBboxRandomCropWithConstraints(1, 0.5)(picture(), mx.nd.array(BOXES))
        left, top = image.asnumpy()[0, 0, :2]
        for box in boxes.asnumpy():
            wide, high = np.minimum(box[2:4] + (left, top), BOXES[BOXES[:, 4] == box[4]][0, 2:4])
            assert wide - left == box[2] and high - top == box[3]
        cut += image.shape != (14, 20, 3)
    assert cut


def test_boxes_alone():
    assert np.allclose(utils.bbox_iou(BOXES[:1], np.array([[2, 3, 10, 6], [20, 20, 30, 30], [2, 3, 10, 9.0]])), [[0.5, 0, 1]])
    assert utils.bbox_xywh_to_xyxy((1, 2, 3, 4)) == (1, 2, 3, 5) and utils.bbox_xyxy_to_xywh((1, 2, 3, 5)) == (1, 2, 3, 4)
    both = utils.bbox_xyxy_to_xywh(utils.bbox_xywh_to_xyxy(BOXES[:, :4]))
    assert np.array_equal(both, BOXES[:, :4])
    assert np.array_equal(utils.bbox_clip_xyxy(np.array([[-3, 2, 50, 60]]), 20, 14), [[0, 2, 19, 13]])
    assert np.array_equal(utils.bbox_flip(BOXES, (20, 14), flip_y=True)[0], [2, 5, 10, 11, 1])
    part = utils.bbox_random_crop_with_constraints(np.zeros((0, 4)), (20, 14))[1]
    assert part[0] + part[2] <= 20 and part[1] + part[3] <= 14


def test_images(folder):
    root = str(folder)
    for source in ({"path_imglist": "a.lst"}, {"imglist": [[k, f"{k}.png"] for k in range(5)]}):
        batches = list(ImageDataLoader(2, (3, 9, 8), path_root=root, **source))
        assert [batch[0].shape for batch in batches] == [(2, 3, 9, 8), (2, 3, 9, 8), (1, 3, 9, 8)]
        assert np.array_equal(np.concatenate([batch[1].asnumpy() for batch in batches]).ravel(), np.arange(5))
    loader = ImageDataLoader(2, (3, 9, 8), path_root=root, path_imglist="a.lst", last_batch="discard", shuffle=True, resize=11,
                             rand_crop=True, rand_resize=True, rand_mirror=True, mean=True, std=True, brightness=0.1,
                             contrast=0.1, saturation=0.1, hue=0.1, pca_noise=0.1, rand_gray=0.5, num_parts=2, part_index=1,
                             dtype="int32")  # fmt: skip
    assert len(loader) == 1 and [batch[0].dtype for batch in loader] == [np.float32]
    assert next(iter(loader))[1].dtype == np.int32


def test_normalized_images_are_in_levels():
    x = picture()
    found = create_image_augment((3, 14, 20), mean=(1, 2, 3), std=(2, 4, 8))(x).asnumpy()
    wanted = ((x.asnumpy() - np.array([1, 2, 3])) / np.array([2, 4, 8])).transpose(2, 0, 1)
    assert found.dtype == np.float32 and np.allclose(found, wanted, atol=1e-5)
    assert np.allclose(create_image_augment((3, 14, 20))(x).asnumpy(), x.asnumpy().transpose(2, 0, 1) / 255)


def test_images_with_boxes(folder):
    objects = [1, 0.1, 0.2, 0.5, 0.6], [3, 0.4, 0.3, 0.9, 0.95]
    items = [[2, 5, *objects[0], *(objects[1] if k % 2 else ()), f"{k}.png"] for k in range(5)]
    batches = list(ImageBboxDataLoader(2, (3, 10, 20), path_root=str(folder), imglist=items))
    assert [batch[0].shape for batch in batches] == [(2, 3, 10, 20), (2, 3, 10, 20), (1, 3, 10, 20)]
    assert [batch[1].shape for batch in batches] == [(2, 2, 5), (2, 2, 5), (1, 1, 5)]
    assert np.allclose(batches[0][1].asnumpy(), [[[2, 2, 10, 6, 1], [-1] * 5], [[2, 2, 10, 6, 1], [8, 3, 18, 9.5, 3]]], atol=1e-4)
    everything = {"rand_crop": 1, "rand_pad": 1, "rand_gray": 0.1, "rand_mirror": True, "mean": True, "std": [1.1, 1.03, 1.05],
                  "brightness": 0.1, "contrast": 0.1, "saturation": 0.1, "pca_noise": 0.1, "hue": 0.1, "inter_method": 10,
                  "max_aspect_ratio": 5, "area_range": (0.3, 4.0)}  # fmt: skip
    for batch in ImageBboxDataLoader(2, (3, 10, 20), path_root=str(folder), imglist=items, **everything):
        assert batch[0].shape[1:] == (3, 10, 20) and batch[1].shape[2] == 5 and np.isfinite(batch[0].asnumpy()).all()
    pickle.dumps(create_bbox_augment((3, 10, 20), **everything))


def test_bad_input(folder):
    root = str(folder)
    refused = [
        (AssertionError, r"\(N, 4\+\)", lambda: bbox.ImageBboxResize(3, 4)(picture(), mx.nd.ones((2, 3)))),
        (AssertionError, "crop", lambda: bbox.ImageBboxCrop((0, 0, 0, 4))),
        (ValueError, "fill size", lambda: bbox.ImageBboxRandomExpand(1, 2, (1, 2))(picture(), mx.nd.array(BOXES))),
        (IndexError, "4 elements", lambda: utils.bbox_clip_xyxy((1, 2), 3, 4)),
        (TypeError, "set", lambda: utils.bbox_xywh_to_xyxy({1, 2})),
        (AssertionError, "none was given", lambda: ImageDataLoader(2, (3, 4, 5))),
        (AssertionError, "uint8 label", lambda: ImageDataLoader(2, (3, 4, 5), imglist=[[1, "0.png"]], dtype="uint8")),
        (ValueError, "aug_list", lambda: ImageBboxDataLoader(2, (3, 4, 5), path_root=root, path_imglist="a.lst", aug_list=3)),
        (AssertionError, "mean", lambda: create_image_augment((3, 4, 5), mean=np.ones(3))),
        (AssertionError, "rand_crop", lambda: create_image_augment((3, 4, 5), rand_resize=True)),
        (ValueError, ">= 5, given 4", lambda: BboxLabelTransform()(picture(), np.array([2, 4, 1, 0, 0, 1, 1]))),
        (ValueError, "length >= 7", lambda: BboxLabelTransform()(picture(), np.array([2, 5, 1, 0, 0, 1]))),
        (ValueError, "Broken label", lambda: BboxLabelTransform()(picture(), np.array([2, 5, 1, 0, 0, 1, 1, 3]))),
        (ValueError, "given 0", lambda: BboxLabelTransform()(picture(), np.array([np.nan, np.inf, 1, 0, 0, 1, 1, 3]))),
        (ValueError, "imglist", lambda: mx.gluon.data.vision.ImageListDataset(root, 3)),
        (ValueError, r"a\.lst, line 1", lambda: (folder / "a.lst").write_text("x\t1\n") and mx.gluon.data.vision.ImageListDataset(
            root, "a.lst")),
    ]  # fmt: skip
    for error, text, call in refused:
        with pytest.raises(error, match=text):
            call()
    assert transforms.bbox is bbox
