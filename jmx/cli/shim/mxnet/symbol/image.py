# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.symbol.image` is `jmx.symbol.image`: this file is for type checkers only."""

from jmx.symbol.image import *
