"""Augmenters for detection, and `ImageDetIter`: `mx.image.detection`, also `mx.image.det`."""

from . import _det_augmenters, _det_iterator
from ._det_augmenters import *  # noqa: F403
from ._det_iterator import *  # noqa: F403

__all__ = [*_det_augmenters.__all__, *_det_iterator.__all__]
