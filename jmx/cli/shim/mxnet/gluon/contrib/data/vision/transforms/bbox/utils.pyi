# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.contrib.data.vision.transforms.bbox.utils import *
from jmx.gluon.contrib.data.vision.transforms.bbox.utils import check_bbox_shape as check_bbox_shape
