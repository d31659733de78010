# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.nn.activations import *
from jmx.gluon.nn.activations import HybridBlock as HybridBlock
