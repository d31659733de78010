# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.parameter` is `jmx.gluon.parameter`: this file is for type checkers only."""

from jmx.gluon.parameter import *
