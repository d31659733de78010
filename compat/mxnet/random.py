# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.random` is `jmx.random`: this file is for type checkers only."""

from jmx.random import *
from jmx.random import Context as Context
from jmx.random import current_seed as current_seed
