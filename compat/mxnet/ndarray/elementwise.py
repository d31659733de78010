# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.ndarray.elementwise` is `jmx.ndarray.elementwise`: this file is for type checkers only."""

from jmx.ndarray.elementwise import *
