# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.ndarray.linalg` is `jmx.ndarray.linalg`: this file is for type checkers only."""

from jmx.ndarray.linalg import *
