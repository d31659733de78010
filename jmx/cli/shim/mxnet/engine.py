# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.engine` is `jmx.engine`: this file is for type checkers only."""

from jmx.engine import *
