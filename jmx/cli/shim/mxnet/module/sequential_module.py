# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.module.sequential_module` is `jmx.module.sequential_module`: this file is for type checkers only."""

from jmx.module.sequential_module import *
from jmx.module.sequential_module import BaseModule as BaseModule
from jmx.module.sequential_module import Uniform as Uniform
