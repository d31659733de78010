# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.io.io` is `jmx.io.io`: this file is for type checkers only."""

from jmx.io.io import *
