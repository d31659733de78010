# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.numpy.stride_tricks` is `jmx.numpy.stride_tricks`: this file is for type checkers only."""

from jmx.numpy.stride_tricks import *
