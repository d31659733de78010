# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.rnn.conv_rnn_cell` is `jmx.gluon.rnn.conv_rnn_cell`: this file is for type checkers only."""

from jmx.gluon.rnn.conv_rnn_cell import *
from jmx.gluon.rnn.conv_rnn_cell import HybridRecurrentCell as HybridRecurrentCell
