# Made by tools/make_stubs.py; not to be edited.
from jmx.numpy_extension.utils import *
from jmx.numpy_extension.utils import ndarray as ndarray
