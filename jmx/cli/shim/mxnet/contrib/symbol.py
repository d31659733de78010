# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.symbol` is `jmx.contrib.symbol`: this file is for type checkers only."""

from jmx.contrib.symbol import *
