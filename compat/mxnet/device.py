# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.device` is `jmx.legacy.device`: this file is for type checkers only."""

from jmx.legacy.device import *
