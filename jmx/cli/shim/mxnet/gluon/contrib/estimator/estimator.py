# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.contrib.estimator.estimator` is `jmx.gluon.contrib.estimator.estimator`: this file is for type checkers only."""

from jmx.gluon.contrib.estimator.estimator import *
from jmx.gluon.contrib.estimator.estimator import BatchBegin as BatchBegin
from jmx.gluon.contrib.estimator.estimator import BatchEnd as BatchEnd
from jmx.gluon.contrib.estimator.estimator import BatchProcessor as BatchProcessor
from jmx.gluon.contrib.estimator.estimator import Context as Context
from jmx.gluon.contrib.estimator.estimator import DataLoader as DataLoader
from jmx.gluon.contrib.estimator.estimator import EpochBegin as EpochBegin
from jmx.gluon.contrib.estimator.estimator import EpochEnd as EpochEnd
from jmx.gluon.contrib.estimator.estimator import GradientUpdateHandler as GradientUpdateHandler
from jmx.gluon.contrib.estimator.estimator import LoggingHandler as LoggingHandler
from jmx.gluon.contrib.estimator.estimator import Loss as Loss
from jmx.gluon.contrib.estimator.estimator import MetricHandler as MetricHandler
from jmx.gluon.contrib.estimator.estimator import StoppingHandler as StoppingHandler
from jmx.gluon.contrib.estimator.estimator import TrainBegin as TrainBegin
from jmx.gluon.contrib.estimator.estimator import TrainEnd as TrainEnd
from jmx.gluon.contrib.estimator.estimator import Trainer as Trainer
from jmx.gluon.contrib.estimator.estimator import ValidationHandler as ValidationHandler
