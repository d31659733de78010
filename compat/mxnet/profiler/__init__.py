# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.profiler` is `jmx.profiler`: this file is for type checkers only."""

from jmx.profiler import *
