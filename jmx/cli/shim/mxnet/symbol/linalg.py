# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.symbol.linalg` is `jmx.symbol.linalg`: this file is for type checkers only."""

from jmx.symbol.linalg import *
