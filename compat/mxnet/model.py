# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.model` is `jmx.model`: this file is for type checkers only."""

from jmx.model import *
