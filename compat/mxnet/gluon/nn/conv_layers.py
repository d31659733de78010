# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.nn.conv_layers` is `jmx.gluon.nn.conv_layers`: this file is for type checkers only."""

from jmx.gluon.nn.conv_layers import *
from jmx.gluon.nn.conv_layers import Activation as Activation
from jmx.gluon.nn.conv_layers import HybridBlock as HybridBlock
from jmx.gluon.nn.conv_layers import Layer as Layer
from jmx.gluon.nn.conv_layers import MXNetError as MXNetError
