# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.utils import *
from jmx.gluon.utils import HookHandle as HookHandle, ndarray as ndarray, shape_is_known as shape_is_known
