# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.contrib` is `jmx.gluon.contrib`: this file is for type checkers only."""

from jmx.gluon.contrib import *
