# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from jmx.util import note_v2 as note_v2
from . import batchify as batchify, dataloader as dataloader, dataset as dataset, sampler as sampler, vision as vision
from jmx.gluon.data.dataloader import DataLoader as DataLoader
from jmx.gluon.data.dataset import ArrayDataset as ArrayDataset, Dataset as Dataset, RecordFileDataset as RecordFileDataset, SimpleDataset as SimpleDataset
from jmx.gluon.data.sampler import BatchSampler as BatchSampler, FilterSampler as FilterSampler, IntervalSampler as IntervalSampler, RandomSampler as RandomSampler, Sampler as Sampler, SequentialSampler as SequentialSampler

__all__ = ['ArrayDataset', 'BatchSampler', 'DataLoader', 'Dataset', 'FilterSampler', 'IntervalSampler', 'RandomSampler', 'RecordFileDataset', 'Sampler', 'SequentialSampler', 'SimpleDataset', 'batchify', 'dataloader', 'dataset', 'sampler', 'vision']
