# Made by tools/make_stubs.py; not to be edited.
from jmx.executor import *
from jmx.executor import Bound as Bound, MXNetError as MXNetError, NDArray as NDArray
