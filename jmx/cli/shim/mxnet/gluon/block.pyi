# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.block import *
from jmx.gluon.block import HookHandle as HookHandle, Parameter as Parameter, ParameterDict as ParameterDict, ndarray as ndarray
