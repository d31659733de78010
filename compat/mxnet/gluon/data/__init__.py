# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.data` is `jmx.gluon.data`: this file is for type checkers only."""

from jmx.gluon.data import *
from jmx.gluon.data import note_v2 as note_v2
