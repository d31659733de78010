# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.recordio` is `jmx.recordio`: this file is for type checkers only."""

from jmx.recordio import *
