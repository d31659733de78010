# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.registry` is `jmx.registry`: this file is for type checkers only."""

from jmx.registry import *
