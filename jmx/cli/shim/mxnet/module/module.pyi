# Made by tools/make_stubs.py; not to be edited.
from jmx.module.module import *
from jmx.module.module import BaseModule as BaseModule, Context as Context, DataDesc as DataDesc, DataParallelExecutorGroup as DataParallelExecutorGroup, InitDesc as InitDesc, MXNetError as MXNetError, Uniform as Uniform
