# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.rnn.rnn` is `jmx.rnn.rnn`: this file is for type checkers only."""

from jmx.rnn.rnn import *
from jmx.rnn.rnn import BaseRNNCell as BaseRNNCell
