"""Data sets, samplers and the loader that makes batches: `mx.gluon.data`."""

from . import dataloader, dataset, sampler, vision
from .dataloader import DataLoader
from .dataset import ArrayDataset, Dataset, SimpleDataset
from .sampler import BatchSampler, FilterSampler, RandomSampler, Sampler, SequentialSampler

__all__ = [
    "ArrayDataset",
    "BatchSampler",
    "DataLoader",
    "Dataset",
    "FilterSampler",
    "RandomSampler",
    "Sampler",
    "SequentialSampler",
    "SimpleDataset",
    "dataloader",
    "dataset",
    "sampler",
    "vision",
]


def __getattr__(name):
    if name == "RecordFileDataset":
        return dataset.__getattr__(name)
    raise AttributeError(f"module 'mxnet.gluon.data' has no attribute {name!r}")
