# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.loss` is `jmx.gluon.loss`: this file is for type checkers only."""

from jmx.gluon.loss import *
from jmx.gluon.loss import HybridBlock as HybridBlock
from jmx.gluon.loss import MXNetError as MXNetError
