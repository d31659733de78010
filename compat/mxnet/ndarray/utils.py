# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.ndarray.utils` is `jmx.ndarray.utils`: this file is for type checkers only."""

from jmx.ndarray.utils import *
from jmx.ndarray.utils import MXNetError as MXNetError
from jmx.ndarray.utils import from_raw as from_raw
from jmx.ndarray.utils import to_raw as to_raw
