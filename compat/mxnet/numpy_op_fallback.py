# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.numpy_op_fallback` is `jmx.legacy.numpy_op_fallback`: this file is for type checkers only."""

from jmx.legacy.numpy_op_fallback import *
