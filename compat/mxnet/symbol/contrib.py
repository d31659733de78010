# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.symbol.contrib` is `jmx.symbol.contrib`: this file is for type checkers only."""

from jmx.symbol.contrib import *
