# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.rnn` is `jmx.gluon.rnn`: this file is for type checkers only."""

from jmx.gluon.rnn import *
from jmx.gluon.rnn import conv_rnn_cell as conv_rnn_cell
from jmx.gluon.rnn import rnn_cell as rnn_cell
from jmx.gluon.rnn import rnn_layer as rnn_layer
