"""Key-value stores: sums over devices, and parameters kept in one place."""

from . import base, kvstore, kvstore_server
from .base import KVStoreBase, create
from .kvstore import KVStore
from .kvstore_server import KVStoreServer

__all__ = ["KVStore", "KVStoreBase", "KVStoreServer", "base", "create", "kvstore", "kvstore_server"]
