# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.executor` is `jmx.executor`: this file is for type checkers only."""

from jmx.executor import *
from jmx.executor import Bound as Bound
from jmx.executor import CompiledPass as CompiledPass
from jmx.executor import MXNetError as MXNetError
from jmx.executor import NDArray as NDArray
from jmx.executor import TapedPass as TapedPass
from jmx.executor import assign as assign
from jmx.executor import check_resize as check_resize
from jmx.executor import empty as empty
from jmx.executor import resized as resized
from jmx.executor import zeros as zeros
