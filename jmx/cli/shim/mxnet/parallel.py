# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.parallel` is `jmx.parallel`: this file is for type checkers only."""

from jmx.parallel import *
from jmx.parallel import HybridBlock as HybridBlock
from jmx.parallel import KVStore as KVStore
from jmx.parallel import MXNetError as MXNetError
from jmx.parallel import NDArray as NDArray
from jmx.parallel import Trainer as Trainer
