# Made by tools/make_stubs.py; not to be edited.
from jmx.module.executor_group import *
from jmx.module.executor_group import Context as Context, DataDesc as DataDesc
