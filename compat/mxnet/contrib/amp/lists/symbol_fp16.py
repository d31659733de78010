# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.amp.lists.symbol_fp16` is `jmx.contrib.amp.lists.symbol_fp16`: this file is for type checkers only."""

from jmx.contrib.amp.lists.symbol_fp16 import *
