"""Loaders of images, and of images with boxes, and transforms for both: `mx.gluon.contrib.data.vision`.

MXNet 1.9.1 has no such module; names and arguments are those of MXNet 2.0.
"""

from . import dataloader, transforms
from .dataloader import *

__all__ = ["dataloader", "transforms", *dataloader.__all__]
