# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.contrib.estimator.batch_processor` is `jmx.gluon.contrib.estimator.batch_processor`: this file is for type checkers only."""

from jmx.gluon.contrib.estimator.batch_processor import *
