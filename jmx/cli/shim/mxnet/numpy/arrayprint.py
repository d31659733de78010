# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.numpy.arrayprint` is `jmx.numpy.arrayprint`: this file is for type checkers only."""

from jmx.numpy.arrayprint import *
