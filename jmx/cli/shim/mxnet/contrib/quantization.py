# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.quantization` is `jmx.contrib.quantization`: this file is for type checkers only."""

from jmx.contrib.quantization import *
