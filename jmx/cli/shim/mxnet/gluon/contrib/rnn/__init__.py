# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.contrib.rnn` is `jmx.gluon.contrib.rnn`: this file is for type checkers only."""

from jmx.gluon.contrib.rnn import *
from jmx.gluon.contrib.rnn import conv_rnn_cell as conv_rnn_cell
from jmx.gluon.contrib.rnn import rnn_cell as rnn_cell
