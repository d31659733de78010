# Made by tools/make_stubs.py; not to be edited.
from jmx.legacy.executor_manager import *
from jmx.legacy.executor_manager import DataDesc as DataDesc
