# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.libinfo` is `jmx.legacy.libinfo`: this file is for type checkers only."""

from jmx.legacy.libinfo import *
