# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.contrib.data.vision.transforms.bbox.bbox import *
from jmx.gluon.contrib.data.vision.transforms.bbox.bbox import Block as Block
