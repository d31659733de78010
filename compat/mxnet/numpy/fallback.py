# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.numpy.fallback` is `jmx.numpy.fallback`: this file is for type checkers only."""

from jmx.numpy.fallback import *
