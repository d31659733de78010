# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.ndarray.functions` is `jmx.ndarray.functions`: this file is for type checkers only."""

from jmx.ndarray.functions import *
