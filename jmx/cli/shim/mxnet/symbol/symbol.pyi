# Made by tools/make_stubs.py; not to be edited.
from jmx.symbol.symbol import *
from jmx.symbol.symbol import Fluent as Fluent, MXNetError as MXNetError, NotImplementedForSymbol as NotImplementedForSymbol
