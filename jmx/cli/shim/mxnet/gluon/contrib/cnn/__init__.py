# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.contrib.cnn` is `jmx.gluon.contrib.cnn`: this file is for type checkers only."""

from jmx.gluon.contrib.cnn import *
