"""`mxnet._ctypes.symbol`: the class of symbols."""

from jmx.symbol import Symbol as SymbolBase  # noqa: F401
