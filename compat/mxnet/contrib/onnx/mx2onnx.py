# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.onnx.mx2onnx` is `jmx.contrib.onnx.mx2onnx`: this file is for type checkers only."""

from jmx.contrib.onnx.mx2onnx import *
