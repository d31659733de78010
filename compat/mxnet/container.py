# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.container` is `jmx.legacy.container`: this file is for type checkers only."""

from jmx.legacy.container import *
