# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.contrib.estimator` is `jmx.gluon.contrib.estimator`: this file is for type checkers only."""

from jmx.gluon.contrib.estimator import *
