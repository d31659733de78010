"""Images as arrays: reading, resizing and cropping: `mx.image`. Augmenters and iterators over image files are still to come."""

from . import image
from .image import (
    center_crop,
    color_normalize,
    fixed_crop,
    imdecode,
    imread,
    imresize,
    random_crop,
    random_size_crop,
    resize_short,
    scale_down,
)

__all__ = ["center_crop", "color_normalize", "fixed_crop", "image", "imdecode", "imread", "imresize", "random_crop",
           "random_size_crop", "resize_short", "scale_down"]  # fmt: skip

_INSTEAD = {
    "ImageIter": "gluon.data.DataLoader over a data set that calls mx.image.imread",
    "ImageDetIter": "gluon.data.DataLoader over a data set that calls mx.image.imread",
    "CreateAugmenter": "gluon.data.vision.transforms",
    "CreateDetAugmenter": "gluon.contrib.data.vision transforms of your own",
}


def __getattr__(name):
    hint = f" yet: use {_INSTEAD[name]}" if name in _INSTEAD else ""
    raise AttributeError(f"module 'mxnet.image' has no attribute {name!r}{hint}")
