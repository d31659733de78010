# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.numpy_extension.random` is `jmx.numpy_extension.random`: this file is for type checkers only."""

from jmx.numpy_extension.random import *
