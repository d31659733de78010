# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.onnx` is `jmx.contrib.onnx`: this file is for type checkers only."""

from jmx.contrib.onnx import *
