# Made by tools/make_stubs.py; not to be edited.
from jmx.optimizer.contrib import *
from jmx.optimizer.contrib import Optimizer as Optimizer
