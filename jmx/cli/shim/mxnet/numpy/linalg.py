# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.numpy.linalg` is `jmx.numpy.linalg`: this file is for type checkers only."""

from jmx.numpy.linalg import *
