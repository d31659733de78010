# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.ndarray.numpy._internal` is `jmx.ndarray.numpy._internal`: this file is for type checkers only."""

from jmx.ndarray.numpy._internal import *
