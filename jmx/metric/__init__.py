"""Evaluation metrics: running values over batches of labels and predictions.

All arithmetic happens on the host: each array is fetched once and no program is compiled.
"""

from . import base, binary, classification, regression
from .base import *
from .binary import *
from .binary import _BinaryClassificationMetrics
from .classification import *
from .regression import *

__all__ = [*base.__all__, *binary.__all__, *classification.__all__, *regression.__all__]
