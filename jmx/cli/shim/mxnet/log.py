# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.log` is `jmx.log`: this file is for type checkers only."""

from jmx.log import *
