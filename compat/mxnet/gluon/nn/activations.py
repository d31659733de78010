# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.nn.activations` is `jmx.gluon.nn.activations`: this file is for type checkers only."""

from jmx.gluon.nn.activations import *
from jmx.gluon.nn.activations import HybridBlock as HybridBlock
from jmx.gluon.nn.activations import Layer as Layer
