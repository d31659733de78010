# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.contrib.nn import *
from jmx.gluon.contrib.nn import basic_layers as basic_layers
