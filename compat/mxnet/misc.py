# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.misc` is `jmx.legacy.misc`: this file is for type checkers only."""

from jmx.legacy.misc import *
