# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.callback` is `jmx.callback`: this file is for type checkers only."""

from jmx.callback import *
