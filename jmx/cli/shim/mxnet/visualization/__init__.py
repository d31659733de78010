# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.visualization` is `jmx.visualization`: this file is for type checkers only."""

from jmx.visualization import *
from jmx.visualization import digraph as digraph
from jmx.visualization import network as network
from jmx.visualization import summary as summary
