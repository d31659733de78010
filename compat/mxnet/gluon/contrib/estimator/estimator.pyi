# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.contrib.estimator.estimator import *
from jmx.gluon.contrib.estimator.estimator import BatchBegin as BatchBegin, BatchEnd as BatchEnd, BatchProcessor as BatchProcessor, Context as Context, DataLoader as DataLoader, EpochBegin as EpochBegin, EpochEnd as EpochEnd, GradientUpdateHandler as GradientUpdateHandler, LoggingHandler as LoggingHandler, Loss as Loss, MetricHandler as MetricHandler, StoppingHandler as StoppingHandler, TrainBegin as TrainBegin, TrainEnd as TrainEnd, Trainer as Trainer, ValidationHandler as ValidationHandler
