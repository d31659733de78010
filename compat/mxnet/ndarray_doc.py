# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.ndarray_doc` is `jmx.legacy.ndarray_doc`: this file is for type checkers only."""

from jmx.legacy.ndarray_doc import *
