# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.name` is `jmx.name`: this file is for type checkers only."""

from jmx.name import *
from jmx.name import active as active
