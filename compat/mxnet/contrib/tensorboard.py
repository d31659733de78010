# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.tensorboard` is `jmx.contrib.tensorboard`: this file is for type checkers only."""

from jmx.contrib.tensorboard import *
