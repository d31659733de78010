# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.numpy_extension.control_flow` is `jmx.numpy_extension.control_flow`: this file is for type checkers only."""

from jmx.numpy_extension.control_flow import *
from jmx.numpy_extension.control_flow import NDArray as NDArray
