# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.module` is `jmx.module`: this file is for type checkers only."""

from jmx.module import *
from jmx.module import base_module as base_module
from jmx.module import bucketing_module as bucketing_module
from jmx.module import executor_group as executor_group
from jmx.module import module as module
from jmx.module import python_module as python_module
from jmx.module import sequential_module as sequential_module
