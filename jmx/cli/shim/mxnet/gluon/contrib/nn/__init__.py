# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.contrib.nn` is `jmx.gluon.contrib.nn`: this file is for type checkers only."""

from jmx.gluon.contrib.nn import *
from jmx.gluon.contrib.nn import basic_layers as basic_layers
