# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.onnx.onnx2mx.import_model` is `jmx.contrib.onnx.onnx2mx.import_model`: this file is for type checkers only."""

from jmx.contrib.onnx.onnx2mx.import_model import *
