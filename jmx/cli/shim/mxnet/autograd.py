# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.autograd` is `jmx.autograd`: this file is for type checkers only."""

from jmx.autograd import *
from jmx.autograd import MXNetError as MXNetError
