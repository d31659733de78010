# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.rnn.rnn_layer import *
from jmx.gluon.rnn.rnn_layer import HybridBlock as HybridBlock, ndarray as ndarray
