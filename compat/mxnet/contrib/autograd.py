# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.autograd` is `jmx.contrib.autograd`: this file is for type checkers only."""

from jmx.contrib.autograd import *
from jmx.contrib.autograd import NDArray as NDArray
