# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.module.bucketing_module` is `jmx.module.bucketing_module`: this file is for type checkers only."""

from jmx.module.bucketing_module import *
from jmx.module.bucketing_module import BaseModule as BaseModule
from jmx.module.bucketing_module import Module as Module
from jmx.module.bucketing_module import NameManager as NameManager
from jmx.module.bucketing_module import Uniform as Uniform
