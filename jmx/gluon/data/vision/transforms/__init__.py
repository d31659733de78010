"""Image transforms, as blocks: `mx.gluon.data.vision.transforms`."""

from . import composed, shape, values
from .composed import *
from .shape import *
from .values import *

__all__ = [*composed.__all__, *shape.__all__, *values.__all__]
