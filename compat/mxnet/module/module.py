# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.module.module` is `jmx.module.module`: this file is for type checkers only."""

from jmx.module.module import *
from jmx.module.module import BaseModule as BaseModule
from jmx.module.module import Context as Context
from jmx.module.module import DataDesc as DataDesc
from jmx.module.module import DataParallelExecutorGroup as DataParallelExecutorGroup
from jmx.module.module import InitDesc as InitDesc
from jmx.module.module import MXNetError as MXNetError
from jmx.module.module import Uniform as Uniform
