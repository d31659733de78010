# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.api` is `jmx.legacy.api`: this file is for type checkers only."""

from jmx.legacy.api import *
