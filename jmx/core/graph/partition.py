"""Partitioning backends. XLA compiles every graph as a whole, so there is one part, and it is the graph."""

from __future__ import annotations

from ...base import MXNetError
from .nodes import copied

#: the backends that MXNet's CPU library comes with
BACKENDS = ("default", "default_v2", "MKLDNN", "MKLDNN_QUANTIZE")


def partition(entries, backend):
    """`entries` of a copy of the graph, as the backend would have it. Raises MXNetError if there is no such backend."""
    if backend not in BACKENDS:
        raise MXNetError(
            f"SubgraphProperty {backend} is not found in SubgraphBackendRegistry. The backends are {', '.join(BACKENDS)}."
        )
    return copied(entries)[0]
