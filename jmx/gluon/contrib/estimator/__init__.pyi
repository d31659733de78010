# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import batch_processor as batch_processor, estimator as estimator, event_handler as event_handler, utils as utils
from jmx.gluon.contrib.estimator.batch_processor import *
from jmx.gluon.contrib.estimator.estimator import *
from jmx.gluon.contrib.estimator.event_handler import *

__all__ = ['BatchBegin', 'BatchEnd', 'BatchProcessor', 'CheckpointHandler', 'EarlyStoppingHandler', 'EpochBegin', 'EpochEnd', 'Estimator', 'GradientUpdateHandler', 'LoggingHandler', 'MetricHandler', 'StoppingHandler', 'TrainBegin', 'TrainEnd', 'ValidationHandler', 'batch_processor', 'estimator', 'event_handler', 'utils']
