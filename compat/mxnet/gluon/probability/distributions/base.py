# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.probability.distributions.base` is `jmx.gluon.probability.distributions.base`: this file is for type checkers only."""

from jmx.gluon.probability.distributions.base import *
