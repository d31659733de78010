# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.symbol.numpy_extension.random` is `jmx.symbol.numpy_extension.random`: this file is for type checkers only."""

from jmx.symbol.numpy_extension.random import *
