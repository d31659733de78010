# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from jmx.gluon.rnn._base import HybridRecurrentCell as HybridRecurrentCell
from jmx.gluon.rnn._modifiers import ModifierCell as ModifierCell
from jmx.gluon.rnn._projected import LSTMPCell as LSTMPCell, VariationalDropoutCell as VariationalDropoutCell

__all__ = ['LSTMPCell', 'VariationalDropoutCell']
