# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.symbol.numpy._internal` is `jmx.symbol.numpy._internal`: this file is for type checkers only."""

from jmx.symbol.numpy._internal import *
