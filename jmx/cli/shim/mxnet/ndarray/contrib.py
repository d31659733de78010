# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.ndarray.contrib` is `jmx.ndarray.contrib`: this file is for type checkers only."""

from jmx.ndarray.contrib import *
