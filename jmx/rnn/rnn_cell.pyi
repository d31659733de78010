# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from jmx.rnn._cell import BaseRNNCell as BaseRNNCell, GRUCell as GRUCell, LSTMCell as LSTMCell, RNNCell as RNNCell, RNNParams as RNNParams
from jmx.rnn._combined import BidirectionalCell as BidirectionalCell, DropoutCell as DropoutCell, ModifierCell as ModifierCell, ResidualCell as ResidualCell, SequentialRNNCell as SequentialRNNCell, ZoneoutCell as ZoneoutCell
from jmx.rnn._conv import BaseConvRNNCell as BaseConvRNNCell, ConvGRUCell as ConvGRUCell, ConvLSTMCell as ConvLSTMCell, ConvRNNCell as ConvRNNCell
from jmx.rnn._fused import FusedRNNCell as FusedRNNCell

__all__ = ['BaseConvRNNCell', 'BaseRNNCell', 'BidirectionalCell', 'ConvGRUCell', 'ConvLSTMCell', 'ConvRNNCell', 'DropoutCell', 'FusedRNNCell', 'GRUCell', 'LSTMCell', 'ModifierCell', 'RNNCell', 'RNNParams', 'ResidualCell', 'SequentialRNNCell', 'ZoneoutCell']
