# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.symbol.op` is `jmx.symbol.op`: this file is for type checkers only."""

from jmx.symbol.op import *
