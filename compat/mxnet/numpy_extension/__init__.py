# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.numpy_extension` is `jmx.numpy_extension`: this file is for type checkers only."""

from jmx.numpy_extension import *
