# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.io` is `jmx.contrib.io`: this file is for type checkers only."""

from jmx.contrib.io import *
from jmx.contrib.io import DataDesc as DataDesc
from jmx.contrib.io import DataIter as DataIter
