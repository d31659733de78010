# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.svrg_optimization.svrg_module` is `jmx.contrib.svrg_optimization.svrg_module`: this file is for type checkers only."""

from jmx.contrib.svrg_optimization.svrg_module import *
from jmx.contrib.svrg_optimization.svrg_module import Module as Module
