# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.util` is `jmx.util`: this file is for type checkers only."""

from jmx.util import *
