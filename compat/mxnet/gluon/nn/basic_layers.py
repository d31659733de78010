# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.nn.basic_layers` is `jmx.gluon.nn.basic_layers`: this file is for type checkers only."""

from jmx.gluon.nn.basic_layers import *
from jmx.gluon.nn.basic_layers import Activation as Activation
from jmx.gluon.nn.basic_layers import Block as Block
from jmx.gluon.nn.basic_layers import EagerStack as EagerStack
from jmx.gluon.nn.basic_layers import HybridBlock as HybridBlock
from jmx.gluon.nn.basic_layers import Layer as Layer
