# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.image.detection` is `jmx.image.detection`: this file is for type checkers only."""

from jmx.image.detection import *
