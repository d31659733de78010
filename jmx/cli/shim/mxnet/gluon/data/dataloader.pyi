# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.data.dataloader import *
from jmx.gluon.data.dataloader import DataLoaderV1 as DataLoaderV1, NDArray as NDArray, default_batchify_fn as default_batchify_fn, default_mp_batchify_fn as default_mp_batchify_fn, make_batch as make_batch, ndarray as ndarray
