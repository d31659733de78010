# Made by tools/make_stubs.py; not to be edited.
from jmx.executor_manager import *
from jmx.executor_manager import DataDesc as DataDesc
