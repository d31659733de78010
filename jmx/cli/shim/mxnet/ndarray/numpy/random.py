# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.ndarray.numpy.random` is `jmx.ndarray.numpy.random`: this file is for type checkers only."""

from jmx.ndarray.numpy.random import *
