# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.contrib.rnn.rnn_cell import *
from jmx.gluon.contrib.rnn.rnn_cell import HybridRecurrentCell as HybridRecurrentCell, ModifierCell as ModifierCell, dynamic_unroll as dynamic_unroll
