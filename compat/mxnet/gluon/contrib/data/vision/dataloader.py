# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.contrib.data.vision.dataloader` is `jmx.gluon.contrib.data.vision.dataloader`: this file is for type checkers only."""

from jmx.gluon.contrib.data.vision.dataloader import *
from jmx.gluon.contrib.data.vision.dataloader import BboxLabelTransform as BboxLabelTransform
from jmx.gluon.contrib.data.vision.dataloader import Block as Block
from jmx.gluon.contrib.data.vision.dataloader import DataLoader as DataLoader
from jmx.gluon.contrib.data.vision.dataloader import ImageListDataset as ImageListDataset
from jmx.gluon.contrib.data.vision.dataloader import ImageRecordDataset as ImageRecordDataset
from jmx.gluon.contrib.data.vision.dataloader import NDArray as NDArray
from jmx.gluon.contrib.data.vision.dataloader import Sequential as Sequential
