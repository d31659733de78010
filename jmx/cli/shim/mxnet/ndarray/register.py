# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.ndarray.register` is `jmx.ndarray.register`: this file is for type checkers only."""

from jmx.ndarray.register import *
