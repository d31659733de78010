# Made by tools/make_stubs.py; not to be edited.
from jmx.rnn.rnn import *
from jmx.rnn.rnn import BaseRNNCell as BaseRNNCell
