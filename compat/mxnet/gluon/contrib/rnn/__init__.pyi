# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.contrib.rnn import *
from jmx.gluon.contrib.rnn import conv_rnn_cell as conv_rnn_cell, rnn_cell as rnn_cell
