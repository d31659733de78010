# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.amp.lists` is `jmx.contrib.amp.lists`: this file is for type checkers only."""

from jmx.contrib.amp.lists import *
