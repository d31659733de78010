"""The parameter server's process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..base import MXNetError

if TYPE_CHECKING:
    from .kvstore import KVStore

__all__ = ["KVStoreServer"]


class KVStoreServer:
    """A parameter server, which this package does not have: workers add up among themselves.

    The class is there for programs that import it. A job needs no server, and a process that is started as one says so.

    Parameters
    ----------
    kvstore : KVStore
        The store to serve.

    Examples
    --------
    >>> server = mx.kvstore.KVStoreServer(mx.kv.create("local"))
    >>> server.kvstore.type
    'local'
    """

    def __init__(self, kvstore: KVStore) -> None:
        self.kvstore = kvstore

    def run(self) -> Any:
        """Serve; raises MXNetError, because workers need no server here."""
        raise MXNetError("there is no parameter server: workers reduce among themselves. Start workers only.")
