# Made by tools/make_stubs.py; not to be edited.
from jmx.ndarray.utils import *
from jmx.ndarray.utils import MXNetError as MXNetError, from_raw as from_raw, to_raw as to_raw
