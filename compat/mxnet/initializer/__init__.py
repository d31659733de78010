# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.initializer` is `jmx.initializer`: this file is for type checkers only."""

from jmx.initializer import *
from jmx.initializer import base as base
from jmx.initializer import drawn as drawn
from jmx.initializer import fixed as fixed
from jmx.initializer import recurrent as recurrent
