# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx.kvstore.kvstore import KVStore
from jmx.base import MXNetError as MXNetError

class KVStoreServer:
    def __init__(self, kvstore: KVStore) -> None: ...
    def run(self) -> Any: ...
    kvstore: KVStore
__all__ = ['KVStoreServer']
