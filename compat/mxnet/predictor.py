# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.predictor` is `jmx.predictor`: this file is for type checkers only."""

from jmx.predictor import *
from jmx.predictor import Context as Context
from jmx.predictor import MXNetError as MXNetError
