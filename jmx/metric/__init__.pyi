# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import base as base, binary as binary, classification as classification, regression as regression
from jmx.metric.base import *
from jmx.metric.binary import *
from jmx.metric.classification import *
from jmx.metric.regression import *

__all__ = ['Accuracy', 'Caffe', 'CompositeEvalMetric', 'CrossEntropy', 'CustomMetric', 'EvalMetric', 'F1', 'Loss', 'MAE', 'MCC', 'MSE', 'NegativeLogLikelihood', 'PCC', 'PearsonCorrelation', 'Perplexity', 'RMSE', 'TopKAccuracy', 'Torch', 'alias', 'check_label_shapes', 'create', 'np', 'register']
