# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.amp` is `jmx.contrib.amp`: this file is for type checkers only."""

from jmx.contrib.amp import *
