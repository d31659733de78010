# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.initializer` is `jmx.initializer`: this file is for type checkers only."""

from jmx.initializer import *
from jmx.initializer import KnownKeywords as KnownKeywords
from jmx.initializer import NDArray as NDArray
from jmx.initializer import rnn_pieces as rnn_pieces
