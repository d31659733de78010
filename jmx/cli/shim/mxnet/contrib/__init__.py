# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib` is `jmx.contrib`: this file is for type checkers only."""

from jmx.contrib import *
