# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.rnn.rnn_layer` is `jmx.gluon.rnn.rnn_layer`: this file is for type checkers only."""

from jmx.gluon.rnn.rnn_layer import *
from jmx.gluon.rnn.rnn_layer import HybridBlock as HybridBlock
from jmx.gluon.rnn.rnn_layer import RNNFused as RNNFused
