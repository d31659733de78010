# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.ndarray.numpy` is `jmx.ndarray.numpy`: this file is for type checkers only."""

from jmx.ndarray.numpy import *
