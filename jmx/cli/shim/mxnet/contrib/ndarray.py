# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.ndarray` is `jmx.contrib.ndarray`: this file is for type checkers only."""

from jmx.contrib.ndarray import *
