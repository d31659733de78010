# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.rnn.rnn_cell` is `jmx.gluon.rnn.rnn_cell`: this file is for type checkers only."""

from jmx.gluon.rnn.rnn_cell import *
