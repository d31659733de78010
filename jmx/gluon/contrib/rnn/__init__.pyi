# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import conv_rnn_cell as conv_rnn_cell, rnn_cell as rnn_cell
from jmx.gluon.contrib.rnn.conv_rnn_cell import *
from jmx.gluon.contrib.rnn.rnn_cell import *

__all__ = ['Conv1DGRUCell', 'Conv1DLSTMCell', 'Conv1DRNNCell', 'Conv2DGRUCell', 'Conv2DLSTMCell', 'Conv2DRNNCell', 'Conv3DGRUCell', 'Conv3DLSTMCell', 'Conv3DRNNCell', 'LSTMPCell', 'VariationalDropoutCell']
