# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.numpy.io` is `jmx.numpy.io`: this file is for type checkers only."""

from jmx.numpy.io import *
