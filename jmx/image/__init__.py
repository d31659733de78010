"""Images as arrays: reading, resizing, cropping, augmenting, and iterators over image files: `mx.image`."""

from . import detection, image
from . import detection as det
from .detection import *
from .image import *

__all__ = ["det", "detection", "image", *image.__all__, *detection.__all__]
