# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.numpy` is `jmx.numpy`: this file is for type checkers only."""

from jmx.numpy import *
