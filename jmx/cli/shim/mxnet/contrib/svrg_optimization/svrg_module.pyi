# Made by tools/make_stubs.py; not to be edited.
from jmx.contrib.svrg_optimization.svrg_module import *
from jmx.contrib.svrg_optimization.svrg_module import Module as Module, Uniform as Uniform
