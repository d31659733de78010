"""Functions on images, augmenters for classification, and `ImageIter`: `mx.image.image`."""

from . import _augmenters, _functions, _iterator, _rotation
from ._augmenters import *  # noqa: F403
from ._functions import *  # noqa: F403
from ._functions import _get_interp_method  # noqa: F401
from ._iterator import *  # noqa: F403
from ._rotation import *  # noqa: F403

__all__ = [*_functions.__all__, *_rotation.__all__, *_augmenters.__all__, *_iterator.__all__]
