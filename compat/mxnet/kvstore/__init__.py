# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.kvstore` is `jmx.kvstore`: this file is for type checkers only."""

from jmx.kvstore import *
