"""Transforms of images with boxes, and `utils`, functions on the boxes alone."""

from . import bbox, utils
from .bbox import *

__all__ = ["bbox", "utils", *bbox.__all__]
