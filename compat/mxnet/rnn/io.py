# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.rnn.io` is `jmx.rnn.io`: this file is for type checkers only."""

from jmx.rnn.io import *
from jmx.rnn.io import DataBatch as DataBatch
from jmx.rnn.io import DataDesc as DataDesc
from jmx.rnn.io import DataIter as DataIter
