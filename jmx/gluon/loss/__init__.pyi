# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from jmx._errors.wording import missing_of as missing_of
from . import base as base, classification as classification, embedding as embedding, regression as regression
from jmx.gluon.loss.base import Loss as Loss, _apply_weighting as _apply_weighting, _reshape_like as _reshape_like
from jmx.gluon.loss.classification import *
from jmx.gluon.loss.embedding import *
from jmx.gluon.loss.regression import *

__all__ = ['CTCLoss', 'CosineEmbeddingLoss', 'HingeLoss', 'HuberLoss', 'KLDivLoss', 'L1Loss', 'L2Loss', 'LogisticLoss', 'Loss', 'PoissonNLLLoss', 'SDMLLoss', 'SigmoidBCELoss', 'SigmoidBinaryCrossEntropyLoss', 'SoftmaxCELoss', 'SoftmaxCrossEntropyLoss', 'SquaredHingeLoss', 'TripletLoss']
