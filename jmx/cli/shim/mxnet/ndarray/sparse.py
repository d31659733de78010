# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.ndarray.sparse` is `jmx.ndarray.sparse`: this file is for type checkers only."""

from jmx.ndarray.sparse import *
