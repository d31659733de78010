# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.numpy.multiarray` is `jmx.numpy.multiarray`: this file is for type checkers only."""

from jmx.numpy.multiarray import *
