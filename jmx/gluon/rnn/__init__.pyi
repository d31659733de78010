# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import conv_rnn_cell as conv_rnn_cell, rnn_cell as rnn_cell, rnn_layer as rnn_layer
from jmx.gluon.rnn.conv_rnn_cell import *
from jmx.gluon.rnn.rnn_cell import *
from jmx.gluon.rnn.rnn_layer import *

__all__ = ['BidirectionalCell', 'Conv1DGRUCell', 'Conv1DLSTMCell', 'Conv1DRNNCell', 'Conv2DGRUCell', 'Conv2DLSTMCell', 'Conv2DRNNCell', 'Conv3DGRUCell', 'Conv3DLSTMCell', 'Conv3DRNNCell', 'DropoutCell', 'GRU', 'GRUCell', 'HybridRecurrentCell', 'HybridSequentialRNNCell', 'LSTM', 'LSTMCell', 'LSTMPCell', 'ModifierCell', 'RNN', 'RNNCell', 'RecurrentCell', 'ResidualCell', 'SequentialRNNCell', 'VariationalDropoutCell', 'ZoneoutCell', 'dynamic_unroll']
