# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.ndarray` is `jmx.ndarray`: this file is for type checkers only."""

from jmx.ndarray import *
