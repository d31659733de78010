# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.text.vocab` is `jmx.contrib.text.vocab`: this file is for type checkers only."""

from jmx.contrib.text.vocab import *
from jmx.contrib.text.vocab import UNKNOWN_IDX as UNKNOWN_IDX
