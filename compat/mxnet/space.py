# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.space` is `jmx.legacy.space`: this file is for type checkers only."""

from jmx.legacy.space import *
