# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.symbol.symbol` is `jmx.symbol.symbol`: this file is for type checkers only."""

from jmx.symbol.symbol import *
from jmx.symbol.symbol import Fluent as Fluent
from jmx.symbol.symbol import MXNetError as MXNetError
from jmx.symbol.symbol import NotImplementedForSymbol as NotImplementedForSymbol
