# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.data.vision.datasets import *
from jmx.gluon.data.vision.datasets import MXNetError as MXNetError, ndarray as ndarray
