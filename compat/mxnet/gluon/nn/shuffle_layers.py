# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.nn.shuffle_layers` is `jmx.gluon.nn.shuffle_layers`: this file is for type checkers only."""

from jmx.gluon.nn.shuffle_layers import *
from jmx.gluon.nn.shuffle_layers import Layer as Layer
