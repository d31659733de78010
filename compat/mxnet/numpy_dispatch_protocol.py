# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.numpy_dispatch_protocol` is `jmx.legacy.numpy_dispatch_protocol`: this file is for type checkers only."""

from jmx.legacy.numpy_dispatch_protocol import *
