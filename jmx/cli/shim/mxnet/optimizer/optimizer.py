# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.optimizer.optimizer` is `jmx.optimizer.optimizer`: this file is for type checkers only."""

from jmx.optimizer.optimizer import *
