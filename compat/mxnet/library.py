# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.library` is `jmx.legacy.library`: this file is for type checkers only."""

from jmx.legacy.library import *
