# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.probability` is `jmx.gluon.probability`: this file is for type checkers only."""

from jmx.gluon.probability import *
