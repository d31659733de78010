# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.module.python_module` is `jmx.module.python_module`: this file is for type checkers only."""

from jmx.module.python_module import *
from jmx.module.python_module import BaseModule as BaseModule
from jmx.module.python_module import Uniform as Uniform
