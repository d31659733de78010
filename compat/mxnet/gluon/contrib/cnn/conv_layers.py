# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.contrib.cnn.conv_layers` is `jmx.gluon.contrib.cnn.conv_layers`: this file is for type checkers only."""

from jmx.gluon.contrib.cnn.conv_layers import *
from jmx.gluon.contrib.cnn.conv_layers import Activation as Activation
from jmx.gluon.contrib.cnn.conv_layers import HybridBlock as HybridBlock
