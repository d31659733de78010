# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.rnn import *
from jmx.gluon.rnn import rnn_cell as rnn_cell, rnn_layer as rnn_layer
