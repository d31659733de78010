# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.image.image` is `jmx.image.image`: this file is for type checkers only."""

from jmx.image.image import *
