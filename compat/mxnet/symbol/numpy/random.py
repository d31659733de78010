# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.symbol.numpy.random` is `jmx.symbol.numpy.random`: this file is for type checkers only."""

from jmx.symbol.numpy.random import *
