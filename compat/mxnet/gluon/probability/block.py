# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.probability.block` is `jmx.gluon.probability.block`: this file is for type checkers only."""

from jmx.gluon.probability.block import *
from jmx.gluon.probability.block import HybridBlock as HybridBlock
