# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.onnx.onnx2mx.import_to_gluon` is `jmx.contrib.onnx.onnx2mx.import_to_gluon`: this file is for type checkers only."""

from jmx.contrib.onnx.onnx2mx.import_to_gluon import *
