# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.text` is `jmx.contrib.text`: this file is for type checkers only."""

from jmx.contrib.text import *
