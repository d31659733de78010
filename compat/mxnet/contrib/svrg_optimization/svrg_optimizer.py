# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.svrg_optimization.svrg_optimizer` is `jmx.contrib.svrg_optimization.svrg_optimizer`: this file is for type checkers only."""

from jmx.contrib.svrg_optimization.svrg_optimizer import *
