# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.profiler.event_log` is `jmx.profiler.event_log`: this file is for type checkers only."""

from jmx.profiler.event_log import *
