# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.symbol_doc` is `jmx.legacy.symbol_doc`: this file is for type checkers only."""

from jmx.legacy.symbol_doc import *
