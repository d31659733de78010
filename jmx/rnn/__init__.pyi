# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import io as io, rnn as rnn, rnn_cell as rnn_cell
from jmx.rnn.io import *
from jmx.rnn.rnn import *
from jmx.rnn.rnn_cell import *

__all__ = ['BaseConvRNNCell', 'BaseRNNCell', 'BidirectionalCell', 'BucketSentenceIter', 'ConvGRUCell', 'ConvLSTMCell', 'ConvRNNCell', 'DropoutCell', 'FusedRNNCell', 'GRUCell', 'LSTMCell', 'ModifierCell', 'RNNCell', 'RNNParams', 'ResidualCell', 'SequentialRNNCell', 'ZoneoutCell', 'do_rnn_checkpoint', 'encode_sentences', 'io', 'load_rnn_checkpoint', 'rnn', 'rnn_cell', 'rnn_unroll', 'save_rnn_checkpoint']
