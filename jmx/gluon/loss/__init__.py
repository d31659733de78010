"""Losses: blocks that give one number for each sample."""

from ..._errors.wording import missing_of
from . import base, classification, embedding, regression
from .base import Loss, _apply_weighting, _reshape_like  # the functions, too, are imported by programs
from .classification import *
from .embedding import *
from .regression import *

__all__ = [*base.__all__, *classification.__all__, *embedding.__all__, *regression.__all__]

__getattr__ = missing_of(
    __name__,
    __all__,
    {
        "BCELoss": "SigmoidBCELoss",
        "BCEWithLogitsLoss": "SigmoidBCELoss",
        "CrossEntropyLoss": "SoftmaxCrossEntropyLoss",
        "MSELoss": "L2Loss",
        "NLLLoss": "SoftmaxCrossEntropyLoss",
        "SmoothL1Loss": "HuberLoss",
    },
)
