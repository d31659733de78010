# Made by tools/make_stubs.py; not to be edited.
from jmx.parallel import *
from jmx.parallel import HybridBlock as HybridBlock, KVStore as KVStore, MXNetError as MXNetError, NDArray as NDArray, Trainer as Trainer
