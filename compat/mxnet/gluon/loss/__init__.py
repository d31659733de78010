# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.loss` is `jmx.gluon.loss`: this file is for type checkers only."""

from jmx.gluon.loss import *
from jmx.gluon.loss import base as base
from jmx.gluon.loss import classification as classification
from jmx.gluon.loss import embedding as embedding
from jmx.gluon.loss import missing_of as missing_of
from jmx.gluon.loss import regression as regression
