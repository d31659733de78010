# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.svrg_optimization` is `jmx.contrib.svrg_optimization`: this file is for type checkers only."""

from jmx.contrib.svrg_optimization import *
