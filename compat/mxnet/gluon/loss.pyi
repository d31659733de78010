# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.loss import *
from jmx.gluon.loss import HybridBlock as HybridBlock, ndarray as ndarray
