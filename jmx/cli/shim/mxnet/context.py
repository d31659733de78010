# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.context` is `jmx.context`: this file is for type checkers only."""

from jmx.context import *
