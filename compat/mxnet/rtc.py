# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.rtc` is `jmx.legacy.rtc`: this file is for type checkers only."""

from jmx.legacy.rtc import *
