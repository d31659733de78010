# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.ndarray.image` is `jmx.ndarray.image`: this file is for type checkers only."""

from jmx.ndarray.image import *
