# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.rnn.rnn_cell` is `jmx.rnn.rnn_cell`: this file is for type checkers only."""

from jmx.rnn.rnn_cell import *
