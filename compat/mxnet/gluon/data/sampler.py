# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.data.sampler` is `jmx.gluon.data.sampler`: this file is for type checkers only."""

from jmx.gluon.data.sampler import *
from jmx.gluon.data.sampler import KnownKeywords as KnownKeywords
