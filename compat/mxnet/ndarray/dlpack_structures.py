# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.ndarray.dlpack_structures` is `jmx.ndarray.dlpack_structures`: this file is for type checkers only."""

from jmx.ndarray.dlpack_structures import *
