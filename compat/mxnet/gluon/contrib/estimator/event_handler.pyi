# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.contrib.estimator.event_handler import *
from jmx.gluon.contrib.estimator.event_handler import CompositeEvalMetric as CompositeEvalMetric, EvalMetric as EvalMetric, EventHandler as EventHandler
