# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.data.vision.datasets` is `jmx.gluon.data.vision.datasets`: this file is for type checkers only."""

from jmx.gluon.data.vision.datasets import *
from jmx.gluon.data.vision.datasets import MXNetError as MXNetError
