"""Training loops that are not written out: an Estimator, and handlers of what happens during training."""

from . import batch_processor, estimator, event_handler, utils
from .batch_processor import *
from .batch_processor import __all__ as _batch_processor
from .estimator import *
from .estimator import __all__ as _estimator
from .event_handler import *
from .event_handler import __all__ as _event_handler

__all__ = ["batch_processor", "estimator", "event_handler", "utils", *_batch_processor, *_estimator, *_event_handler]
