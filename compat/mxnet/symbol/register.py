# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.symbol.register` is `jmx.symbol.register`: this file is for type checkers only."""

from jmx.symbol.register import *
from jmx.symbol.register import MXNetError as MXNetError
from jmx.symbol.register import numpy_class as numpy_class
from jmx.symbol.register import symbol_class as symbol_class
