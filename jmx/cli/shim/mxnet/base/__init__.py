# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.base` is `jmx.base`: this file is for type checkers only."""

from jmx.base import *
