# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.text.embedding` is `jmx.contrib.text.embedding`: this file is for type checkers only."""

from jmx.contrib.text.embedding import *
