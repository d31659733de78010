# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.nn import *
from jmx.gluon.nn import activations as activations, basic_layers as basic_layers, conv_layers as conv_layers, norm_layers as norm_layers, pool_layers as pool_layers
