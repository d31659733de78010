# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.symbol` is `jmx.symbol`: this file is for type checkers only."""

from jmx.symbol import *
