# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.torch` is `jmx.legacy.torch`: this file is for type checkers only."""

from jmx.legacy.torch import *
