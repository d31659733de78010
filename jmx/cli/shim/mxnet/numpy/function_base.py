# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.numpy.function_base` is `jmx.numpy.function_base`: this file is for type checkers only."""

from jmx.numpy.function_base import *
