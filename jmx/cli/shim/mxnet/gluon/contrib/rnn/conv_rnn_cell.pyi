# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.contrib.rnn.conv_rnn_cell import *
from jmx.gluon.contrib.rnn.conv_rnn_cell import HybridRecurrentCell as HybridRecurrentCell
