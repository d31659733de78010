# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.util` is `jmx.util`: this file is for type checkers only."""

from jmx.util import *
from jmx.util import machine as machine
from jmx.util import semantics as semantics
from jmx.util import ufuncs as ufuncs
