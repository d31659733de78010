# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.ndarray.random` is `jmx.ndarray.random`: this file is for type checkers only."""

from jmx.ndarray.random import *
