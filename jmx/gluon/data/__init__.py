"""Data sets, samplers and the loader that makes batches: `mx.gluon.data`.

Its parts are imported when they are first used: a loader's workers should import no more than their data set needs.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ...util import note_v2

if TYPE_CHECKING:
    from types import ModuleType

    from . import batchify, dataloader, dataset, sampler, vision
    from .dataloader import DataLoader
    from .dataset import ArrayDataset, Dataset, RecordFileDataset, SimpleDataset
    from .sampler import BatchSampler, FilterSampler, IntervalSampler, RandomSampler, Sampler, SequentialSampler

__all__ = [
    "ArrayDataset",
    "BatchSampler",
    "DataLoader",
    "Dataset",
    "FilterSampler",
    "IntervalSampler",
    "RandomSampler",
    "RecordFileDataset",
    "Sampler",
    "SequentialSampler",
    "SimpleDataset",
    "batchify",
    "dataloader",
    "dataset",
    "sampler",
    "vision",
]

_MODULES = ("batchify", "dataloader", "dataset", "sampler", "vision")
_PLACES = {
    "ArrayDataset": "dataset", "Dataset": "dataset", "RecordFileDataset": "dataset", "SimpleDataset": "dataset",
    "BatchSampler": "sampler", "FilterSampler": "sampler", "RandomSampler": "sampler", "Sampler": "sampler",
    "SequentialSampler": "sampler", "IntervalSampler": "sampler", "DataLoader": "dataloader",
}  # fmt: skip


def __getattr__(name) -> ModuleType | type[Any]:
    module = _PLACES.get(name, name)
    if module not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if module == "batchify":
        note_v2("gluon.data.batchify")
    attribute = importlib.import_module(f"{__name__}.{module}")
    if name in _PLACES:
        attribute = globals()[name] = getattr(attribute, name)
    return attribute


def __dir__():
    return sorted({*globals(), *__all__})
