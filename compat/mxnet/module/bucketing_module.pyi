# Made by tools/make_stubs.py; not to be edited.
from jmx.module.bucketing_module import *
from jmx.module.bucketing_module import BaseModule as BaseModule, Module as Module, NameManager as NameManager, Uniform as Uniform
