# Made by tools/make_stubs.py; not to be edited.
from jmx.symbol.numpy._symbol import _Symbol as _Symbol

