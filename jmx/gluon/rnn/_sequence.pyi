# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.parameter import tensor_types as tensor_types

