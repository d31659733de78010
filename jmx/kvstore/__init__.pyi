# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import base as base, kvstore as kvstore, kvstore_server as kvstore_server
from jmx.kvstore.base import KVStoreBase as KVStoreBase, create as create
from jmx.kvstore.kvstore import KVStore as KVStore
from jmx.kvstore.kvstore_server import KVStoreServer as KVStoreServer

__all__ = ['KVStore', 'KVStoreBase', 'KVStoreServer', 'base', 'create', 'kvstore', 'kvstore_server']
