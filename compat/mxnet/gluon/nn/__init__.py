# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.nn` is `jmx.gluon.nn`: this file is for type checkers only."""

from jmx.gluon.nn import *
from jmx.gluon.nn import activations as activations
from jmx.gluon.nn import basic_layers as basic_layers
from jmx.gluon.nn import conv_layers as conv_layers
from jmx.gluon.nn import deformable_layers as deformable_layers
from jmx.gluon.nn import missing_of as missing_of
from jmx.gluon.nn import norm_layers as norm_layers
from jmx.gluon.nn import pool_layers as pool_layers
from jmx.gluon.nn import shuffle_layers as shuffle_layers
