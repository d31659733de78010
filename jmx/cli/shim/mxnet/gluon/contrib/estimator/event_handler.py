# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.contrib.estimator.event_handler` is `jmx.gluon.contrib.estimator.event_handler`: this file is for type checkers only."""

from jmx.gluon.contrib.estimator.event_handler import *
from jmx.gluon.contrib.estimator.event_handler import CompositeEvalMetric as CompositeEvalMetric
from jmx.gluon.contrib.estimator.event_handler import EvalMetric as EvalMetric
from jmx.gluon.contrib.estimator.event_handler import EventHandler as EventHandler
