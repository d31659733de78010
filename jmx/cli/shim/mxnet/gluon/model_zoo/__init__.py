# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.model_zoo` is `jmx.gluon.model_zoo`: this file is for type checkers only."""

from jmx.gluon.model_zoo import *
