# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.text.utils` is `jmx.contrib.text.utils`: this file is for type checkers only."""

from jmx.contrib.text.utils import *
