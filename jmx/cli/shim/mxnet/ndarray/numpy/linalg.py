# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.ndarray.numpy.linalg` is `jmx.ndarray.numpy.linalg`: this file is for type checkers only."""

from jmx.ndarray.numpy.linalg import *
