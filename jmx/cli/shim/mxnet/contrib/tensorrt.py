# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.tensorrt` is `jmx.contrib.tensorrt`: this file is for type checkers only."""

from jmx.contrib.tensorrt import *
