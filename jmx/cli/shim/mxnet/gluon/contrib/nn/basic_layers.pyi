# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.contrib.nn.basic_layers import *
from jmx.gluon.contrib.nn.basic_layers import BatchNorm as BatchNorm, Block as Block, HybridBlock as HybridBlock, HybridSequential as HybridSequential, Sequential as Sequential, ndarray as ndarray
