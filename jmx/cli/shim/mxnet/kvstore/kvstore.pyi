# Made by tools/make_stubs.py; not to be edited.
from jmx.kvstore.kvstore import *
from jmx.kvstore.kvstore import KVStoreBase as KVStoreBase, MXNetError as MXNetError, NDArray as NDArray, create as create
