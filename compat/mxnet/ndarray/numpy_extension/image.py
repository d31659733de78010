# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.ndarray.numpy_extension.image` is `jmx.ndarray.numpy_extension.image`: this file is for type checkers only."""

from jmx.ndarray.numpy_extension.image import *
