# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import rnn_cell as rnn_cell, rnn_layer as rnn_layer
from jmx.gluon.rnn.rnn_cell import *
from jmx.gluon.rnn.rnn_layer import *

__all__ = ['BidirectionalCell', 'DropoutCell', 'GRU', 'GRUCell', 'HybridRecurrentCell', 'HybridSequentialRNNCell', 'LSTM', 'LSTMCell', 'ModifierCell', 'RNN', 'RNNCell', 'RecurrentCell', 'ResidualCell', 'SequentialRNNCell', 'ZoneoutCell']
