# Made by tools/make_stubs.py; not to be edited.
from jmx.module.sequential_module import *
from jmx.module.sequential_module import BaseModule as BaseModule, Uniform as Uniform
