# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.contrib.nn.basic_layers` is `jmx.gluon.contrib.nn.basic_layers`: this file is for type checkers only."""

from jmx.gluon.contrib.nn.basic_layers import *
from jmx.gluon.contrib.nn.basic_layers import BatchNorm as BatchNorm
from jmx.gluon.contrib.nn.basic_layers import Block as Block
from jmx.gluon.contrib.nn.basic_layers import Concatenate as Concatenate
from jmx.gluon.contrib.nn.basic_layers import EagerLayer as EagerLayer
from jmx.gluon.contrib.nn.basic_layers import HybridBlock as HybridBlock
from jmx.gluon.contrib.nn.basic_layers import HybridConcatenate as HybridConcatenate
from jmx.gluon.contrib.nn.basic_layers import HybridSequential as HybridSequential
from jmx.gluon.contrib.nn.basic_layers import Sequential as Sequential
