# Made by tools/make_stubs.py; not to be edited.
from jmx.autograd import *
from jmx.autograd import MXNetError as MXNetError
