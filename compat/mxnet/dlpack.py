# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.dlpack` is `jmx.legacy.dlpack`: this file is for type checkers only."""

from jmx.legacy.dlpack import *
from jmx.legacy.dlpack import NDArray as NDArray
