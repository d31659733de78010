# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.monitor` is `jmx.monitor`: this file is for type checkers only."""

from jmx.monitor import *
from jmx.monitor import NDArray as NDArray
