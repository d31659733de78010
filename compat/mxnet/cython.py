# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.cython` is `jmx.legacy.cython`: this file is for type checkers only."""

from jmx.legacy.cython import *
