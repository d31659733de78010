# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.contrib.data.vision.dataloader import *
from jmx.gluon.contrib.data.vision.dataloader import BboxLabelTransform as BboxLabelTransform, Block as Block, DataLoader as DataLoader, ImageListDataset as ImageListDataset, ImageRecordDataset as ImageRecordDataset, NDArray as NDArray, Sequential as Sequential
