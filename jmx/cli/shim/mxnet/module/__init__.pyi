# Made by tools/make_stubs.py; not to be edited.
from jmx.module import *
from jmx.module import base_module as base_module, bucketing_module as bucketing_module, executor_group as executor_group, module as module, python_module as python_module, sequential_module as sequential_module
