# Made by tools/make_stubs.py; not to be edited.
from jmx.contrib.autograd import *
from jmx.contrib.autograd import NDArray as NDArray
