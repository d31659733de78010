# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.numpy.utils` is `jmx.numpy.utils`: this file is for type checkers only."""

from jmx.numpy.utils import *
