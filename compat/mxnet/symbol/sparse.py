# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.symbol.sparse` is `jmx.symbol.sparse`: this file is for type checkers only."""

from jmx.symbol.sparse import *
