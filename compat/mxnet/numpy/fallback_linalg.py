# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.numpy.fallback_linalg` is `jmx.numpy.fallback_linalg`: this file is for type checkers only."""

from jmx.numpy.fallback_linalg import *
