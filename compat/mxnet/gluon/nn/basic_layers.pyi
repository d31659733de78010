# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.nn.basic_layers import *
from jmx.gluon.nn.basic_layers import Activation as Activation, Block as Block, HybridBlock as HybridBlock, ndarray as ndarray
