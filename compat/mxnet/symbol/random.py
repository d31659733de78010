# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.symbol.random` is `jmx.symbol.random`: this file is for type checkers only."""

from jmx.symbol.random import *
