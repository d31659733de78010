# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.nn.deformable_layers` is `jmx.gluon.nn.deformable_layers`: this file is for type checkers only."""

from jmx.gluon.nn.deformable_layers import *
from jmx.gluon.nn.deformable_layers import Activation as Activation
from jmx.gluon.nn.deformable_layers import Layer as Layer
from jmx.gluon.nn.deformable_layers import MXNetError as MXNetError
