# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.tvmop` is `jmx.legacy.tvmop`: this file is for type checkers only."""

from jmx.legacy.tvmop import *
