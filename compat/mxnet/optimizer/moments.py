# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.optimizer.moments` is `jmx.optimizer.moments`: this file is for type checkers only."""

from jmx.optimizer.moments import *
