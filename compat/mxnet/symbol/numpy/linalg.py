# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.symbol.numpy.linalg` is `jmx.symbol.numpy.linalg`: this file is for type checkers only."""

from jmx.symbol.numpy.linalg import *
