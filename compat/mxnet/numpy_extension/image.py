# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.numpy_extension.image` is `jmx.numpy_extension.image`: this file is for type checkers only."""

from jmx.numpy_extension.image import *
