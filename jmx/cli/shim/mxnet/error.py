# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.error` is `jmx.error`: this file is for type checkers only."""

from jmx.error import *
