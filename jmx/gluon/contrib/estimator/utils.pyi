# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from jmx.metric import Accuracy as Accuracy, CompositeEvalMetric as CompositeEvalMetric, EvalMetric as EvalMetric
from jmx.gluon.loss import SoftmaxCrossEntropyLoss as SoftmaxCrossEntropyLoss

