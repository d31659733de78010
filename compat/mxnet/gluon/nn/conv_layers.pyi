# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.nn.conv_layers import *
from jmx.gluon.nn.conv_layers import Activation as Activation, HybridBlock as HybridBlock, MXNetError as MXNetError
