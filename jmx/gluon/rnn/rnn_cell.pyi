# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from jmx.gluon.rnn._base import HybridRecurrentCell as HybridRecurrentCell, RecurrentCell as RecurrentCell
from jmx.gluon.rnn._gated import GRUCell as GRUCell, LSTMCell as LSTMCell, RNNCell as RNNCell
from jmx.gluon.rnn._modifiers import DropoutCell as DropoutCell, ModifierCell as ModifierCell, ResidualCell as ResidualCell, ZoneoutCell as ZoneoutCell
from jmx.gluon.rnn._projected import LSTMPCell as LSTMPCell, VariationalDropoutCell as VariationalDropoutCell, dynamic_unroll as dynamic_unroll
from jmx.gluon.rnn._stacks import BidirectionalCell as BidirectionalCell, HybridSequentialRNNCell as HybridSequentialRNNCell, SequentialRNNCell as SequentialRNNCell

__all__ = ['BidirectionalCell', 'DropoutCell', 'GRUCell', 'HybridRecurrentCell', 'HybridSequentialRNNCell', 'LSTMCell', 'LSTMPCell', 'ModifierCell', 'RNNCell', 'RecurrentCell', 'ResidualCell', 'SequentialRNNCell', 'VariationalDropoutCell', 'ZoneoutCell', 'dynamic_unroll']
