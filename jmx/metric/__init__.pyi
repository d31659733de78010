# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import base as base
from . import binary as binary
from . import classification as classification
from . import regression as regression
from jmx.metric.base import CompositeEvalMetric as CompositeEvalMetric, CustomMetric as CustomMetric, EvalMetric as EvalMetric, alias as alias, check_label_shapes as check_label_shapes, create as create, np as np, register as register
from jmx.metric.binary import F1 as F1, MCC as MCC
from jmx.metric.classification import PCC as PCC, Accuracy as Accuracy, CrossEntropy as CrossEntropy, NegativeLogLikelihood as NegativeLogLikelihood, Perplexity as Perplexity, TopKAccuracy as TopKAccuracy
from jmx.metric.regression import MAE as MAE, MSE as MSE, RMSE as RMSE, Caffe as Caffe, Loss as Loss, PearsonCorrelation as PearsonCorrelation, Torch as Torch

__all__ = ['Accuracy', 'Caffe', 'CompositeEvalMetric', 'CrossEntropy', 'CustomMetric', 'EvalMetric', 'F1', 'Loss', 'MAE', 'MCC', 'MSE', 'NegativeLogLikelihood', 'PCC', 'PearsonCorrelation', 'Perplexity', 'RMSE', 'TopKAccuracy', 'Torch', 'alias', 'check_label_shapes', 'create', 'np', 'register']
