# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.trainer` is `jmx.gluon.trainer`: this file is for type checkers only."""

from jmx.gluon.trainer import *
from jmx.gluon.trainer import KVStore as KVStore
from jmx.gluon.trainer import KnownKeywords as KnownKeywords
from jmx.gluon.trainer import OptaxOptimizer as OptaxOptimizer
from jmx.gluon.trainer import Parameter as Parameter
from jmx.gluon.trainer import ParameterDict as ParameterDict
