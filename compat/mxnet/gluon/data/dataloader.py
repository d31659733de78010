# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.data.dataloader` is `jmx.gluon.data.dataloader`: this file is for type checkers only."""

from jmx.gluon.data.dataloader import *
from jmx.gluon.data.dataloader import DataLoaderV1 as DataLoaderV1
from jmx.gluon.data.dataloader import KnownKeywords as KnownKeywords
from jmx.gluon.data.dataloader import NDArray as NDArray
from jmx.gluon.data.dataloader import batch_member as batch_member
from jmx.gluon.data.dataloader import default_batchify_fn as default_batchify_fn
from jmx.gluon.data.dataloader import default_mp_batchify_fn as default_mp_batchify_fn
from jmx.gluon.data.dataloader import make_batch as make_batch
