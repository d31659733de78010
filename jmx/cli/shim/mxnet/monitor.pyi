# Made by tools/make_stubs.py; not to be edited.
from jmx.monitor import *
from jmx.monitor import NDArray as NDArray, ndarray as ndarray
