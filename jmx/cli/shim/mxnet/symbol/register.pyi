# Made by tools/make_stubs.py; not to be edited.
from jmx.symbol.register import *
from jmx.symbol.register import MXNetError as MXNetError, numpy_class as numpy_class, symbol_class as symbol_class
