# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.kvstore.kvstore` is `jmx.kvstore.kvstore`: this file is for type checkers only."""

from jmx.kvstore.kvstore import *
from jmx.kvstore.kvstore import KVStoreBase as KVStoreBase
from jmx.kvstore.kvstore import MXNetError as MXNetError
from jmx.kvstore.kvstore import NDArray as NDArray
