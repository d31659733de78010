# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.contrib.data.vision.transforms.bbox.utils` is `jmx.gluon.contrib.data.vision.transforms.bbox.utils`: this file is for type checkers only."""

from jmx.gluon.contrib.data.vision.transforms.bbox.utils import *
from jmx.gluon.contrib.data.vision.transforms.bbox.utils import check_bbox_shape as check_bbox_shape
