# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.parameter import *
from jmx.gluon.parameter import Context as Context, MXNetError as MXNetError, generation as generation, load_all as load_all, ndarray as ndarray, others as others
