# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.executor_manager` is `jmx.legacy.executor_manager`: this file is for type checkers only."""

from jmx.legacy.executor_manager import *
from jmx.legacy.executor_manager import DataDesc as DataDesc
