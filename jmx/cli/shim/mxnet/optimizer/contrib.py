# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.optimizer.contrib` is `jmx.optimizer.contrib`: this file is for type checkers only."""

from jmx.optimizer.contrib import *
from jmx.optimizer.contrib import Optimizer as Optimizer
