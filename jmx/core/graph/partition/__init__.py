"""Partitioning backends: what MXNet's oneDNN build makes one operator of is made one here, under its names.

XLA compiles every graph as a whole, so that for other backends there is one part, and it is the graph.
"""

from __future__ import annotations

from collections.abc import Callable

from ....base import MXNetError
from ..nodes import copied
from .aligning import align_ranges
from .folding import fold_ranges
from .fusing import drop_identities, fuse

#: the backends that MXNet's CPU library comes with, and the steps of each
BACKENDS: dict[str, tuple[Callable, ...]] = {
    "default": (),
    "default_v2": (),
    "MKLDNN": (drop_identities, fuse("convolutions"), fuse("dense layers"), fuse("attention")),
    "MKLDNN_QUANTIZE": (
        drop_identities,
        fuse("convolutions", integers=True),
        fuse("dense layers", integers=True),
        drop_identities,
        fuse("attention", integers=True),
        fold_ranges,
        align_ranges,
    ),
}


def partition(entries, backend, fits=None):
    """`entries` of a copy of the graph, as the backend would have it.

    Parameters
    ----------
    entries : list of (Node, int)
    backend : str
    fits : function of a Node, optional
        Whether a layer computes on what the backend takes; each does by default.

    Raises
    ------
    MXNetError
        There is no such backend.
    """
    if backend not in BACKENDS:
        raise MXNetError(
            f"SubgraphProperty {backend} is not found in SubgraphBackendRegistry. The backends are {', '.join(BACKENDS)}."
        )
    entries = copied(entries)[0]
    for step in BACKENDS[backend]:
        entries = step(entries, fits)
    return entries
