# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.attribute` is `jmx.attribute`: this file is for type checkers only."""

from jmx.attribute import *
from jmx.attribute import active as active
