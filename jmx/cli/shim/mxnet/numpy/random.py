# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.numpy.random` is `jmx.numpy.random`: this file is for type checkers only."""

from jmx.numpy.random import *
