# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.io.utils` is `jmx.io.utils`: this file is for type checkers only."""

from jmx.io.utils import *
