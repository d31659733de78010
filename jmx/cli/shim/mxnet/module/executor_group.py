# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.module.executor_group` is `jmx.module.executor_group`: this file is for type checkers only."""

from jmx.module.executor_group import *
from jmx.module.executor_group import Context as Context
from jmx.module.executor_group import DataDesc as DataDesc
