# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.rnn` is `jmx.rnn`: this file is for type checkers only."""

from jmx.rnn import *
