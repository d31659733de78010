# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from jmx.rnn._cell import *
from jmx.rnn._combined import *
from jmx.rnn._conv import *
from jmx.rnn._fused import *

__all__ = ['BaseConvRNNCell', 'BaseRNNCell', 'BidirectionalCell', 'ConvGRUCell', 'ConvLSTMCell', 'ConvRNNCell', 'DropoutCell', 'FusedRNNCell', 'GRUCell', 'LSTMCell', 'ModifierCell', 'RNNCell', 'RNNParams', 'ResidualCell', 'SequentialRNNCell', 'ZoneoutCell']
