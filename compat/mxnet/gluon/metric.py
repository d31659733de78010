# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.metric` is `jmx.gluon.metric`: this file is for type checkers only."""

from jmx.gluon.metric import *
from jmx.gluon.metric import NDArray as NDArray
from jmx.gluon.metric import PairMetric as PairMetric
