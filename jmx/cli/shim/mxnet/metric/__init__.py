# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.metric` is `jmx.metric`: this file is for type checkers only."""

from jmx.metric import *
from jmx.metric import base as base
from jmx.metric import binary as binary
from jmx.metric import classification as classification
from jmx.metric import regression as regression
