# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.ndarray._internal` is `jmx.ndarray._internal`: this file is for type checkers only."""

from jmx.ndarray._internal import *
