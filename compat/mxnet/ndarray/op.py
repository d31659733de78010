# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.ndarray.op` is `jmx.ndarray.op`: this file is for type checkers only."""

from jmx.ndarray.op import *
