# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.numpy_extension.utils` is `jmx.numpy_extension.utils`: this file is for type checkers only."""

from jmx.numpy_extension.utils import *
from jmx.numpy_extension.utils import MXNetError as MXNetError
from jmx.numpy_extension.utils import ndarray as ndarray
