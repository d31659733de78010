"""The parameter server's process."""

from __future__ import annotations

from ..base import MXNetError

__all__ = ["KVStoreServer"]


class KVStoreServer:
    """A parameter server, which this package does not have.

    Parameters
    ----------
    kvstore : KVStore
        The store to serve.
    """

    def __init__(self, kvstore):
        self.kvstore = kvstore

    def run(self):
        """Serve; raises MXNetError, because workers need no server here."""
        raise MXNetError("there is no parameter server: workers reduce among themselves. Start workers only.")
