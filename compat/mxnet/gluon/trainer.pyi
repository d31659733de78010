# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.trainer import *
from jmx.gluon.trainer import KVStore as KVStore, OptaxOptimizer as OptaxOptimizer, Parameter as Parameter, ParameterDict as ParameterDict
