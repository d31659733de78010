# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.runtime` is `jmx.runtime`: this file is for type checkers only."""

from jmx.runtime import *
