# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.contrib.data.sampler` is `jmx.gluon.contrib.data.sampler`: this file is for type checkers only."""

from jmx.gluon.contrib.data.sampler import *
