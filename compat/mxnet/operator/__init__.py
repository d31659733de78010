# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.operator` is `jmx.operator`: this file is for type checkers only."""

from jmx.operator import *
