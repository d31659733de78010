# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.ndarray.ndarray` is `jmx.ndarray.ndarray`: this file is for type checkers only."""

from jmx.ndarray.ndarray import *
