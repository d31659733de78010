# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.symbol.elementwise` is `jmx.symbol.elementwise`: this file is for type checkers only."""

from jmx.symbol.elementwise import *
