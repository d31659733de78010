# Made by tools/make_stubs.py; not to be edited.
from jmx.initializer import *
from jmx.initializer import NDArray as NDArray, ndarray as ndarray
