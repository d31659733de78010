# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.symbol._internal` is `jmx.symbol._internal`: this file is for type checkers only."""

from jmx.symbol._internal import *
