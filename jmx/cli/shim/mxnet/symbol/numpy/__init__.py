# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.symbol.numpy` is `jmx.symbol.numpy`: this file is for type checkers only."""

from jmx.symbol.numpy import *
