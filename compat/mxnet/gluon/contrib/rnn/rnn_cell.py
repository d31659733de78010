# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.contrib.rnn.rnn_cell` is `jmx.gluon.contrib.rnn.rnn_cell`: this file is for type checkers only."""

from jmx.gluon.contrib.rnn.rnn_cell import *
from jmx.gluon.contrib.rnn.rnn_cell import HybridRecurrentCell as HybridRecurrentCell
from jmx.gluon.contrib.rnn.rnn_cell import ModifierCell as ModifierCell
