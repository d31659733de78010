# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.lr_scheduler` is `jmx.lr_scheduler`: this file is for type checkers only."""

from jmx.lr_scheduler import *
from jmx.lr_scheduler import KnownKeywords as KnownKeywords
